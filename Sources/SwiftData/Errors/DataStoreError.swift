/// What a custom store throws to tell its context what it cannot do.
///
/// On the two `preferInMemory` kinds the context asks again without the part in question and does that part itself.
public enum DataStoreError: Error, Hashable, Sendable {
    /// The store will not run this predicate; the context is to filter.
    case preferInMemoryFilter
    /// The store will not sort in this order; the context is to sort.
    case preferInMemorySort
    /// The predicate has no meaning for the store; the fetch fails.
    case invalidPredicate
    /// The store lacks what the request needs; the operation fails.
    case unsupportedFeature
}
