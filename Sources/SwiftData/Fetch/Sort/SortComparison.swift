import Foundation

/// Sorting in memory, in the same order as `SortTranslator` sorts in SQL.
enum SortComparison {
    /// Compares two instances by all descriptors; the caller breaks ties by the primary key.
    static func compare<Model>(
        _ lhs: Model,
        _ rhs: Model,
        by descriptors: [SortDescriptor<Model>]
    ) -> ComparisonResult {
        for descriptor in descriptors {
            let result = compare(lhs, rhs, by: descriptor)
            if result != .orderedSame { return result }
        }
        return .orderedSame
    }

    /// Whether the latest of equals comes first: as the last descriptor goes.
    static func reversesTies<Model>(_ descriptors: [SortDescriptor<Model>]) -> Bool {
        descriptors.last?.order == .reverse
    }

    /// Whether the first of two instances stands before the second; ties go by `position`, in the direction of the last
    /// descriptor.
    static func areInIncreasingOrder<Model>(
        _ lhs: Model,
        _ rhs: Model,
        by descriptors: [SortDescriptor<Model>],
        position: (Model) -> Int64
    ) -> Bool {
        switch compare(lhs, rhs, by: descriptors) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame:
            reversesTies(descriptors) ? position(rhs) < position(lhs) : position(lhs) < position(rhs)
        }
    }

    private static func compare<Model>(
        _ lhs: Model,
        _ rhs: Model,
        by descriptor: SortDescriptor<Model>
    ) -> ComparisonResult {
        guard let keyPath = descriptor.keyPath else { return descriptor.compare(lhs, rhs) }
        if let path = keyPath as? KeyPath<Model, String> {
            return compare(lhs[keyPath: path], rhs[keyPath: path], by: descriptor)
        }
        if let path = keyPath as? KeyPath<Model, String?> {
            return compare(lhs[keyPath: path], rhs[keyPath: path], by: descriptor)
        }
        return descriptor.compare(lhs, rhs)
    }

    private static func compare<Model>(
        _ lhs: String?,
        _ rhs: String?,
        by descriptor: SortDescriptor<Model>
    ) -> ComparisonResult {
        let order = order(lhs, rhs, isLexical: descriptor.stringComparator != nil)
        let forward: ComparisonResult = order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
        guard descriptor.order == .reverse else { return forward }
        return ComparisonResult(rawValue: -forward.rawValue) ?? .orderedSame
    }

    /// nil first.
    private static func order(_ lhs: String?, _ rhs: String?, isLexical: Bool) -> Int {
        guard let lhs else { return rhs == nil ? 0 : -1 }
        guard let rhs else { return 1 }
        if isLexical { return lhs.withTextBytes { left in rhs.withTextBytes { SwiftOrder.compare(left, $0) } } }
        return LocalizedOrder.compare(lhs, rhs)
    }
}
