import SwiftData

// What needs the class itself as a type: the ways from a class that is known when the program runs to generic calls.

extension Record {
    /// All objects of the class, with those of its subclasses.
    class func all(in context: ModelContext) throws -> [Record] { try Self.fetched(Self.self, context) }

    /// The keys of the objects that have a value, by a predicate; nil where there is none for the property.
    class func keys(of property: RecordProperty, _ value: StoredValue, in context: ModelContext) throws -> [Int64]? {
        try property.fetchKeys(Self.self, value, context)
    }

    /// The keys of all objects in the order of a property; nil where it has none.
    class func sortedKeys(by property: RecordProperty, in context: ModelContext) throws -> [Int64]? {
        try property.sortedKeys(Self.self, context)
    }

    /// The keys of the objects whose texts hold a word, by the full-text index.
    class func keys(matching word: String, in context: ModelContext) throws -> [Int64] {
        try Self.matching(Self.self, word, context)
    }

    private static func fetched<Model: Record>(_ model: Model.Type, _ context: ModelContext) throws -> [Record] {
        try context.fetch(FetchDescriptor<Model>())
    }

    private static func matching<Model: Record>(
        _ model: Model.Type,
        _ word: String,
        _ context: ModelContext
    ) throws -> [Int64] {
        try context.search(FetchDescriptor<Model>(), matching: word).map(\.key)
    }
}
