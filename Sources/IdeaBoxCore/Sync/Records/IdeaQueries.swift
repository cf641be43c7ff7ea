import AppCommons
import CloudKit
import Foundation

/// The four queries of the contract with the service: all ideas, completed ones, those changed since a moment, and one by
/// its id.
///
/// They are for whoever looks at the service past the store. Sync itself follows the change feed, which also tells of
/// deletions; every private database has one, of its default zone or of a zone of the app's own.
struct IdeaQueries: Sendable {
    /// Records of a page.
    static let pageSize = 100

    /// The database of the account.
    let database: CKDatabase
    /// The zone of the ideas.
    let zoneID: CKRecordZone.ID

    /// A part of what a query finds.
    struct Page: Sendable {
        /// The ideas, in the query's order.
        var ideas: [RemoteIdea] = []
        /// Records that are no ideas, and why.
        var refused: [CKRecord.ID: RecordRefusal] = [:]
        /// Where the query goes on; nil at its end.
        var next: CKQueryOperation.Cursor?
    }

    /// All ideas, last changed first.
    ///
    /// - Parameter cursor: Where an earlier page says that the query goes on; nil begins it.
    /// - Returns: A page.
    /// - Throws: `CKError`.
    func all(from cursor: CKQueryOperation.Cursor? = nil) async throws -> Page {
        try await page(NSPredicate(value: true), isAscending: false, from: cursor)
    }

    /// The ideas that are done, last changed first.
    ///
    /// - Parameter cursor: Where an earlier page says that the query goes on; nil begins it.
    /// - Returns: A page.
    /// - Throws: `CKError`.
    func completed(from cursor: CKQueryOperation.Cursor? = nil) async throws -> Page {
        try await page(NSPredicate(format: "isCompleted == %d", 1), isAscending: false, from: cursor)
    }

    /// The ideas that were changed after a moment, in the order of their changes; those that were deleted are not told.
    ///
    /// - Parameters:
    ///   - moment: Changes of this millisecond are left out.
    ///   - cursor: Where an earlier page says that the query goes on; nil begins it.
    /// - Returns: A page.
    /// - Throws: `CKError`.
    func changed(since moment: Date, from cursor: CKQueryOperation.Cursor? = nil) async throws -> Page {
        let predicate = NSPredicate(format: "updatedAt > %@", moment.cutToMilliseconds as NSDate)
        return try await page(predicate, isAscending: true, from: cursor)
    }

    /// The idea with the id; nil where the service has none.
    ///
    /// Throws `CKError`, and ``RecordRefusal`` where the record is no idea.
    func idea(_ id: UUID) async throws -> RemoteIdea? {
        let found = try await page(NSPredicate(format: "id == %@", id.text), isAscending: false, from: nil)
        if let refusal = found.refused.values.first { throw refusal }
        return found.ideas.first
    }

    private func page(
        _ predicate: NSPredicate,
        isAscending: Bool,
        from cursor: CKQueryOperation.Cursor?
    ) async throws -> Page {
        let query = CKQuery(recordType: RemoteIdea.recordType, predicate: predicate)
        query.sortDescriptors = [NSSortDescriptor(key: "updatedAt", ascending: isAscending)]
        let answer =
            if let cursor {
                try await database.records(continuingMatchFrom: cursor, resultsLimit: Self.pageSize)
            } else {
                try await database.records(matching: query, inZoneWith: zoneID, resultsLimit: Self.pageSize)
            }
        var page = Page(next: answer.queryCursor)
        for (id, result) in answer.matchResults {
            do throws(RecordRefusal) {
                page.ideas.append(try RemoteIdea(try Self.record(result)))
            } catch {
                page.refused[id] = error
            }
        }
        return page
    }

    private static func record(_ result: Result<CKRecord, any Error>) throws(RecordRefusal) -> CKRecord {
        guard case .success(let record) = result else { throw .unreadable }
        return record
    }
}
