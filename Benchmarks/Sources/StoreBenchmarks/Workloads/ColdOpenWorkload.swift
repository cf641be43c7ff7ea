import Foundation

extension Workload {
    /// Opens the store in a running process, reads the first page and closes it again.
    static func coldOpen(_ count: Int) -> Workload {
        Workload(
            "cold-open",
            "cold open in-process to first page",
            size: count,
            effort: .cheap,
            goal: .timesRaw(1.5, plus: 0.3),
            must: .atMost(1),
            showsFigures: true
        ) { contender, stage in
            let store = try stage.copy(of: try stage.fixtures.ideas(count), for: contender)
            if contender == .sqlAlchemy {
                let task = PythonPeer.Task(row: "cold-open", task: "cold_open", store: store.path, iterations: 10)
                return .single(try stage.pythonTaker(task))
            }
            return .single {
                try CPUClock.milliseconds(iterations: 10) {
                    consume(try stage.open(contender, store).firstPage())
                }
            }
        }
    }
}
