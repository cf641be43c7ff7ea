import BenchmarkData
import Foundation

extension Workload {
    /// Changes three properties of 1,000 scattered ideas while all are registered, and saves.
    static func scatteredUpdates(_ count: Int) -> Workload {
        Workload(
            "update-scattered",
            "save 1,000 scattered changes, all registered",
            size: count,
            effort: .medium,
            goal: .timesRaw(1.1),
            must: .timesRaw(1.4)
        ) { contender, stage in
            .single(try updater(contender, stage, changes: 1_000, of: count, iterations: 1))
        }
    }

    /// What one changed idea and its save cost with many registered, over the cost with few.
    static func updateGrowth(_ large: Int, over small: Int) -> Workload {
        Workload(
            "update-growth",
            "update + save one: \(Catalogue.short(large)) / \(Catalogue.short(small)) registered",
            size: large,
            unit: .times,
            effort: .cheap,
            goal: .atMost(1.1),
            must: .atMost(1.5),
            showsFigures: true
        ) { contender, stage in
            .growth(
                large: try updater(contender, stage, changes: 1, of: large, iterations: 100),
                small: try updater(contender, stage, changes: 1, of: small, iterations: 100)
            )
        }
    }

    private static func updater(
        _ contender: Contender,
        _ stage: Stage,
        changes: Int,
        of count: Int,
        iterations: Int
    ) throws -> () throws -> Double {
        let store = try stage.copy(of: try stage.fixtures.ideas(count), for: contender)
        if contender == .sqlAlchemy {
            let task = PythonPeer.Task(
                row: "update",
                task: "update",
                store: store.path,
                size: changes,
                iterations: iterations
            )
            return try stage.pythonTaker(task)
        }
        let subject = try stage.open(contender, store)
        try subject.keepAll()
        var round = 0
        return {
            let batches = (0..<iterations).map { stage.ideas.changes(changes, of: count, round: round + $0) }
            round += iterations
            var next = batches.makeIterator()
            return try CPUClock.milliseconds(iterations: iterations) {
                try next.next().map(subject.apply)
            }
        }
    }
}
