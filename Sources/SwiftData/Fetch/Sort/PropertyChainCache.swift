import Synchronization

/// The chains of the key paths that an entity's orders were made of lately: to find one takes a search.
final class PropertyChainCache: Sendable {
    /// Past this many key paths the cache starts anew.
    private static let limit = 128

    private struct State: @unchecked Sendable {
        /// nil for a path that is not made of stored properties.
        var chains: [AnyKeyPath: PropertyChain?] = [:]
    }

    private let state = Mutex(State())

    /// What a key path is made of, from objects of the entity whose cache this is.
    func chain(_ keyPath: AnyKeyPath, in plan: EntityPlan) -> PropertyChain? {
        // Read and written without a copy of the key path, which cannot be sent.
        nonisolated(unsafe) let keyPath = keyPath
        if let known = state.withLock({ $0.chains[keyPath] }) { return known }
        let made = PropertyChain(keyPath, in: plan)
        state.withLock { state in
            if state.chains.count >= Self.limit { state.chains.removeAll() }
            state.chains[keyPath] = .some(made)
        }
        return made
    }
}
