import CloudKitWebServices
import Foundation

extension CKQueryOperation {
    /// Where a query goes on.
    public typealias Cursor = CKQueryCursor
}

/// Where a query goes on: `CKQueryOperation.Cursor`.
public final class CKQueryCursor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    let request: QueryRecordsRequest

    init(_ request: QueryRecordsRequest) {
        self.request = request
    }

    /// The cursor itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// It can be coded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Codes the query and its place.
    public func encode(with coder: NSCoder) {
        coder.encode(Data(request.json()) as NSData, forKey: "query")
    }

    /// Reads what ``encode(with:)`` wrote; nil for anything else.
    public init?(coder: NSCoder) {
        guard let data = coder.data(forKey: "query"),
            let request = try? QueryRecordsRequest(json: Array(data))
        else { return nil }
        self.request = request
    }
}

extension CKDatabase {
    /// Records that a query finds: the first page.
    ///
    /// - Parameters:
    ///   - query: What to look for.
    ///   - zoneID: The zone; nil means all zones of the database.
    ///   - desiredKeys: The fields to fetch; nil means all.
    ///   - resultsLimit: How many records at most; the service never gives more than 200.
    /// - Returns: The records in the query's order, and where it goes on: nil at the end. A page may be empty and still
    ///   have another one after it.
    /// - Throws: ``CKError``: `invalidArguments` for a predicate that the service cannot be asked.
    public func records(
        matching query: CKQuery,
        inZoneWith zoneID: CKRecordZone.ID? = nil,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults
    ) async throws -> (
        matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?
    ) {
        guard let wire = try query.wire(in: zoneID ?? .default) else { return ([], nil) }
        let request = QueryRecordsRequest(
            query: wire,
            zoneID: zoneID?.wire,
            zoneWide: zoneID == nil && databaseScope != .public ? true : nil,
            resultsLimit: resultsLimit == CKQueryOperation.maximumResults ? nil : resultsLimit,
            desiredKeys: desiredKeys
        )
        return try await page(request)
    }

    /// The next page of a query.
    public func records(
        continuingMatchFrom queryCursor: CKQueryOperation.Cursor,
        desiredKeys: [CKRecord.FieldKey]? = nil,
        resultsLimit: Int = CKQueryOperation.maximumResults
    ) async throws -> (
        matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?
    ) {
        var request = queryCursor.request
        if let desiredKeys { request.desiredKeys = desiredKeys }
        if resultsLimit != CKQueryOperation.maximumResults { request.resultsLimit = resultsLimit }
        return try await page(request)
    }

    private func page(
        _ request: QueryRecordsRequest
    ) async throws(CKError) -> (
        matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: CKQueryOperation.Cursor?
    ) {
        let answer: QueryRecordsResponse = try await call(.queryRecords, request)
        let zone = request.zoneID.map { zoneID($0) } ?? .default
        let found = await records(answer.records.compactMap(\.item), in: zone)
        var matches = found.map { ($0.recordID, Result<CKRecord, any Error>.success($0)) }
        for error in answer.records.compactMap(\.error) {
            matches.append((recordID(error.recordName ?? "", in: zone), .failure(CKError(error, status: 200))))
        }
        guard let marker = answer.continuationMarker else { return (matches, nil) }
        var next = request
        next.continuationMarker = marker
        return (matches, CKQueryOperation.Cursor(next))
    }
}
