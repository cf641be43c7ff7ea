import Foundation

/// Fetches one page of the records that a query finds.
public final class CKQueryOperation: CKDatabaseOperation, @unchecked Sendable {
    /// As many records as the service gives at once.
    public static let maximumResults = 0

    /// What to look for.
    public var query: CKQuery?
    /// Where to go on, instead of a query.
    public var cursor: Cursor?
    /// The zone; nil means all zones of the database.
    public var zoneID: CKRecordZone.ID?
    /// How many records at most.
    public var resultsLimit = CKQueryOperation.maximumResults
    /// The fields to fetch; nil means all.
    public var desiredKeys: [CKRecord.FieldKey]?
    /// Called for each record, in the query's order.
    public var recordMatchedBlock: (@Sendable (CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// The older form of ``recordMatchedBlock``, for records that were found.
    public var recordFetchedBlock: (@Sendable (CKRecord) -> Void)?
    /// Called at the end, with where the query goes on: nil at its end.
    public var queryResultBlock: (@Sendable (Result<Cursor?, any Error>) -> Void)?
    /// The older form of ``queryResultBlock``.
    public var queryCompletionBlock: (@Sendable (Cursor?, (any Error)?) -> Void)?

    /// An operation without a query yet.
    public override init() {
        super.init()
    }

    /// An operation that begins a query.
    public init(query: CKQuery) {
        self.query = query
        super.init()
    }

    /// An operation that goes on with one.
    public init(cursor: Cursor) {
        self.cursor = cursor
        super.init()
    }

    override func perform() async {
        do {
            let page = try await page()
            for (id, result) in page.matchResults {
                recordMatchedBlock?(id, result)
                if let record = try? result.get() { recordFetchedBlock?(record) }
            }
            queryResultBlock?(.success(page.queryCursor))
            queryCompletionBlock?(page.queryCursor, nil)
        } catch {
            let error = CKError(failure: error)
            queryResultBlock?(.failure(error))
            queryCompletionBlock?(nil, error)
        }
    }

    private func page() async throws -> (
        matchResults: [(CKRecord.ID, Result<CKRecord, any Error>)], queryCursor: Cursor?
    ) {
        if let cursor {
            return try await target.records(
                continuingMatchFrom: cursor,
                desiredKeys: desiredKeys,
                resultsLimit: resultsLimit
            )
        }
        guard let query else { throw CKError(.invalidArguments, reason: "the operation has neither query nor cursor") }
        return try await target.records(
            matching: query,
            inZoneWith: zoneID,
            desiredKeys: desiredKeys,
            resultsLimit: resultsLimit
        )
    }
}
