import BenchmarkData
import Foundation
import GRDBSQLite

/// One idea as read from its table: the row and its key.
package struct RawIdea {
    package let key: Int
    package let values: IdeaValues
}

/// The idea table through prepared statements: the floor that every other implementation is measured against.
///
/// The table has the shape that SwiftData gives the model `BenchIdea`.
package final class RawIdeas {
    package static let schema = """
        CREATE TABLE BenchIdea (
            pk INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL, title TEXT NOT NULL, details TEXT NOT NULL,
            isCompleted INTEGER NOT NULL, createdAt REAL NOT NULL, updatedAt REAL NOT NULL, deviceId TEXT NOT NULL,
            version INTEGER NOT NULL, lastSyncedAt REAL);
        CREATE UNIQUE INDEX BenchIdea_id ON BenchIdea (id);
        CREATE INDEX BenchIdea_updatedAt ON BenchIdea (updatedAt);
        """
    private static let columns =
        "pk, id, title, details, isCompleted, createdAt, updatedAt, deviceId, version, lastSyncedAt"

    package let database: RawDatabase
    private let insertion: RawStatement
    private let selection: RawStatement
    private let page: RawStatement
    private let update: RawStatement
    private let containing: RawStatement

    package init(_ database: RawDatabase) throws {
        self.database = database
        insertion = try database.prepare(
            """
            INSERT INTO BenchIdea
                (id, title, details, isCompleted, createdAt, updatedAt, deviceId, version, lastSyncedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        selection = try database.prepare("SELECT \(Self.columns) FROM BenchIdea")
        page = try database.prepare("SELECT \(Self.columns) FROM BenchIdea ORDER BY updatedAt DESC LIMIT ?")
        update = try database.prepare("UPDATE BenchIdea SET title = ?, updatedAt = ?, version = ? WHERE pk = ?")
        containing = try database.prepare(
            "SELECT \(Self.columns) FROM BenchIdea WHERE isCompleted = 0 AND instr(title, ?) > 0"
        )
    }

    // MARK: Writing

    package func insert(_ ideas: [IdeaValues]) throws {
        try database.transaction {
            for idea in ideas {
                try insertRow(idea)
            }
        }
    }

    package func insertSingly(_ ideas: [IdeaValues]) throws {
        for idea in ideas {
            try database.transaction { try insertRow(idea) }
        }
    }

    package func apply(_ changes: [IdeaChange]) throws {
        try database.transaction {
            for change in changes {
                update.bind(change.title, at: 1)
                update.bind(change.updatedAt, at: 2)
                update.bind(change.version, at: 3)
                update.bind(change.position + 1, at: 4)
                try update.run()
            }
        }
    }

    private func insertRow(_ idea: IdeaValues) throws {
        insertion.bind(idea.id, at: 1)
        insertion.bind(idea.title, at: 2)
        insertion.bind(idea.details, at: 3)
        insertion.bind(idea.isCompleted, at: 4)
        insertion.bind(idea.createdAt, at: 5)
        insertion.bind(idea.updatedAt, at: 6)
        insertion.bind(idea.deviceId, at: 7)
        insertion.bind(idea.version, at: 8)
        insertion.bind(idea.lastSyncedAt, at: 9)
        try insertion.run()
    }

    // MARK: Reading

    package func all() throws -> [RawIdea] {
        try rows(of: selection)
    }

    /// The ideas changed last, newest first.
    package func firstPage(_ limit: Int) throws -> [RawIdea] {
        page.bind(limit, at: 1)
        return try rows(of: page)
    }

    /// Open ideas whose title holds `word`, compared byte by byte.
    package func open(containing word: String) throws -> [RawIdea] {
        containing.bind(word, at: 1)
        return try rows(of: containing)
    }

    private func rows(of statement: RawStatement) throws -> [RawIdea] {
        defer { statement.reset() }
        var ideas: [RawIdea] = []
        while try statement.step() {
            ideas.append(RawIdea(key: statement.int(0), values: Self.values(of: statement)))
        }
        return ideas
    }

    private static func values(of row: RawStatement) -> IdeaValues {
        IdeaValues(
            id: row.uuid(1),
            title: row.string(2),
            details: row.string(3),
            isCompleted: row.int(4) != 0,
            createdAt: row.date(5),
            updatedAt: row.date(6),
            deviceId: row.string(7),
            version: row.int(8),
            lastSyncedAt: row.optionalDate(9)
        )
    }
}
