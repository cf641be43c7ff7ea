import Foundation

extension FetchDescriptor: Equatable {
    /// Whether two descriptions ask for the same: the same order, window and loading, and predicates of the same shape
    /// with equal captured values.
    ///
    /// Foundation does not compare predicates. Two that contain what only Swift can evaluate (a regular expression, say)
    /// count as equal only where one is a copy of the other.
    public static func == (lhs: FetchDescriptor, rhs: FetchDescriptor) -> Bool {
        lhs.sortBy == rhs.sortBy && lhs.fetchLimit == rhs.fetchLimit && lhs.fetchOffset == rhs.fetchOffset
            && lhs.includePendingChanges == rhs.includePendingChanges
            && lhs.propertiesToFetch == rhs.propertiesToFetch
            && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
            && PredicateIdentity.areEqual(lhs.predicate, rhs.predicate)
    }
}

/// Compares predicates by what they ask for.
enum PredicateIdentity {
    static func areEqual<Model>(_ lhs: Predicate<Model>?, _ rhs: Predicate<Model>?) -> Bool {
        guard let lhs, let rhs else { return lhs == nil && rhs == nil }
        if lhs.variable.key == rhs.variable.key { return true }
        let left = form(of: lhs)
        let right = form(of: rhs)
        guard left.reasons.isEmpty, right.reasons.isEmpty, left.nodes == right.nodes else { return false }
        return zip(left.constants, right.constants).allSatisfy { $0.isSame(as: $1) }
    }

    private static func form<Model>(of predicate: Predicate<Model>) -> PredicateForm {
        var form = PredicateForm()
        _ = form.slot(of: predicate.variable.key)
        _ = form.lower(predicate.expression)
        return form
    }
}

extension PredicateConstant {
    /// Whether both are the same value; what has no form in SQL is the same as nothing.
    fileprivate func isSame(as other: PredicateConstant) -> Bool {
        switch (self, other) {
        case (.value(let left), .value(let right)): left == right
        case (.list(let left, let leftNil), .list(let right, let rightNil)): left == right && leftNil == rightNil
        case (.key(let left), .key(let right)): left == right
        case (.keys(let left, let leftNil), .keys(let right, let rightNil)): left == right && leftNil == rightNil
        case (.range(let left), .range(let right)): left == right
        case (.pattern(let left), .pattern(let right)): left == right
        default: false
        }
    }
}
