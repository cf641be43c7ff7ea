import Foundation

extension Workload {
    /// Fetches every idea in a new context and frees them again.
    static func fetchAll(_ count: Int) -> Workload {
        Workload(
            "fetch-all",
            "fetch all, new context, freed",
            size: count,
            effort: .cheap,
            goal: .timesRaw(1.2),
            must: .timesRaw(1.5),
            prepare: Reading(
                row: "fetch-all",
                store: { try $0.fixtures.ideas(count) },
                task: "fetch_all",
                iterations: 3,
                body: { try $0.fetchAll() }
            ).prepare
        )
    }

    /// Fetches every idea in a context where all of them are registered.
    static func fetchRegistered(_ count: Int) -> Workload {
        Workload(
            "fetch-registered",
            "fetch all, already registered",
            size: count,
            effort: .cheap,
            goal: .timesRaw(0.5),
            must: .timesRaw(0.8),
            prepare: Reading(
                row: "fetch-registered",
                store: { try $0.fixtures.ideas(count) },
                task: "fetch_all_kept",
                iterations: 3,
                arrange: { try $0.keepAll() },
                body: { try $0.fetchAllKept() }
            ).prepare
        )
    }
}
