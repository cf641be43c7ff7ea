import Foundation

extension Workload {
    /// Every alarm with its seven repeats, prefetched and looked at.
    static func prefetch(_ count: Int) -> Workload {
        Workload(
            "prefetch",
            "relationship prefetch, 7 each",
            size: count,
            effort: .medium,
            goal: .timesRaw(1.6),
            must: .timesRaw(2.5),
            prepare: Reading(
                row: "prefetch",
                store: { try $0.fixtures.alarms(count) },
                task: "alarms",
                body: { try $0.alarms() }
            ).prepare
        )
    }

    /// How many statements that takes.
    static func prefetchStatements(_ count: Int) -> Workload {
        Workload(
            "prefetch-statements",
            "relationship prefetch: statements",
            size: count,
            unit: .statements,
            effort: .cheap,
            goal: .exactly(2),
            must: .exactly(2),
            showsFigures: true
        ) { contender, stage in
            let store = try stage.fixtures.alarms(count)
            switch contender {
            case .ours:
                StatementCounter.begin
                let subject = try SwiftDataSubject(store, .normal)
                return .single { Double(try StatementCounter.statements { _ = try subject.alarms() }) }
            case .sqlAlchemy:
                let task = PythonPeer.Task(row: "prefetch-statements", task: "alarm_statements", store: store.path)
                return .single(try stage.pythonTaker(task))
            case .raw, .grdb:
                throw Absent("written with two statements, not counted")
            }
        }
    }
}
