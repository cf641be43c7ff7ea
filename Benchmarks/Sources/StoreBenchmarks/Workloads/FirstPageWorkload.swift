import Foundation

extension Workload {
    /// The 50 ideas changed last, in a new context.
    static func firstPage(_ count: Int) -> Workload {
        Workload(
            "first-page",
            "first page of 50, new context",
            size: count,
            effort: .cheap,
            goal: .timesRaw(1.5),
            must: .timesRaw(2),
            prepare: firstPageReading(count).prepare
        )
    }

    /// How much longer the first page takes in a store a hundred times as large.
    static func firstPageGrowth(_ large: Int, over small: Int) -> Workload {
        Workload(
            "first-page-growth",
            "first page: \(Catalogue.short(large)) rows / \(Catalogue.short(small)) rows",
            size: large,
            unit: .times,
            effort: .cheap,
            goal: .atMost(1.1),
            must: .atMost(1.3),
            showsFigures: true
        ) { contender, stage in
            .growth(
                large: try firstPageReading(large).taker(contender, stage),
                small: try firstPageReading(small).taker(contender, stage)
            )
        }
    }

    private static func firstPageReading(_ count: Int) -> Reading {
        Reading(
            row: "first-page",
            store: { try $0.fixtures.ideas(count) },
            task: "first_page",
            iterations: 100,
            body: { try $0.firstPage() }
        )
    }
}
