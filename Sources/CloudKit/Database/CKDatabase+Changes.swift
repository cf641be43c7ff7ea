import CloudKitWebServices
import Foundation

extension CKDatabase {
    /// Changes of a zone's records.
    public enum RecordZoneChange {
        /// A record that is new or changed.
        public struct Modification: Sendable {
            /// The record in its latest version.
            public let record: CKRecord
        }

        /// A record that was deleted.
        public struct Deletion: Hashable, Sendable {
            /// Which.
            public let recordID: CKRecord.ID
            /// Its type; empty where the service does not say, as it does not over this protocol.
            public let recordType: CKRecord.RecordType
            /// What the deleting app said of it, if it said anything: an addition of this package.
            public let stamp: RecordDeletionStamp?
        }
    }

    /// Changes of a database's zones.
    public enum DatabaseChange {
        /// A zone that is new or has changes.
        public struct Modification: Hashable, Sendable {
            /// Which.
            public let zoneID: CKRecordZone.ID
        }

        /// A zone that is gone.
        public struct Deletion: Hashable, Sendable {
            /// Why it is gone.
            public enum Reason: Int, Sendable {
                /// It was deleted.
                case deleted
                /// The user cleared the app's data; not told over this protocol.
                case purged
                /// The user reset the encrypted data; not told over this protocol.
                case encryptedDataReset
            }

            /// Which.
            public let zoneID: CKRecordZone.ID
            /// Why.
            public let reason: Reason
        }
    }

    /// One page of the changes of a zone's records, each in its latest version.
    ///
    /// - Parameters:
    ///   - zoneID: The zone. The default zone has a feed on this project's service, and none on Apple's.
    ///   - changeToken: Where the last page ended; nil starts from the beginning.
    ///   - desiredKeys: The fields to fetch; nil means all.
    ///   - resultsLimit: How many records at most; the service never gives more than 200.
    /// - Returns: The changes, the token for the next page, and whether there is one now. A page may be empty and still
    ///   have another one after it.
    /// - Throws: ``CKError``: `changeTokenExpired` if everything must be fetched anew, `zoneNotFound`.
    public func recordZoneChanges(
        inZoneWith zoneID: CKRecordZone.ID,
        since changeToken: CKServerChangeToken? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int? = nil
    ) async throws -> (
        modificationResultsByID: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>],
        deletions: [RecordZoneChange.Deletion],
        changeToken: CKServerChangeToken,
        moreComing: Bool
    ) {
        let page = try await changes(of: zoneID, since: changeToken, desiredKeys, limit: resultsLimit)
        var modifications: [CKRecord.ID: Result<RecordZoneChange.Modification, any Error>] = [:]
        for (id, result) in page.modifications {
            modifications[id] = result.map { RecordZoneChange.Modification(record: $0) }
        }
        return (modifications, page.deletions, page.token, page.moreComing)
    }

    /// A page of changes, in the order of the service.
    struct ChangesPage: Sendable {
        var modifications: [(id: CKRecord.ID, result: Result<CKRecord, any Error>)]
        var deletions: [RecordZoneChange.Deletion]
        var token: CKServerChangeToken
        var moreComing: Bool
    }

    func changes(
        of zoneID: CKRecordZone.ID,
        since token: CKServerChangeToken?,
        _ desiredKeys: [String]?,
        limit: Int?
    ) async throws(CKError) -> ChangesPage {
        let options = ZoneChangesOptions(resultsLimit: limit == 0 ? nil : limit, desiredKeys: desiredKeys)
        let query = ZoneChangesQuery(zoneID: zoneID.wire, syncToken: token?.text, options: options)
        let answer: ZoneChangesResponse =
            try await call(.zoneChanges, ZoneChangesRequest(zones: [query]), hadToken: token != nil)
        guard let zone = answer.zones.first, answer.zones.count == 1 else {
            throw CKError(.internalError, reason: "the service answered another number of zones")
        }
        switch zone {
        case .failure(let error): throw CKError(error, status: 200, hadToken: token != nil)
        case .success(let changes): return try await page(changes, zoneID, token)
        }
    }

    private func page(
        _ changes: ZoneChanges,
        _ zoneID: CKRecordZone.ID,
        _ token: CKServerChangeToken?
    ) async throws(CKError) -> ChangesPage {
        guard let text = changes.syncToken ?? token?.text else {
            throw CKError(.internalError, reason: "the service answered without a token")
        }
        let live = changes.records.compactMap(\.item).filter { !$0.isDeleted }
        var modifications: [(id: CKRecord.ID, result: Result<CKRecord, any Error>)] =
            await records(live, in: zoneID).map { ($0.recordID, .success($0)) }
        for error in changes.records.compactMap(\.error) {
            let id = recordID(error.recordName ?? "", in: zoneID)
            modifications.append((id, .failure(CKError(error, status: 200))))
        }
        let deletions = changes.records.compactMap(\.item).filter(\.isDeleted).compactMap { record in
            record.recordName.map { name in
                RecordZoneChange.Deletion(
                    recordID: recordID(name, in: zoneID),
                    recordType: record.recordType ?? "",
                    stamp: record.deletion.map { RecordDeletionStamp($0) }
                )
            }
        }
        return ChangesPage(
            modifications: modifications,
            deletions: deletions,
            token: CKServerChangeToken(text: text),
            moreComing: changes.moreComing
        )
    }

    /// One page of the zones that changed.
    ///
    /// - Parameters:
    ///   - changeToken: Where the last page ended; nil gives all zones.
    ///   - resultsLimit: How many zones at most.
    /// - Returns: The zones, the token for the next page, and whether there is one now. Store the token only once all of
    ///   these zones' changes are stored.
    /// - Throws: ``CKError``: `changeTokenExpired` if everything must be fetched anew.
    public func databaseChanges(
        since changeToken: CKServerChangeToken?,
        resultsLimit: Int? = nil
    ) async throws -> (
        modifications: [DatabaseChange.Modification],
        deletions: [DatabaseChange.Deletion],
        changeToken: CKServerChangeToken,
        moreComing: Bool
    ) {
        let limit = resultsLimit == 0 ? nil : resultsLimit
        let request = DatabaseChangesRequest(syncToken: changeToken?.text, resultsLimit: limit)
        let answer: DatabaseChangesResponse =
            try await call(.databaseChanges, request, hadToken: changeToken != nil)
        guard let text = answer.syncToken ?? changeToken?.text else {
            throw CKError(.internalError, reason: "the service answered without a token")
        }
        if let error = answer.zones.lazy.compactMap(\.error).first { throw CKError(error, status: 200) }
        let zones = answer.zones.compactMap(\.item)
        return (
            zones.filter { !$0.isDeleted }.map { DatabaseChange.Modification(zoneID: zoneID($0.zoneID)) },
            zones.filter(\.isDeleted).map { DatabaseChange.Deletion(zoneID: zoneID($0.zoneID), reason: .deleted) },
            CKServerChangeToken(text: text),
            answer.moreComing
        )
    }
}
