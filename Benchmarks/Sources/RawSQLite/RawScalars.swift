import Foundation

/// Statements that answer with a number or a list of keys: counts, faults.
package final class RawScalars {
    private let database: RawDatabase
    private let total: RawStatement
    private let totalOpen: RawStatement
    private let keys: RawStatement

    package init(_ database: RawDatabase) throws {
        self.database = database
        total = try database.prepare("SELECT COUNT(*) FROM BenchIdea")
        totalOpen = try database.prepare("SELECT COUNT(*) FROM BenchIdea WHERE isCompleted = 0 AND version < 25")
        keys = try database.prepare("SELECT pk FROM BenchIdea ORDER BY updatedAt DESC")
    }

    package func count() throws -> Int {
        try number(of: total)
    }

    /// Ideas that are open and were changed fewer than 25 times: a scan, no index helps.
    package func countOpen() throws -> Int {
        try number(of: totalOpen)
    }

    /// Every primary key, the idea changed last first.
    package func keysNewestFirst() throws -> [Int] {
        defer { keys.reset() }
        var found: [Int] = []
        while try keys.step() {
            found.append(keys.int(0))
        }
        return found
    }

    private func number(of statement: RawStatement) throws -> Int {
        defer { statement.reset() }
        return try statement.step() ? statement.int(0) : 0
    }
}
