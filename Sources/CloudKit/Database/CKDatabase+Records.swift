import CloudKitWebServices
import Foundation

extension CKDatabase {
    /// A record by its ID.
    ///
    /// - Throws: ``CKError``: `unknownItem` if it is not there.
    public func record(for recordID: CKRecord.ID) async throws -> CKRecord {
        guard let result = try await records(for: [recordID])[recordID] else {
            throw CKError(.internalError, reason: "the service answered without the record")
        }
        return try result.get()
    }

    /// Records by their IDs.
    ///
    /// - Parameters:
    ///   - ids: The IDs, of any zones and any number.
    ///   - desiredKeys: The fields to fetch; nil means all.
    /// - Returns: Each record, or its own error: `zoneNotFound` for all of a zone that is not there.
    /// - Throws: ``CKError``, if a request failed as a whole.
    public func records(
        for ids: [CKRecord.ID],
        desiredKeys: [CKRecord.FieldKey]? = nil
    ) async throws -> [CKRecord.ID: Result<CKRecord, any Error>] {
        var results: [CKRecord.ID: Result<CKRecord, any Error>] = [:]
        let zones = Dictionary(grouping: ids, by: \.zoneID).sorted { $0.key.zoneName < $1.key.zoneName }
        for (zoneID, ids) in zones {
            var rest = Set(ids).sorted { $0.recordName < $1.recordName }[...]
            while !rest.isEmpty {
                let chunk = Array(rest.prefix(ServiceLimits.operationsPerRequest))
                rest = rest.dropFirst(chunk.count)
                try await lookUp(chunk, in: zoneID, desiredKeys, into: &results)
            }
        }
        return results
    }

    private func lookUp(
        _ ids: [CKRecord.ID],
        in zoneID: CKRecordZone.ID,
        _ desiredKeys: [String]?,
        into results: inout [CKRecord.ID: Result<CKRecord, any Error>]
    ) async throws(CKError) {
        let request = LookupRecordsRequest(
            records: ids.map { RecordLookup(recordName: $0.recordName) },
            zoneID: zoneID.wire,
            desiredKeys: desiredKeys
        )
        let answer: LookupRecordsResponse
        do throws(CKError) {
            answer = try await call(.lookupRecords, request)
        } catch {
            guard [.zoneNotFound, .userDeletedZone].contains(error.code) else { throw error }
            // The service refuses the request; what is asked of other zones is not concerned.
            for id in ids { results[id] = .failure(error) }
            return
        }
        guard answer.records.count == ids.count else {
            throw CKError(.internalError, reason: "the service answered another number of records")
        }
        let found = await records(answer.records.compactMap(\.item), in: zoneID)
        let byName = Dictionary(found.map { ($0.recordID.recordName, $0) }) { first, _ in first }
        for (id, result) in zip(ids, answer.records) {
            if let error = result.error {
                results[id] = .failure(CKError(error, status: 200))
            } else if let record = byName[id.recordName] {
                results[id] = .success(record)
            } else {
                results[id] = .failure(CKError(.internalError, reason: "the service answered another record"))
            }
        }
    }

    /// Saves a record, unless the service has another version of it.
    ///
    /// - Returns: The record as the service has it now, with its new change tag: use this one from now on.
    /// - Throws: ``CKError``, that of the record: `serverRecordChanged` with the three versions in conflict.
    @discardableResult
    public func save(_ record: CKRecord) async throws -> CKRecord {
        let modified = try await modify(
            saving: [record],
            deleting: [],
            policy: .ifServerRecordUnchanged,
            atomically: false
        )
        guard let result = modified.saves[record.recordID] else {
            throw CKError(.internalError, reason: "the service answered without the record")
        }
        return try result.get()
    }

    /// Deletes a record, whatever its version; one that is not there is deleted already.
    @discardableResult
    public func deleteRecord(withID recordID: CKRecord.ID) async throws -> CKRecord.ID {
        let modified = try await modify(
            saving: [],
            deleting: [recordID],
            policy: .ifServerRecordUnchanged,
            atomically: false
        )
        try modified.deletes[recordID]?.get()
        return recordID
    }

    /// Saves and deletes records, of any zones.
    ///
    /// - Parameters:
    ///   - recordsToSave: The records to save.
    ///   - recordIDsToDelete: The records to delete.
    ///   - savePolicy: What happens where the service has another version.
    ///   - atomically: Whether each zone takes all of its records or none; the default zone and the public database do
    ///     not offer it. At most 200 records of one zone then, or `limitExceeded`.
    /// - Returns: What became of each record.
    /// - Throws: ``CKError``, if nothing at all could be asked.
    public func modifyRecords(
        saving recordsToSave: [CKRecord],
        deleting recordIDsToDelete: [CKRecord.ID],
        savePolicy: CKModifyRecordsOperation.RecordSavePolicy = .ifServerRecordUnchanged,
        atomically: Bool = true
    ) async throws -> (
        saveResults: [CKRecord.ID: Result<CKRecord, any Error>],
        deleteResults: [CKRecord.ID: Result<Void, any Error>]
    ) {
        let modified = try await modify(
            saving: recordsToSave,
            deleting: recordIDsToDelete,
            policy: savePolicy,
            atomically: atomically
        )
        return (modified.saves, modified.deletes)
    }
}
