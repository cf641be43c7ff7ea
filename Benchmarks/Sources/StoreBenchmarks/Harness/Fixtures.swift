import BenchmarkData
import Foundation
import RawSQLite

/// The stores that rows read: made by SwiftData, so that they have its layout, and filled through the C API.
///
/// Their names carry a digest of the layout, the seed and the size; a workspace that is kept never serves a stale one.
final class Fixtures {
    let workspace: Workspace
    private let ideas: IdeaSource
    private let alarms: AlarmSource

    init(_ workspace: Workspace, _ ideas: IdeaSource, _ alarms: AlarmSource) {
        self.workspace = workspace
        self.ideas = ideas
        self.alarms = alarms
    }

    /// A store of `count` ideas.
    ///
    /// Several contenders may read it at the same time; who writes takes a copy.
    func ideas(_ count: Int) throws -> URL {
        try store("ideas", count) { database in
            let table = try RawIdeas(database)
            try self.inBatches(count) { try table.insert(self.ideas.ideas($0)) }
        }
    }

    /// A store of `count` alarms with seven repeats each.
    func alarms(_ count: Int) throws -> URL {
        try store("alarms", count) { database in
            let table = try RawAlarms(database)
            try self.inBatches(count) { try table.insert($0.map(self.alarms.alarm(at:))) }
        }
    }

    /// A store of one project with `count` tasks.
    func project(ofTasks count: Int) throws -> URL {
        try projects(
            "project",
            count,
            opens: { _ = try SwiftDataProjects($0).counts() },
            fill: { try SwiftDataProjects($0).insert([$1.project(ofTasks: count)], tags: []) }
        )
    }

    /// A store of many projects with their tasks and tags.
    func projects(_ count: Int) throws -> URL {
        try projects(
            "projects",
            count,
            opens: { _ = try SwiftDataProjects($0) },
            fill: { try SwiftDataProjects($0).insert($1.projects(count), tags: $1.tagNames) }
        )
    }

    /// The same projects in plain tables.
    func rawProjects(_ count: Int) throws -> URL {
        try projects(
            "projects-raw",
            count,
            opens: { _ = try RawProjects(opening: $0) },
            fill: { try RawProjects(creating: $0).insert($1.projects(count), tags: $1.tagNames) }
        )
    }

    private func projects(
        _ kind: String,
        _ count: Int,
        opens: (URL) throws -> Void,
        fill: (URL, ProjectSource) throws -> Void
    ) throws -> URL {
        try make(
            kind,
            count,
            opens: opens,
            fill: { file in
                try fill(file, ProjectSource(seed: self.ideas.seed))
                // A copy of the store is one of its main file alone.
                try RawDatabase(file).execute("PRAGMA wal_checkpoint(TRUNCATE)")
            }
        )
    }

    /// The same ideas in a plain table with an FTS5 index written by hand.
    func rawFullText(_ count: Int) throws -> URL {
        try store("words-raw", count) { database in
            let table = try RawIdeas(database)
            try self.inBatches(count) { try table.insert(self.ideas.ideas($0)) }
            try database.execute(RawFullText.schema)
        }
    }

    /// The same ideas, inserted through SwiftData, which keeps the index of the titles.
    func ourFullText(_ count: Int) throws -> URL {
        try make(
            "words-ours",
            count,
            opens: { _ = try SwiftDataFullText($0) },
            fill: { file in
                let subject = try SwiftDataFullText(file)
                try self.inBatches(count) { try subject.insert(self.ideas.ideas($0)) }
            }
        )
    }

    /// An empty store for rows that insert.
    ///
    /// The peers get the tables alone, without SwiftData's own ones beside them.
    func empty(for contender: Contender) throws -> URL {
        let file = workspace.fresh(contender.rawValue)
        switch contender {
        case .ours: try SwiftDataSubject.createStore(at: file)
        case .raw, .grdb, .sqlAlchemy: try RawDatabase(file).execute(RawIdeas.schema)
        }
        return file
    }

    private func store(_ kind: String, _ count: Int, fill: @escaping (RawDatabase) throws -> Void) throws -> URL {
        try make(
            kind,
            count,
            opens: { _ = try SwiftDataSubject($0, .normal) },
            fill: { file in
                try SwiftDataSubject.createStore(at: file)
                let database = try RawDatabase(file, cacheMebibytes: 512)
                try database.execute("PRAGMA synchronous = OFF")
                try fill(database)
                try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            }
        )
    }

    /// A kept store that `opens` takes (tables may be right and bookkeeping old), or a new one.
    private func make(
        _ kind: String,
        _ count: Int,
        opens: (URL) throws -> Void,
        fill: (URL) throws -> Void
    ) throws -> URL {
        let digest = try layoutDigest()
        let name = "\(kind)-\(count)-\(ideas.seed)-\(digest).store"
        let file = workspace.folder.appendingPathComponent(name)
        if FileManager.default.fileExists(atPath: file.path), (try? opens(file)) != nil { return file }
        workspace.removeStores(named: "\(kind)-\(count)-")
        let partial = workspace.fresh("partial")
        try fill(partial)
        try FileManager.default.moveItem(at: partial, to: file)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.moveItem(atPath: partial.path + suffix, toPath: file.path + suffix)
        }
        return file
    }

    private func inBatches(_ count: Int, _ body: (Range<Int>) throws -> Void) rethrows {
        for start in stride(from: 0, to: count, by: 50_000) {
            try body(start..<min(start + 50_000, count))
        }
    }

    /// A digest of the tables of an empty store, the same from run to run.
    private func layoutDigest() throws -> String {
        if let known = digest { return known }
        let file = workspace.fresh("layout")
        defer { workspace.remove(file) }
        try SwiftDataSubject.createStore(at: file)
        let database = try RawDatabase(file)
        let statement = try database.prepare("SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name")
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        while try statement.step() {
            for byte in statement.string(0).utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        let found = String(hash, radix: 36)
        digest = found
        return found
    }

    private var digest: String?
}
