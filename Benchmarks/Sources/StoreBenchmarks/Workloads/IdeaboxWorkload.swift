import BenchmarkData
import Foundation

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

extension Workload {
    /// The command `ideabox --version` as a whole process: what every command pays before it does anything.
    static func ideaboxVersion() -> Workload {
        Workload(
            "ideabox-version",
            "ideabox --version, whole process, wall",
            size: 1,
            effort: .medium,
            goal: .atMost(5),
            must: .atMost(10),
            showsFigures: true
        ) { contender, stage in
            guard case .ours = contender else { throw Absent("the command is ours alone") }
            guard let ideabox = stage.programs.ideabox else { throw Absent("no ideabox was given (--ideabox)") }
            return .single { try runProcess(ideabox, ["--version"]).wall }
        }
    }
}

/// A data folder of the command `ideabox` with many ideas, which the command itself took in from a file.
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
        let file = folder.appendingPathExtension("json")
        try? FileManager.default.removeItem(at: folder)
        defer { try? FileManager.default.removeItem(at: file) }
        try write(count, to: file)
        _ = try runProcess(program, ["--store", folder.path, "import", file.path])
        return folder
    }

    private func write(_ count: Int, to file: URL) throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.write(contentsOf: Data("[".utf8))
        for start in stride(from: 0, to: count, by: Self.chunk) {
            let ideas = stage.ideas.ideas(start..<min(start + Self.chunk, count))
            let lines = ideas.enumerated().map { (start + $0.offset == 0 ? "" : ",\n") + Self.line($0.element) }
            try handle.write(contentsOf: Data(lines.joined().utf8))
        }
        try handle.write(contentsOf: Data("]\n".utf8))
    }

    private static let chunk = 10_000

    /// Titles and details of the source are plain words: nothing is to be escaped.
    private static func line(_ idea: IdeaValues) -> String {
        let (created, updated) = (idea.createdAt.ISO8601Format(), idea.updatedAt.ISO8601Format())
        let dates = #""createdAt":"\#(created)","updatedAt":"\#(updated)""#
        return #"{"id":"\#(idea.id.uuidString.lowercased())","title":"\#(idea.title)","details":"\#(idea.details)","#
            + #""isCompleted":\#(idea.isCompleted),\#(dates),"version":\#(idea.version)}"#
    }
}
