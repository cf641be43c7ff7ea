import BenchmarkData
import Foundation

/// What every row is prepared with: the data, the files, the contenders.
final class Stage {
    let ideas: IdeaSource
    let alarms: AlarmSource
    let projects: ProjectSource
    let fixtures: Fixtures
    let programs: Programs
    private let python: Result<PythonPeer, Absent>
    private var answers: [String: (Int, Contender)] = [:]
    private var scratch: [URL] = []

    init(seed: UInt64, workspace: Workspace, programs: Programs) {
        ideas = IdeaSource(seed: seed)
        alarms = AlarmSource(seed: seed)
        projects = ProjectSource(seed: seed)
        fixtures = Fixtures(workspace, IdeaSource(seed: seed), AlarmSource(seed: seed))
        self.programs = programs
        python = Result { try PythonPeer(programs, seed: seed) }
            .mapError { $0 as? Absent ?? Absent(String(describing: $0)) }
    }

    /// Opens a contender that lives in this process.
    func open(_ contender: Contender, _ store: URL, _ durability: Durability = .normal) throws -> any Subject {
        switch contender {
        case .raw: return try RawSubject(store, durability)
        case .grdb: return try GRDBSubject(store, durability)
        case .ours: return try SwiftDataSubject(store, durability)
        case .sqlAlchemy: throw Absent("SQLAlchemy lives in a process of its own")
        }
    }

    /// Asks SQLAlchemy's process for each sample.
    func pythonTaker(_ task: PythonPeer.Task) throws -> () throws -> Double {
        let peer = try python.get()
        let prepared = try peer.prepare(task)
        try check(prepared.answer, of: .sqlAlchemy, in: task.row)
        return { try peer.sample(prepared.handle) }
    }

    /// Holds all contenders of a row to the same answer: who reads less is not faster.
    func check(_ answer: Int?, of contender: Contender, in row: String) throws {
        guard let answer else { return }
        if let (known, first) = answers[row], known != answer {
            throw Absent("answered \(answer) in \(row), where \(first.rawValue) answered \(known)")
        }
        answers[row] = answers[row] ?? (answer, contender)
    }

    /// An empty store for a contender that fills it in the row; removed when the row is done.
    func empty(for contender: Contender) throws -> URL {
        let store = try fixtures.empty(for: contender)
        scratch.append(store)
        return store
    }

    /// A copy of a stored file for a contender that changes it; removed when the row is done.
    func copy(of store: URL, for contender: Contender) throws -> URL {
        let copy = try fixtures.workspace.copy(store, tag: contender.rawValue)
        scratch.append(copy)
        return copy
    }

    func finishRow() {
        if case .success(let peer) = python { peer.releaseAll() }
        scratch.forEach(fixtures.workspace.remove)
        scratch = []
    }
}
