import Foundation

extension Workload {
    /// Makes, inserts and saves `count` ideas in one transaction, into an empty store; ours writes history with it.
    static func insert(_ count: Int) -> Workload {
        Workload(
            "insert-\(Catalogue.short(count))",
            "insert + save, one transaction, with history",
            size: count,
            effort: count > 10_000 ? .costly : .medium,
            goal: .timesRaw(1.3),
            must: .timesRaw(1.6)
        ) { contender, stage in
            if contender == .sqlAlchemy {
                let empty = try stage.empty(for: contender)
                return .single(
                    try stage.pythonTaker(.init(row: "insert", task: "insert", store: empty.path, size: count))
                )
            }
            let values = stage.ideas.ideas(0..<count)
            return .single {
                let file = try stage.fixtures.empty(for: contender)
                defer { stage.fixtures.workspace.remove(file) }
                let subject = try stage.open(contender, file)
                return try CPUClock.milliseconds { try subject.insert(values) }
            }
        }
    }
}
