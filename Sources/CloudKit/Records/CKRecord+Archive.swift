import CloudKitWebServices
import Foundation

// A record is archived as the wire writes it: one form to keep readable, and one to test.

extension CKRecord {
    var archivedSystemFields: [UInt8] {
        read { contents in
            var record = WireRecord(recordChangeTag: contents.system.changeTag)
            record.created = contents.system.creationDate.map {
                WireAuthorship(timestamp: WireTimestamp($0), userRecordName: contents.system.creator, deviceID: nil)
            }
            record.modified = contents.system.modificationDate.map {
                WireAuthorship(
                    timestamp: WireTimestamp($0),
                    userRecordName: contents.system.lastModifier,
                    deviceID: contents.system.modifiedBy
                )
            }
            record.parent = contents.parent?.wire(in: recordID.zoneID)
            record.share = contents.share?.wire(in: recordID.zoneID)
            record.sharing = contents.sharing
            return record.json()
        }
    }

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

    var archivedFields: [UInt8] {
        read { contents in
            var fields = WireFields()
            for (name, value) in contents.values {
                if let wire = try? value.wireValue(in: recordID.zoneID, asset: { $0.archived }) {
                    fields[name] = WireField(wire)
                }
            }
            for (name, field) in contents.foreign { fields[name] = field }
            for (name, bytes) in contents.sealed {
                fields[name] = WireField(.encryptedBytes(bytes), isEncrypted: true)
            }
            return fields.json()
        }
    }
}

extension CKRecord.Contents {
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
        for (name, field) in fields {
            if case .encryptedBytes(let bytes) = field.value {
                sealed[name] = bytes
            } else if let value = FieldValue(field.value, in: zoneID, asset: { CKAsset(archived: $0) }) {
                values[name] = value
            } else {
                foreign[name] = field
            }
        }
        return true
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
