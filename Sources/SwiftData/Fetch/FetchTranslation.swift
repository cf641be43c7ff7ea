import Foundation

/// The one place where fetching meets the translation of predicates and sort orders.
enum FetchTranslation {
    static func predicate<Model: PersistentModel>(
        _ predicate: Predicate<Model>,
        _ plan: EntityPlan,
        _ graph: ObjectGraph
    ) throws -> TranslatedPredicate {
        PredicateTranslator.translate(
            predicate,
            for: plan,
            plans: { graph.registry(for: $0)?.plan },
            cache: graph.container.predicateCache
        )
    }

    /// ` ORDER BY …`, always ending with the key; nil for an order that only memory can make.
    static func order<Model: PersistentModel>(_ sortBy: [SortDescriptor<Model>], _ plan: EntityPlan) -> String? {
        if sortBy.isEmpty { return " ORDER BY t0.\"pk\"" }
        return plan.orders.order(sortBy) {
            guard let terms = try? SortTranslator.translate(sortBy, for: plan) else { return nil }
            return " ORDER BY " + terms.map { $0.sql + ($0.ascending ? "" : " DESC") }.joined(separator: ", ")
        }
    }

    /// Entities that the condition or the order reads by a link: the fetched one too, where a link leads back to it.
    static func linkedEntities<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>,
        _ plan: EntityPlan,
        _ graph: ObjectGraph
    ) throws -> Set<Int> {
        var touched = SortTranslator.linkedEntities(descriptor.sortBy, for: plan)
        if let predicate = descriptor.predicate {
            touched.formUnion(try self.predicate(predicate, plan, graph).touchedEntities)
        }
        return touched
    }

    static func sorted<Model: PersistentModel>(
        _ models: [Model],
        by sortBy: [SortDescriptor<Model>],
        position: (Model) -> Int64
    ) throws -> [Model] {
        models.sorted { SortComparison.areInIncreasingOrder($0, $1, by: sortBy, position: position) }
    }
}
