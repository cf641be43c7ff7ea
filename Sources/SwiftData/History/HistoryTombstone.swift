/// What was kept of a deleted object: the values of its properties marked `.preserveValueOnDeletion`.
///
/// As a sequence it gives the values, without the properties they belong to.
///
/// Source: Apple's `HistoryTombstone`.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    /// A kept value.
    public typealias Element = Any

    /// Goes through the kept values.
    public struct Iterator: IteratorProtocol {
        /// A kept value.
        public typealias Element = Any
        private var values: [any Sendable]

        init(_ values: [any Sendable]) {
            self.values = values.reversed()
        }

        /// The next value; nil at the end.
        public mutating func next() -> Any? {
            values.popLast()
        }
    }

    /// The values in the order of the properties' names, each with the property it belongs to.
    private let values: [(property: any PartialKeyPath<Model> & Sendable, value: any Sendable)]

    init(_ values: [(property: any PartialKeyPath<Model> & Sendable, value: any Sendable)] = []) {
        self.values = values
    }

    /// The value that a property had; nil where it was nil, or not kept.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        values.first { $0.property == keyPath }?.value
    }

    /// An iterator over the kept values.
    public func makeIterator() -> Iterator {
        Iterator(values.map(\.value))
    }
}
