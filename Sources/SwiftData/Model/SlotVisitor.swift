/// Visits one slot of a model with its static type known: the way from an ordinal to a typed value.
///
/// The overloads mirror how `@Model`'s accessors tell values from relationships. An implementation detail of the code
/// that `@Model` generates.
public protocol _SlotVisitor {
    /// A scalar whose type the source spells out.
    mutating func visit<T: _SQLiteValue>(_ slot: inout _Slot<T>, _ ordinal: Int)
    /// A scalar behind a type alias or without annotation.
    mutating func visit<T: _SQLiteValue>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    /// A value kept by its raw value.
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue
    /// An optional value kept by its raw value.
    mutating func visit<T: RawRepresentable & Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    where T.RawValue: _SQLiteValue
    /// A to-one relationship that must have a target.
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M>, _ ordinal: Int)
    /// A to-one relationship.
    mutating func visit<M: PersistentModel>(_ slot: inout _LinkSlot<M?>, _ ordinal: Int)
    /// A to-many relationship.
    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int)
    /// Any other `Codable` value.
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int)
    /// Any other optional `Codable` value.
    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int)
    /// A value of any type that is kept through a transformer.
    mutating func visit<T>(_ slot: inout _TransformedSlot<T>, _ ordinal: Int, _ transformer: _Transformer)
}
