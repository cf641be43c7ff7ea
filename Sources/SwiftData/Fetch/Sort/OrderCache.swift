import Foundation

/// The ORDER BY texts that an entity's fetches asked for lately.
final class OrderCache: Sendable {
    private struct Term: Hashable {
        let keyPath: AnyKeyPath
        let isReversed: Bool
        let isLexical: Bool
    }

    /// nil for an order that only memory can make.
    private let orders = RecentAnswers<[Term], String?>()

    /// The text for these descriptors, made by `make` where it is not known.
    func order<Model>(_ sortBy: [SortDescriptor<Model>], _ make: () -> String?) -> String? {
        guard let terms = terms(sortBy) else { return make() }
        return orders.answer(to: terms, make)
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
