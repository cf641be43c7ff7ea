import Foundation

extension Workload {
    /// Inserts and saves one idea at a time in one context: the cost of one such save.
    static func singleSave() -> Workload {
        saves(
            "single-save",
            "insert + save one, with history, NORMAL",
            shown: 1,
            saves: 2_000,
            .normal,
            effort: .medium,
            goal: .timesRaw(1.6),
            must: .timesRaw(1.8)
        )
    }

    /// The same with every commit forced to the disk: the cost of all of them.
    static func singleSavesFull() -> Workload {
        saves(
            "single-saves-full",
            "single saves with history, FULL",
            shown: 10_000,
            saves: 10_000,
            .full,
            effort: .costly,
            goal: .timesRaw(1.2),
            must: .timesRaw(1.4)
        )
    }

    private static func saves(
        _ name: String,
        _ path: String,
        shown: Int,
        saves: Int,
        _ durability: Durability,
        effort: Effort,
        goal: Limit,
        must: Limit
    ) -> Workload {
        Workload(name, path, size: shown, effort: effort, goal: goal, must: must) { contender, stage in
            if contender == .sqlAlchemy {
                let empty = try stage.empty(for: contender)
                let task = PythonPeer.Task(
                    row: name,
                    task: "insert_singly",
                    store: empty.path,
                    size: saves,
                    iterations: saves / shown,
                    full: durability == .full
                )
                return .single(try stage.pythonTaker(task))
            }
            let values = stage.ideas.ideas(0..<saves)
            return .single {
                let file = try stage.fixtures.empty(for: contender)
                defer { stage.fixtures.workspace.remove(file) }
                let subject = try stage.open(contender, file, durability)
                let total = try CPUClock.milliseconds { try subject.insertSingly(values) }
                return total * Double(shown) / Double(saves)
            }
        }
    }
}
