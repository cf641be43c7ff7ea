import Foundation

// What the queries of views stand on.

extension ModelContext {
    /// From this many objects on a live query takes them as faults.
    private static let faultThreshold = 1_000

    /// What matches, large results as faults: their rows are loaded when they are read, neighbours together.
    ///
    /// - Throws: What ``fetch(_:)`` throws.
    package func fetchFaults<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        guard descriptor.propertiesToFetch.isEmpty, descriptor.relationshipKeyPathsForPrefetching.isEmpty,
            try isLarge(descriptor), let first = firstAttribute(of: T.self)
        else { return try fetch(descriptor) }
        var faults = descriptor
        faults.propertiesToFetch = [first]
        return try fetch(faults)
    }

    private func isLarge<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Bool {
        if let limit = descriptor.fetchLimit, limit < Self.faultThreshold { return false }
        return try fetchCount(FetchDescriptor<T>()) >= Self.faultThreshold
    }

    private func firstAttribute<T: PersistentModel>(of type: T.Type) -> PartialKeyPath<T>? {
        let properties = graph.registry(for: type)?.plan.properties ?? []
        let plain = properties.filter { property in
            if case .attribute = property.kind { return !property.isExternal && !property.isEphemeral }
            return false
        }
        return plain.lazy.compactMap { $0.keyPath as? PartialKeyPath<T> }.first
    }

    /// Calls `handler` when the result of a fetch may have changed.
    ///
    /// That is after a change in this context or a save of another one that
    /// touched an entity which the fetch reads, and after another process saved; until the returned object goes away.
    ///
    /// - Parameters:
    ///   - descriptor: The fetch.
    ///   - handler: Called on any thread.
    /// - Returns: What ends the observation when it goes away.
    package func observe<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>,
        _ handler: @escaping @Sendable () -> Void
    ) -> AnyObject {
        let plan = graph.registry(for: T.self)?.plan
        var entities = Set(plan?.family.map(\.index) ?? [])
        // Where it cannot be told what a condition or an order reads, every entity counts.
        var readsAll = false
        var readsLinks = false
        if let plan {
            readsAll = !SortTranslator.readsPropertiesAlone(descriptor.sortBy, of: plan)
            do {
                let linked = try FetchTranslation.linkedEntities(descriptor, plan, graph)
                readsLinks = !linked.isEmpty
                entities.formUnion(linked)
            } catch {
                readsAll = true
            }
        }
        let observation = LiveQueryObservation()
        let counts = { @Sendable [entities, readsAll] (touched: Set<Int>) in
            readsAll || !entities.isDisjoint(with: touched)
        }
        observeChanges(owner: observation) { entity in
            if entity.map({ counts([$0]) }) ?? true { handler() }
        }
        observation.saves = container.observeSaves { [readsLinks] notice in
            let touched = readsLinks ? notice.entities.union(notice.relinked) : notice.entities
            if notice.erasesEverything || notice.isFromOutside || counts(touched) {
                handler()
            }
        }
        return observation
    }
}

/// Ends both observations when it goes away.
private final class LiveQueryObservation {
    var saves: AnyObject?
}
