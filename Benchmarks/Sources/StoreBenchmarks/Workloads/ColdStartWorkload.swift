import Foundation

extension Workload {
    /// A whole process from its start to 50 decoded ideas and its end: processor time of that process.
    static func coldStart(_ count: Int) -> Workload {
        Workload(
            "cold-start-\(Catalogue.short(count))",
            "cold start, whole process, first page",
            size: count,
            effort: .medium,
            goal: .timesRaw(1, plus: 3),
            must: .timesRaw(1.5)
        ) { contender, stage in
            let store = try stage.fixtures.ideas(count)
            let (program, arguments) = try coldStartProgram(contender, stage, store: store.path)
            return .single { try runProcess(program, arguments).cpu }
        }
    }

    private static func coldStartProgram(
        _ contender: Contender,
        _ stage: Stage,
        store: String
    ) throws -> (String, [String]) {
        switch contender {
        case .raw: return (try stage.programs.sibling("cold-start-raw"), [store])
        case .ours: return (try stage.programs.sibling("cold-start-swiftdata"), [store])
        case .grdb: return (try stage.programs.sibling("cold-start-grdb"), [store])
        case .sqlAlchemy:
            guard let python = stage.programs.python else { throw Absent(stage.programs.pythonAbsence) }
            return (python, [stage.programs.peerScript, "cold-start", store])
        }
    }
}
