import BenchmarkData
import Foundation
import GRDB

/// The idea table through GRDB's records and query interface, on a `DatabaseQueue`.
package final class GRDBIdeas {
    package let queue: DatabaseQueue

    package init(_ file: URL, full: Bool = false) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = \(full ? "FULL" : "NORMAL")")
        }
        queue = try DatabaseQueue(path: file.path, configuration: configuration)
    }

    // MARK: Writing

    package func insert(_ ideas: [IdeaValues]) throws {
        try queue.write { database in
            for idea in ideas {
                try IdeaRecord(idea).insert(database)
            }
        }
    }

    package func insertSingly(_ ideas: [IdeaValues]) throws {
        for idea in ideas {
            try queue.write { try IdeaRecord(idea).insert($0) }
        }
    }

    /// Writes changed records: `records` in primary key order, changed in place.
    package func apply(_ changes: [IdeaChange], to records: inout [IdeaRecord]) throws {
        for change in changes {
            records[change.position].values.title = change.title
            records[change.position].values.updatedAt = change.updatedAt
            records[change.position].values.version = change.version
        }
        let changed = records
        try queue.write { database in
            for change in changes {
                try changed[change.position].update(
                    database,
                    columns: [IdeaRecord.Columns.title, .updatedAt, .version]
                )
            }
        }
    }

    // MARK: Reading

    package func all() throws -> [IdeaRecord] {
        try queue.read { try IdeaRecord.fetchAll($0) }
    }

    package func firstPage(_ limit: Int) throws -> [IdeaRecord] {
        try queue.read { database in
            try IdeaRecord.order(IdeaRecord.Columns.updatedAt.desc).limit(limit).fetchAll(database)
        }
    }

    package func open(containing word: String) throws -> [IdeaRecord] {
        try queue.read { database in
            try IdeaRecord
                .filter(IdeaRecord.Columns.isCompleted == false)
                .filter(sql: "instr(title, ?) > 0", arguments: [word])
                .fetchAll(database)
        }
    }

    package func open(like word: String) throws -> [IdeaRecord] {
        try queue.read { database in
            try IdeaRecord
                .filter(IdeaRecord.Columns.isCompleted == false)
                .filter(IdeaRecord.Columns.title.like("%\(word)%"))
                .fetchAll(database)
        }
    }

    package func count() throws -> Int {
        try queue.read { try IdeaRecord.fetchCount($0) }
    }

    package func countOpen() throws -> Int {
        try queue.read { database in
            try IdeaRecord
                .filter(IdeaRecord.Columns.isCompleted == false && IdeaRecord.Columns.version < 25)
                .fetchCount(database)
        }
    }

    /// A query of a fixed shape with `version` in it, as SQL that is not compiled yet.
    package func translatedRequest(version: Int, containing word: String) throws -> String {
        try queue.read { database in
            let request =
                IdeaRecord
                .filter(IdeaRecord.Columns.isCompleted == false && IdeaRecord.Columns.version < version)
                .filter(sql: "instr(title, ?) > 0", arguments: [word])
            let literal: SQL = "\(request)"
            return try literal.build(database).sql
        }
    }

    package func keysNewestFirst() throws -> [Int64] {
        try queue.read { database in
            let keys = IdeaRecord.select(IdeaRecord.Columns.pk, as: Int64.self)
            return try keys.order(IdeaRecord.Columns.updatedAt.desc).fetchAll(database)
        }
    }
}
