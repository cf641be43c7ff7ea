import Foundation

/// Fetches records by their IDs.
public final class CKFetchRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// The records to fetch.
    public var recordIDs: [CKRecord.ID]?
    /// The fields to fetch; nil means all.
    public var desiredKeys: [CKRecord.FieldKey]?
    /// Called with a record and how much of it is here, from 0 to 1: here only when all of it is.
    public var perRecordProgressBlock: (@Sendable (CKRecord.ID, Double) -> Void)?
    /// Called for each record.
    public var perRecordResultBlock: (@Sendable (CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some records failed.
    public var fetchRecordsResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?
    /// The older form of ``fetchRecordsResultBlock``, with the records.
    public var fetchRecordsCompletionBlock: (@Sendable ([CKRecord.ID: CKRecord]?, (any Error)?) -> Void)?
    private var fetchesCurrentUser = false

    /// An operation.
    public init(recordIDs: [CKRecord.ID] = []) {
        self.recordIDs = recordIDs
        super.init()
    }

    /// An operation that fetches the signed-in user's own record, in the public database.
    public static func fetchCurrentUserRecordOperation() -> CKFetchRecordsOperation {
        let operation = CKFetchRecordsOperation()
        operation.fetchesCurrentUser = true
        return operation
    }

    override func perform() async {
        let found = await Result<[CKRecord.ID: Result<CKRecord, any Error>], any Error>.ofWork {
            var ids = recordIDs ?? []
            if fetchesCurrentUser { ids = [try await CKContainer(link: target.link).userRecordID()] }
            return try await target.records(for: ids, desiredKeys: desiredKeys)
        }
        switch found {
        case .failure(let error):
            fetchRecordsResultBlock?(.failure(error))
            fetchRecordsCompletionBlock?(nil, error)
        case .success(let results): end(results)
        }
    }

    private func end(_ results: [CKRecord.ID: Result<CKRecord, any Error>]) {
        var errors: [AnyHashable: any Error] = [:]
        var records: [CKRecord.ID: CKRecord] = [:]
        let order = fetchesCurrentUser ? Array(results.keys) : recordIDs ?? []
        for id in order {
            guard let result = results[id] else { continue }
            switch result {
            case .success(let record):
                records[id] = record
                perRecordProgressBlock?(id, 1)
            case .failure(let error): errors[id] = error
            }
            perRecordResultBlock?(id, result)
        }
        fetchRecordsResultBlock?(overall(errors))
        fetchRecordsCompletionBlock?(records, errors.isEmpty ? nil : CKError.partial(errors))
    }
}
