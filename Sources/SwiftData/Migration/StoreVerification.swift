import Foundation
import GRDB

/// Reads a copy or a migrated store again, from its file, to see that what was written can be read.
///
/// A connection of its own asks, so that no page comes from a cache. What it cannot see is a changed byte within a value
/// where the pages carry no sums.
enum StoreVerification {
    /// Looks through every page, index and link.
    ///
    /// - Throws: ``StoreError/damaged(_:reason:)`` with what was found, and where the file cannot be opened.
    static func checkIntegrity(of file: URL) throws {
        guard let problem = try StoreIntegrity.problems(in: file, limit: 1).first else { return }
        throw StoreError.damaged(file, reason: problem)
    }

    /// Checks that a copy is sound and has as many rows in each table as the store had.
    static func check(copy: URL, against counts: [String: Int]) throws {
        try checkIntegrity(of: copy)
        let queue = try StoreVFS.opening(copy) { try DatabaseQueue(path: $0) }
        defer { try? queue.close() }
        let found = try queue.read(rowCounts)
        guard let table = Set(found.keys).union(counts.keys).sorted().first(where: { found[$0] != counts[$0] }) else {
            return
        }
        func text(_ count: Int?) -> String { count.map { "\($0) rows" } ?? "no table" }
        let reason = "\(table) has \(text(found[table])) in the copy and \(text(counts[table])) in the store"
        throw StoreError.damaged(copy, reason: reason)
    }

    /// The number of rows of each table.
    static func rowCounts(_ database: Database) throws -> [String: Int] {
        let names = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage <> 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """
        )
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let sql = "SELECT count(*) FROM \(SchemaSQL.quoted(name))"
                return (name, try Int.fetchOne(database, sql: sql) ?? 0)
            }
        )
    }
}
