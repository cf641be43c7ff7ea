import Foundation
import Synchronization

/// The ORDER BY texts that an entity's fetches asked for lately.
final class OrderCache: Sendable {
    /// Past this many orders the cache starts anew.
    private static let limit = 128

    private struct Term: Hashable {
        let keyPath: AnyKeyPath
        let isReversed: Bool
        let isLexical: Bool
    }

    private struct State: @unchecked Sendable {
        /// nil for an order that only memory can make.
        var orders: [[Term]: String?] = [:]
    }

    private let state = Mutex(State())

    /// The text for these descriptors, made by `make` where it is not known.
    func order<Model>(_ sortBy: [SortDescriptor<Model>], _ make: () -> String?) -> String? {
        guard let terms = terms(sortBy) else { return make() }
        if let known = state.withLock({ $0.orders[terms] }) { return known }
        let made = make()
        state.withLock { state in
            if state.orders.count >= Self.limit { state.orders.removeAll() }
            state.orders[terms] = .some(made)
        }
        return made
    }

    private func terms<Model>(_ sortBy: [SortDescriptor<Model>]) -> [Term]? {
        var terms: [Term] = []
        terms.reserveCapacity(sortBy.count)
        for descriptor in sortBy {
            guard let keyPath = descriptor.keyPath else { return nil }
            let isReversed = descriptor.order == .reverse
            terms.append(Term(keyPath: keyPath, isReversed: isReversed, isLexical: descriptor.stringComparator != nil))
        }
        return terms
    }
}
