import CMeasurement
import Foundation

extension Workload {
    /// Heap bytes for each idea that a context holds, the identity map and the allocator's overhead included.
    static func memory(_ count: Int) -> Workload {
        Workload(
            "memory",
            "memory per fetched object",
            size: count,
            unit: .bytes,
            effort: .medium,
            goal: .atMost(560),
            must: .atMost(700),
            showsFigures: true
        ) { contender, stage in
            let store = try stage.fixtures.ideas(count)
            if contender == .sqlAlchemy {
                return .single(try stage.pythonTaker(.init(row: "memory", task: "memory", store: store.path)))
            }
            let subject = try stage.open(contender, store)
            return .single {
                subject.dropAll()
                let before = measurement_heap_bytes()
                try subject.keepAll()
                return (Double(measurement_heap_bytes()) - Double(before)) / Double(count)
            }
        }
    }
}
