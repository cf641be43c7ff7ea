import Foundation

/// What to fetch: the class, a condition, an order, and how much of it.
///
/// Source: Apple's `FetchDescriptor`.
public struct FetchDescriptor<T: PersistentModel>: Sendable {
    /// The condition that instances must meet; nil fetches all.
    public var predicate: Predicate<T>?
    /// The order of the result; ties, and a fetch without an order, follow the order of insertion.
    public var sortBy: [SortDescriptor<T>]
    /// The greatest number of instances; nil for all.
    ///
    /// Zero fetches none.
    public var fetchLimit: Int?
    /// The number of instances to skip.
    public var fetchOffset: Int?
    /// Whether unsaved changes of the context count: new instances are found, deleted ones are not.
    ///
    /// Default true.
    public var includePendingChanges = true
    /// The properties to load at once; empty loads all.
    ///
    /// The others are loaded when they are read.
    public var propertiesToFetch: [PartialKeyPath<T>] {
        get { properties.keyPaths }
        set { properties.keyPaths = newValue }
    }
    /// The relationships to load together with the instances, one statement for each.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] {
        get { prefetching.keyPaths }
        set { prefetching.keyPaths = newValue }
    }

    private var properties = KeyPathList<T>()
    private var prefetching = KeyPathList<T>()

    /// A description of a fetch.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

/// Key paths are immutable, though their type does not say that they may cross threads.
private struct KeyPathList<T>: @unchecked Sendable {
    var keyPaths: [PartialKeyPath<T>] = []
}
