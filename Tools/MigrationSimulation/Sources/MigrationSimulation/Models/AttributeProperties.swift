import Foundation
import SwiftData

/// A scalar attribute.
class ScalarProperty<Value: _SQLiteValue & Equatable & Sendable>: RecordProperty, @unchecked Sendable {
    private let adapter: Adapter<Value>
    private let makeSlot: () -> ScalarCell<Value>

    init(
        _ shape: PropertyShape,
        _ ordinal: Int,
        _ adapter: Adapter<Value>,
        _ makeSlot: @escaping () -> ScalarCell<Value>
    ) {
        (self.adapter, self.makeSlot) = (adapter, makeSlot)
        super.init(shape, ordinal)
    }

    private var place: Place<Value> { Place(ordinal: ordinal) }

    override func makeCell() -> Cell { makeSlot() }
    override func keyPath<Model: Record>(in model: Model.Type) -> PartialKeyPath<Model> { \Model.[scalar: place] }
    override func optionalKeyPath<Model: Record>(in model: Model.Type) -> AnyKeyPath { \Model?.?[scalar: place] }
    override func defaultValue() -> Any? { shape.attribute?.nextDefault().flatMap(adapter.value) }
    override func value(of record: Record) -> StoredValue? { adapter.stored(record[scalar: place]) }

    override func assign(_ value: StoredValue, to record: Record, isNew: Bool) {
        guard let value = adapter.value(value) else { return }
        if isNew {
            unsafeDowncast(record.cells[ordinal], to: ScalarCell<Value>.self).slot = .init(value)
        } else {
            record[scalar: place] = value
        }
    }

    override func fetchKeys<Model: Record>(
        _ model: Model.Type,
        _ value: StoredValue,
        _ context: ModelContext
    ) throws -> [Int64]? {
        guard let wanted = adapter.value(value) else { return nil }
        let keyPath = \Model.[scalar: place]
        let predicate = Predicate<Model> { record in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: PredicateExpressions.build_Arg(record), keyPath: keyPath),
                rhs: PredicateExpressions.build_Arg(wanted)
            )
        }
        return try context.fetch(FetchDescriptor(predicate: predicate)).map(\.key)
    }
}

/// A scalar attribute with an order.
final class OrderedProperty<Value: _SQLiteValue & Comparable & Sendable>: ScalarProperty<Value>, @unchecked Sendable {
    override func sortedKeys<Model: Record>(_ model: Model.Type, _ context: ModelContext) throws -> [Int64]? {
        let order = SortDescriptor(\Model.[scalar: Place<Value>(ordinal: ordinal)])
        return try context.fetch(FetchDescriptor(sortBy: [order])).map(\.key)
    }
}

/// An attribute that is no scalar: an enum, or a value stored as JSON.
final class CodedProperty<Value: Codable>: RecordProperty, @unchecked Sendable {
    private let adapter: Adapter<Value>
    private let makeSlot: () -> LinkCell<Value>

    init(
        _ shape: PropertyShape,
        _ ordinal: Int,
        _ adapter: Adapter<Value>,
        _ makeSlot: @escaping () -> LinkCell<Value>
    ) {
        (self.adapter, self.makeSlot) = (adapter, makeSlot)
        super.init(shape, ordinal)
    }

    private var place: Place<Value> { Place(ordinal: ordinal) }

    override func makeCell() -> Cell { makeSlot() }
    override func keyPath<Model: Record>(in model: Model.Type) -> PartialKeyPath<Model> { \Model.[coded: place] }
    override func optionalKeyPath<Model: Record>(in model: Model.Type) -> AnyKeyPath { \Model?.?[coded: place] }
    override func defaultValue() -> Any? { shape.attribute?.nextDefault().flatMap(adapter.value) }
    override func value(of record: Record) -> StoredValue? { adapter.stored(record[coded: place]) }

    override func assign(_ value: StoredValue, to record: Record, isNew: Bool) {
        guard let value = adapter.value(value) else { return }
        if isNew {
            unsafeDowncast(record.cells[ordinal], to: LinkCell<Value>.self).slot = .init(value)
        } else {
            record[coded: place] = value
        }
    }
}
