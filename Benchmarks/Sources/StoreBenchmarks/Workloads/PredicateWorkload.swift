import Foundation
import GRDBRecords
import SwiftData

extension Workload {
    /// Builds a predicate of a shape that was seen before, with other values, and translates it to SQL.
    static func predicate() -> Workload {
        Workload(
            "predicate",
            "predicate of a known shape, built and translated",
            size: 1,
            effort: .cheap,
            goal: .atMost(0.005),
            must: .atMost(0.015),
            showsFigures: true
        ) { contender, stage in
            let store = try stage.fixtures.ideas(10_000)
            switch contender {
            case .ours:
                let context = ModelContext(try SwiftDataSubject(store, .normal).container)
                return .single {
                    var version = 0
                    return try CPUClock.milliseconds(iterations: 500) {
                        version += 1
                        consume(try StoreAdditions.translatedPredicate(version: version, in: context))
                    }
                }
            case .sqlAlchemy:
                let task = PythonPeer.Task(row: "predicate", task: "translate", store: store.path, iterations: 200)
                return .single(try stage.pythonTaker(task))
            case .grdb:
                let ideas = try GRDBIdeas(store)
                return .single {
                    var version = 0
                    return try CPUClock.milliseconds(iterations: 500) {
                        version += 1
                        consume(try ideas.translatedRequest(version: version, containing: "boat"))
                    }
                }
            case .raw:
                throw Absent("writes its SQL by hand")
            }
        }
    }
}
