import CloudKitWebServices
import Foundation

// A record is archived as the wire writes it: one form to keep readable, and one to test.

extension CKRecord {
    var archivedSystemFields: [UInt8] { read { $0.wireSystemFields(in: recordID.zoneID).json() } }

    /// The system fields alone, in few bytes: for stores that keep them beside thousands of objects, where an archiver would
    /// take most of the time.
    ///
    /// An addition of this package: Apple's framework has ``encodeSystemFields(with:)`` alone. The type and the ID of the
    /// record are not in them.
    public var systemFieldsBytes: [UInt8] { archivedSystemFields }

    /// A record without values; nil where the bytes are not what ``systemFieldsBytes`` makes.
    ///
    /// An addition of this package.
    public convenience init?(recordType: RecordType, recordID: ID, systemFieldsBytes: [UInt8]) {
        guard let contents = Contents(archivedSystemFields: systemFieldsBytes, zoneID: recordID.zoneID) else {
            return nil
        }
        self.init(recordType: recordType, recordID: recordID, contents: contents)
    }

    /// Type, ID and system fields, and the values too where they are wanted: for stores of this package.
    ///
    /// In a program into which Foundation is linked, `NSKeyedArchiver` makes no bytes, and does not say so.
    package func archive(withValues: Bool = false) -> [UInt8] {
        read { contents in
            var record = contents.wireSystemFields(in: recordID.zoneID)
            record.recordName = recordID.recordName
            record.recordType = recordType
            record.zoneID = recordID.zoneID.wire
            if withValues { record.fields = contents.wireFields(in: recordID.zoneID) }
            return record.json()
        }
    }

    /// A record whose values all count as changed; nil where the bytes are not what ``archive(withValues:)`` makes.
    package convenience init?(archive bytes: [UInt8]) {
        guard let record = try? WireRecord(json: bytes), let name = record.recordName, let type = record.recordType,
            let zone = record.zoneID
        else { return nil }
        let zoneID = CKRecordZone.ID(
            zoneName: zone.zoneName,
            ownerName: zone.ownerRecordName ?? CKCurrentUserDefaultName
        )
        var contents = Contents()
        contents.takeSystemFields(of: record, zoneID: zoneID)
        contents.take(record.fields, zoneID: zoneID)
        contents.changedKeys = Set(record.fields.map { $0.0 })
        self.init(recordType: type, recordID: ID(recordName: name, zoneID: zoneID), contents: contents)
    }

    var archivedFields: [UInt8] { read { $0.wireFields(in: recordID.zoneID).json() } }
}

extension CKRecord.Contents {
    fileprivate func wireSystemFields(in zoneID: CKRecordZone.ID) -> WireRecord {
        var record = WireRecord(recordChangeTag: system.changeTag)
        record.created = system.creationDate.map {
            WireAuthorship(timestamp: WireTimestamp($0), userRecordName: system.creator, deviceID: nil)
        }
        record.modified = system.modificationDate.map {
            WireAuthorship(
                timestamp: WireTimestamp($0),
                userRecordName: system.lastModifier,
                deviceID: system.modifiedBy
            )
        }
        record.parent = parent?.wire(in: zoneID)
        record.share = share?.wire(in: zoneID)
        record.sharing = sharing
        return record
    }

    fileprivate func wireFields(in zoneID: CKRecordZone.ID) -> WireFields {
        var fields = WireFields()
        for (name, value) in values {
            if let wire = try? value.wireValue(in: zoneID, asset: { $0.archived }) { fields[name] = WireField(wire) }
        }
        for (name, field) in foreign { fields[name] = field }
        for (name, bytes) in sealed { fields[name] = WireField(.encryptedBytes(bytes), isEncrypted: true) }
        return fields
    }

    init?(archivedSystemFields bytes: [UInt8], zoneID: CKRecordZone.ID) {
        guard let record = try? WireRecord(json: bytes) else { return nil }
        self.init()
        takeSystemFields(of: record, zoneID: zoneID)
    }

    mutating func takeSystemFields(of record: WireRecord, zoneID: CKRecordZone.ID) {
        system = CKRecord.SystemFields(
            changeTag: record.recordChangeTag,
            creationDate: record.created?.timestamp.date,
            modificationDate: record.modified?.timestamp.date,
            creator: record.created?.userRecordName,
            lastModifier: record.modified?.userRecordName,
            modifiedBy: record.modified?.deviceID
        )
        parent = record.parent.map { CKRecord.Reference($0, in: zoneID) }
        share = record.share.map { CKRecord.Reference($0, in: zoneID) }
        sharing = record.sharing
    }

    mutating func readFields(_ bytes: [UInt8], zoneID: CKRecordZone.ID) -> Bool {
        guard let fields = try? WireFields(json: bytes) else { return false }
        take(fields, zoneID: zoneID)
        return true
    }

    fileprivate mutating func take(_ fields: WireFields, zoneID: CKRecordZone.ID) {
        for (name, field) in fields {
            if case .encryptedBytes(let bytes) = field.value {
                sealed[name] = bytes
            } else if let value = FieldValue(field.value, in: zoneID, asset: { CKAsset(archived: $0) }) {
                values[name] = value
            } else {
                foreign[name] = field
            }
        }
    }
}

extension CKAsset {
    /// The asset with the place of its file where the download's address stands.
    fileprivate var archived: WireAsset {
        var wire = stored ?? WireAsset()
        wire.downloadURL = fileURL?.absoluteString
        return wire
    }

    fileprivate convenience init(archived wire: WireAsset) {
        let file = wire.downloadURL.flatMap { URL(string: $0) }
        if wire.fileChecksum == nil, let file {
            self.init(fileURL: file)
        } else {
            self.init(fileURL: file, stored: wire)
        }
    }
}
