import Foundation
import GRDBSQLite
import SwiftData
import Testing

@testable import IdeaBoxCore

/// With a million ideas a page must come out of an index, whatever list it belongs to.
@Suite("How lists are read")
struct QueryPlanTests {
    /// What SQLite means to do for a statement on the store.
    private func plan(_ sql: String, _ box: TestBox) throws -> String {
        var (handle, statement): (OpaquePointer?, OpaquePointer?)
        defer {
            sqlite3_finalize(statement)
            sqlite3_close(handle)
        }
        try #require(sqlite3_open(box.folders.storeFile.path, &handle) == SQLITE_OK)
        try #require(
            sqlite3_prepare_v2(handle, "EXPLAIN QUERY PLAN \(sql)", -1, &statement, nil) == SQLITE_OK,
            "\(sql)"
        )
        var lines: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            lines.append(sqlite3_column_text(statement, 3).map { String(cString: $0) } ?? "")
        }
        return lines.joined(separator: "\n")
    }

    @Test(
        "Every list comes out of an index in its order",
        arguments: [
            (IdeaList.all, "(deletedAt=?)"), (.open, "(deletedAt=? AND isCompleted=?)"),
            (.completed, "(deletedAt=? AND isCompleted=?)"), (.trash, "(deletedAt>?)"),
        ]
    )
    func lists(_ list: IdeaList, _ search: String) throws {
        let box = try TestBox()
        let repository = try box.repository()
        let explanation = try repository.context.explain(list.descriptor(trashedSince: sampleMoment, IdeaPage()))
        #expect(explanation.inMemory == [])
        let plan = try plan(explanation.sql, box)
        // Ideas of one moment may be sorted among themselves.
        #expect(plan.contains(search) && plan.contains("INDEX") && !plan.contains("FOR ORDER BY"), "\(plan)")
    }

    @Test("The history is asked for in SQL alone")
    func history() throws {
        let context = try TestBox().repository().context
        for idea in [sampleID(1), nil] {
            for event in [LogEvent.create, nil] {
                let filter = HistoryFilter(idea: idea, event: event)
                #expect(try context.explain(filter.descriptor(keptSince: sampleMoment)).inMemory == [])
            }
        }
    }
}
