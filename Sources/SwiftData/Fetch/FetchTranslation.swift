import Foundation

/// The one place where fetching meets the translation of predicates and sort orders.
enum FetchTranslation {
    static func predicate<Model: PersistentModel>(
        _ predicate: Predicate<Model>, _ plan: EntityPlan, _ graph: ObjectGraph
    ) throws -> TranslatedPredicate {
        PredicateTranslator.translate(
            predicate, for: plan, plans: { graph.registry(for: $0)?.plan }, cache: graph.container.predicateCache
        )
    }

    /// ` ORDER BY …`, always ending with the key.
    static func order<Model: PersistentModel>(
        _ sortBy: [SortDescriptor<Model>], _ plan: EntityPlan, _ graph: ObjectGraph
    ) throws -> String {
        let terms = try SortTranslator.translate(sortBy, for: plan)
        return " ORDER BY " + terms.map { $0.sql + ($0.ascending ? "" : " DESC") }.joined(separator: ", ")
    }

    /// Entities that the condition or the order reads.
    static func touchedEntities<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>, _ plan: EntityPlan, _ graph: ObjectGraph
    ) throws -> Set<Int> {
        var touched = try SortTranslator.touchedEntities(descriptor.sortBy, for: plan)
        if let predicate = descriptor.predicate {
            touched.formUnion(try self.predicate(predicate, plan, graph).touchedEntities)
        }
        return touched
    }

    static func sorted<Model: PersistentModel>(
        _ models: [Model], by sortBy: [SortDescriptor<Model>], _ plan: EntityPlan, _ graph: ObjectGraph,
        position: (Model) -> Int64
    ) throws -> [Model] {
        models.sorted { first, second in
            switch SortComparison.compare(first, second, by: sortBy) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame: position(first) < position(second)
            }
        }
    }
}
