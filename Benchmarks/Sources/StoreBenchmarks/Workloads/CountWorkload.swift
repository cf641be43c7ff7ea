import Foundation

extension Workload {
    /// Counts all ideas of a small store: what `fetchCount` adds to SQLite's own work.
    static func countSmall(_ count: Int) -> Workload {
        Workload(
            "count-\(Catalogue.short(count))",
            "fetchCount",
            size: count,
            effort: .cheap,
            goal: .timesRaw(1, plus: 0.005),
            must: .timesRaw(1, plus: 0.015),
            prepare: counting(count).prepare
        )
    }

    /// Counts all ideas of a large store, where the scan outweighs what is added.
    static func countLarge(_ count: Int) -> Workload {
        Workload(
            "count-\(Catalogue.short(count))",
            "fetchCount",
            size: count,
            effort: .cheap,
            goal: .timesRaw(1.1, plus: 0.005),
            must: .timesRaw(1.1, plus: 0.015),
            prepare: counting(count).prepare
        )
    }

    /// Counts with a predicate that no index serves.
    static func countFiltered(_ count: Int) -> Workload {
        Workload(
            "count-filtered",
            "fetchCount with a predicate",
            size: count,
            effort: .cheap,
            goal: .timesRaw(1.1, plus: 0.005),
            must: .timesRaw(1.1, plus: 0.015),
            prepare: Reading(
                row: "count-filtered",
                store: { try $0.fixtures.ideas(count) },
                task: "count_open",
                iterations: 3,
                body: { try $0.countOpen() }
            ).prepare
        )
    }

    private static func counting(_ count: Int) -> Reading {
        Reading(
            row: "count-\(count)",
            store: { try $0.fixtures.ideas(count) },
            task: "count",
            iterations: count > 10_000 ? 20 : 200,
            body: { try $0.count() }
        )
    }
}
