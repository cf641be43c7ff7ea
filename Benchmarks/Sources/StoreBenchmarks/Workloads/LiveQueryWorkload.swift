import Foundation

extension Workload {
    /// What a list shows of a large store before anybody scrolls: all objects in order, as faults.
    static func liveQuery(_ count: Int) -> Workload {
        let isLarge = count >= 1_000_000
        return Workload(
            "live-query-\(Catalogue.short(count))",
            "live query as faults",
            size: count,
            effort: isLarge ? .costly : .medium,
            goal: .atMost(isLarge ? 600 : 70),
            must: .atMost(isLarge ? 900 : 100),
            showsFigures: true,
            prepare: { contender, stage in
                if isLarge, contender == .sqlAlchemy {
                    throw Absent("ten times the row of 100,000: over ten seconds a sample")
                }
                return try reading(count).prepare(contender, stage)
            }
        )
    }

    private static func reading(_ count: Int) -> Reading {
        Reading(
            row: "live-query-\(count)",
            store: { try $0.fixtures.ideas(count) },
            task: "faults",
            body: { try $0.faults() }
        )
    }
}
