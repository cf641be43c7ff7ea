import SwiftData

/// A property of a record's class, bound to its types.
class RecordProperty: @unchecked Sendable {
    let shape: PropertyShape
    /// Its place among all properties of the class.
    let ordinal: Int

    init(_ shape: PropertyShape, _ ordinal: Int) { (self.shape, self.ordinal) = (shape, ordinal) }

    func makeCell() -> Cell { Cell() }
    func keyPath<Model: Record>(in model: Model.Type) -> PartialKeyPath<Model> { \Model.key }
    func optionalKeyPath<Model: Record>(in model: Model.Type) -> AnyKeyPath { \Model?.?.key }
    /// What a new object has where nothing else is given, as the model's source would say.
    func defaultValue() -> Any? { nil }
    /// What the property shows, of an attribute.
    func value(of record: Record) -> StoredValue? { nil }
    /// What the property shows, of a relationship.
    func targets(of record: Record) -> [Record] { [] }
    /// Gives an attribute a value; in a new object, as an initialiser does.
    func assign(_ value: StoredValue, to record: Record, isNew: Bool) {}
    /// Gives a relationship targets; in a new object, as an initialiser does.
    func assign(_ targets: [Record], to record: Record, isNew: Bool) {}

    /// The keys of the records with a value, by a predicate; nil where there is none for it.
    func fetchKeys<Model: Record>(_ model: Model.Type, _ value: StoredValue, _ context: ModelContext) throws -> [Int64]?
    { nil }
    /// The keys of all records, sorted by the property; nil where there is no order.
    func sortedKeys<Model: Record>(_ model: Model.Type, _ context: ModelContext) throws -> [Int64]? { nil }
}
