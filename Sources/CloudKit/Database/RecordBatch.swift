import CloudKitWebServices
import Foundation

/// What to do with the records of one zone, and how it is told to the service.
struct RecordBatch: Sendable {
    /// One record to save or delete.
    struct Item: Sendable {
        let id: CKRecord.ID
        /// The record to save; nil for a delete.
        let record: CKRecord?
        /// On what terms it is deleted.
        var terms: RecordDeleteTerms?
        var operation: Result<RecordOperation, CKError>
        /// The files that were uploaded for it, by checksum.
        var files: [String: URL] = [:]
    }

    let zoneID: CKRecordZone.ID
    var items: [Item]

    /// Groups records by zone, in the order in which the zones first come.
    ///
    /// - Throws: ``CKError`` `invalidArguments`, if a record comes twice.
    static func grouped(
        saving: [CKRecord],
        deleting: [CKRecord.ID],
        terms: [CKRecord.ID: RecordDeleteTerms] = [:]
    ) throws(CKError) -> [RecordBatch] {
        var batches: [RecordBatch] = []
        var places: [CKRecordZone.ID: Int] = [:]
        var seen: Set<CKRecord.ID> = []
        let unmade = CKError(.internalError, reason: "the operation was not made")
        let items =
            saving.map { Item(id: $0.recordID, record: $0, operation: .failure(unmade)) }
            + deleting.map { Item(id: $0, record: nil, terms: terms[$0], operation: .failure(unmade)) }
        for item in items {
            guard seen.insert(item.id).inserted else {
                throw CKError(.invalidArguments, reason: "the record \(item.id.recordName) comes twice")
            }
            let place = places[item.id.zoneID, default: batches.count]
            places[item.id.zoneID] = place
            if place == batches.count { batches.append(RecordBatch(zoneID: item.id.zoneID, items: [])) }
            batches[place].items.append(item)
        }
        return batches
    }

    /// How a record is deleted on such terms; without any, whatever the service has.
    static func deletion(of id: CKRecord.ID, _ terms: RecordDeleteTerms?) -> RecordOperation {
        var wire = WireRecord(recordName: id.recordName)
        wire.recordChangeTag = terms?.changeTag
        wire.deletion = terms?.stamp.map {
            WireDeletion(timestamp: WireTimestamp($0.date), deviceID: $0.deviceID)
        }
        return RecordOperation(terms?.changeTag == nil ? .forceDelete : .delete, wire)
    }

    /// The items in pieces, each small enough for one request.
    static func pieces(of items: [Item]) -> [[Item]] {
        var pieces: [[Item]] = []
        var (piece, size) = ([Item](), 0)
        for item in items {
            let bytes = (try? item.operation.get().json().count) ?? 0
            let isFull = piece.count == ServiceLimits.operationsPerRequest
            if isFull || (!piece.isEmpty && size + bytes > CloudKitLimits.requestBytes) {
                pieces.append(piece)
                (piece, size) = ([], 0)
            }
            piece.append(item)
            size += bytes
        }
        return piece.isEmpty ? pieces : pieces + [piece]
    }
}

extension CKRecord {
    /// How the record is saved under a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - encryption: The keys for encrypted values.
    ///   - assets: What the service said of uploaded assets, by field.
    /// - Returns: The operation.
    /// - Throws: ``CKError`` for values that cannot be sent.
    func operation(
        _ policy: CKModifyRecordsOperation.RecordSavePolicy,
        _ encryption: EncryptionKeys,
        assets: [String: [WireAsset]]
    ) throws(CKError) -> RecordOperation {
        let contents = read { $0 }
        let tag = contents.system.changeTag
        let isNew = tag == nil
        var keys = contents.changedKeys
        if policy == .allKeys || isNew {
            keys.formUnion(contents.values.keys)
            keys.formUnion(contents.secrets.keys)
        }
        var wire = WireRecord(recordName: recordID.recordName, recordType: recordType)
        for key in keys.sorted() {
            wire.fields[key] = try wireField(key, contents, encryption, uploaded: assets[key])
        }
        if policy == .allKeys || isNew {
            for (key, field) in contents.foreign { wire.fields[key] = field }
            for (key, bytes) in contents.sealed where wire.fields[key] == nil {
                wire.fields[key] = WireField(.encryptedBytes(bytes), isEncrypted: true)
            }
        }
        wire.parent = contents.parent?.wire(in: recordID.zoneID)
        if self is CKShare { wire.sharing = contents.sharing?.forSaving }
        guard policy == .ifServerRecordUnchanged else { return RecordOperation(.forceUpdate, wire) }
        wire.recordChangeTag = tag
        return RecordOperation(isNew ? .create : .update, wire)
    }

    private func wireField(
        _ key: String,
        _ contents: Contents,
        _ encryption: EncryptionKeys,
        uploaded: [WireAsset]?
    ) throws(CKError) -> WireField {
        if let secret = contents.secrets[key] {
            // What was not changed goes back as it came.
            if let sealed = contents.sealed[key] { return WireField(.encryptedBytes(sealed), isEncrypted: true) }
            let sealed = try encryption.seal(secret, of: recordID, field: key)
            return WireField(.encryptedBytes(sealed), isEncrypted: true)
        }
        guard let value = contents.values[key] else { return WireField(.null()) }
        var rest = (uploaded ?? [])[...]
        return WireField(
            try value.wireValue(in: recordID.zoneID) { asset in rest.popFirst() ?? asset.stored?.forSaving }
        )
    }

    /// The assets that must be uploaded before the record can be saved, field by field.
    var assetsToUpload: [(key: String, asset: CKAsset)] {
        read { contents in
            let keys = contents.values.keys.filter { key in
                contents.changedKeys.contains(key) || contents.system.changeTag == nil
            }
            return keys.sorted().flatMap { key in (contents.values[key]?.assets ?? []).map { (key, $0) } }
        }
    }
}

extension WireAsset {
    /// The value to write back for an asset that was read: its address is no part of it.
    var forSaving: WireAsset {
        var asset = self
        asset.downloadURL = nil
        return asset
    }
}

extension WireRecordSharing {
    /// What a client says of a share; the rest is the service's to say.
    fileprivate var forSaving: WireRecordSharing {
        var sharing = WireRecordSharing()
        sharing.forRecord = forRecord
        sharing.publicPermission = publicPermission
        sharing.participants = participants
        return sharing
    }
}
