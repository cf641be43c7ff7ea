import BenchmarkData
import Foundation
import RawSQLite

extension Workload {
    /// The command `ideabox list --limit 50` as a whole process, in real time: what a person waits.
    static func ideaboxList(_ count: Int) -> Workload {
        Workload(
            "ideabox-list-\(Catalogue.short(count))",
            "ideabox list --limit 50, whole process, wall",
            size: count,
            effort: .medium,
            goal: .timesRaw(1, plus: 5),
            must: .atMost(30),
            showsFigures: true
        ) { contender, stage in
            switch contender {
            case .raw:
                let program = try stage.programs.sibling("cold-start-raw")
                let store = try stage.fixtures.ideas(count)
                return .single { try runProcess(program, [store.path]).wall }
            case .ours:
                guard let ideabox = stage.programs.ideabox else { throw Absent("no ideabox was given (--ideabox)") }
                let box = try IdeaBoxFolder(stage, ideabox).filled(with: count)
                return .single { try runProcess(ideabox, ["--store", box.path, "list", "--limit", "50"]).wall }
            case .grdb, .sqlAlchemy:
                throw Absent("the command is ours alone")
            }
        }
    }
}

/// A data folder of the command `ideabox` with many ideas: made by the command, filled through the C API.
private struct IdeaBoxFolder {
    private let stage: Stage
    private let program: String

    init(_ stage: Stage, _ program: String) {
        self.stage = stage
        self.program = program
    }

    /// A folder that holds `count` ideas; one left over from an earlier run of a kept workspace is made anew.
    func filled(with count: Int) throws -> URL {
        let folder = stage.fixtures.workspace.folder.appendingPathComponent("ideabox-\(count)")
        try? FileManager.default.removeItem(at: folder)
        _ = try runProcess(program, ["--store", folder.path, "add", "The first idea"])
        let database = try RawDatabase(try store(in: folder), cacheMebibytes: 512)
        try database.execute("PRAGMA synchronous = OFF")
        try fill(database, with: count)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return folder
    }

    private func store(in folder: URL) throws -> URL {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() {
            let head = try? FileHandle(forReadingFrom: file).read(upToCount: 15)
            if head.map({ String(decoding: $0, as: UTF8.self) }) == "SQLite format 3" { return file }
        }
        throw Absent("ideabox made no SQLite store")
    }

    /// Copies the one row that the command wrote, with other values where ideas differ.
    private func fill(_ database: RawDatabase, with count: Int) throws {
        let columns = try columns(of: database)
        let values = columns.map { Self.parameters[$0] ?? "\"\($0)\"" }.joined(separator: ", ")
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let insertion = try database.prepare(
            "INSERT INTO Idea (\(names)) SELECT \(values) FROM Idea WHERE pk = (SELECT MIN(pk) FROM Idea)"
        )
        try database.transaction {
            for index in 1..<count {
                let idea = stage.ideas.idea(at: index)
                insertion.bind(idea.id, at: 1)
                insertion.bind(idea.title, at: 2)
                insertion.bind(idea.details, at: 3)
                insertion.bind(idea.isCompleted, at: 4)
                insertion.bind(idea.createdAt, at: 5)
                insertion.bind(idea.updatedAt, at: 6)
                insertion.bind(idea.version, at: 7)
                try insertion.run()
            }
        }
    }

    /// What differs from idea to idea; the one-to-one sync state of the copied row is not shared.
    private static let parameters = [
        "id": "?1", "title": "?2", "details": "?3", "isCompleted": "?4", "createdAt": "?5", "updatedAt": "?6",
        "version": "?7", "syncState": "NULL",
    ]

    private func columns(of database: RawDatabase) throws -> [String] {
        let info = try database.prepare("SELECT name FROM pragma_table_info('Idea') WHERE name <> 'pk'")
        var names: [String] = []
        while try info.step() {
            names.append(info.string(0))
        }
        guard names.contains("id"), names.contains("title") else {
            throw Absent("the store of ideabox has no table Idea as expected")
        }
        return names
    }
}
