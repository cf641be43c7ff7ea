import Foundation
import Synchronization

/// Saves and deletes records.
public final class CKModifyRecordsOperation: CKDatabaseOperation, @unchecked Sendable {
    /// What happens where the service has another version of a record.
    public enum RecordSavePolicy: Int, Sendable {
        /// The record is refused: `serverRecordChanged`.
        case ifServerRecordUnchanged = 0
        /// The changed fields are written, whatever the version.
        case changedKeys = 1
        /// All fields are written, whatever the version; those that only the service has stay.
        case allKeys = 2
    }

    /// The records to save.
    public var recordsToSave: [CKRecord]?
    /// The records to delete.
    public var recordIDsToDelete: [CKRecord.ID]?
    /// What happens where the service has another version of a record.
    public var savePolicy = RecordSavePolicy.ifServerRecordUnchanged
    /// Whether each zone takes all of its records or none.
    public var isAtomic = true
    /// A mark of the app's own; without effect here.
    public var clientChangeTokenData: Data?
    /// Called with a record and how much of it is done, from 0 to 1: here only when it is.
    public var perRecordProgressBlock: (@Sendable (CKRecord, Double) -> Void)?
    /// Called for each record that was to be saved.
    public var perRecordSaveBlock: (@Sendable (CKRecord.ID, Result<CKRecord, any Error>) -> Void)?
    /// Called for each record that was to be deleted.
    public var perRecordDeleteBlock: (@Sendable (CKRecord.ID, Result<Void, any Error>) -> Void)?
    /// The older form of ``perRecordSaveBlock``.
    public var perRecordCompletionBlock: (@Sendable (CKRecord, (any Error)?) -> Void)?
    /// Called at the end: with `partialFailure` if some records failed.
    public var modifyRecordsResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?
    /// The older form of ``modifyRecordsResultBlock``, with what was saved and deleted.
    public var modifyRecordsCompletionBlock: (@Sendable ([CKRecord]?, [CKRecord.ID]?, (any Error)?) -> Void)?

    /// An operation.
    public init(recordsToSave: [CKRecord]? = nil, recordIDsToDelete: [CKRecord.ID]? = nil) {
        self.recordsToSave = recordsToSave
        self.recordIDsToDelete = recordIDsToDelete
        super.init()
    }

    override func perform() async {
        let saving = recordsToSave ?? []
        let given = Dictionary(saving.map { ($0.recordID, $0) }) { first, _ in first }
        let result = await Result<CKDatabase.Modified, any Error>.ofWork {
            try await target.modify(
                saving: saving,
                deleting: recordIDsToDelete ?? [],
                policy: savePolicy,
                atomically: isAtomic
            ) { id, result in
                self.tell(id, given[id], result)
            }
        }
        end(result)
    }

    private func tell(_ id: CKRecord.ID, _ given: CKRecord?, _ result: Result<CKRecord?, CKError>) {
        guard let given else {
            perRecordDeleteBlock?(id, result.map { _ in }.mapError { $0 })
            return
        }
        if let saved = try? result.get() {
            perRecordProgressBlock?(saved, 1)
            perRecordCompletionBlock?(saved, nil)
        } else if case .failure(let error) = result {
            perRecordCompletionBlock?(given, error)
        }
        perRecordSaveBlock?(id, result.map { $0 ?? given }.mapError { $0 })
    }

    private func end(_ result: Result<CKDatabase.Modified, any Error>) {
        switch result {
        case .failure(let error):
            modifyRecordsResultBlock?(.failure(error))
            modifyRecordsCompletionBlock?(nil, nil, error)
        case .success(let modified):
            var errors: [AnyHashable: any Error] = [:]
            for (id, result) in modified.saves { if case .failure(let error) = result { errors[id] = error } }
            for (id, result) in modified.deletes { if case .failure(let error) = result { errors[id] = error } }
            let whole = overall(errors)
            modifyRecordsResultBlock?(whole)
            let saved = (recordsToSave ?? []).compactMap { try? modified.saves[$0.recordID]?.get() }
            let deleted = (recordIDsToDelete ?? []).filter { (try? modified.deletes[$0]?.get()) != nil }
            modifyRecordsCompletionBlock?(saved, deleted, errors.isEmpty ? nil : CKError.partial(errors))
        }
    }
}
