import Foundation

/// Reads an attribute of many objects, from the store where that is enough, else from the objects.
struct ColumnValues<Model: PersistentModel, Value> {
    let keyPath: KeyPath<Model, Value>
    let descriptor: FetchDescriptor<Model>
    let context: ModelContext
    /// nil where objects must be looked at.
    let query: ColumnQuery<Model>?

    init(_ keyPath: KeyPath<Model, Value>, _ descriptor: FetchDescriptor<Model>, _ context: ModelContext) throws {
        self.keyPath = keyPath
        self.descriptor = descriptor
        self.context = context
        query = try ColumnQuery(keyPath, descriptor, context.graph)
    }

    /// Every value that is there.
    func all<Bare>(_ bare: (Value) -> Bare?) throws -> [Bare] {
        guard let query else { return try context.fetch(descriptor).compactMap { bare($0[keyPath: keyPath]) } }
        var values: [Bare] = []
        try query.select("v") { row in
            let value = query.property.decoded(SQLValue(row, 0), as: Value.self)
            if let bare = value.flatMap(bare) { values.append(bare) }
        }
        return values
    }
}

/// How SQL's own arithmetic and order fit a type's.
private enum ColumnOrder {
    /// Whether the column's order and sums are the type's: not for decimals, which are text, and not for the widest
    /// unsigned numbers, whose upper half is stored below zero.
    static func isNative(_ type: Any.Type) -> Bool {
        !(type == Decimal.self || type == UInt64.self || type == UInt.self || type == URL.self)
    }
}

/// Adds up an attribute.
struct Summing<Model: PersistentModel, Value> {
    private let values: ColumnValues<Model, Value>

    init(_ keyPath: KeyPath<Model, Value>, _ descriptor: FetchDescriptor<Model>, _ context: ModelContext) throws {
        values = try ColumnValues(keyPath, descriptor, context)
    }

    func sum<Bare: AdditiveArithmetic & _SQLiteValue>(_ bare: (Value) -> Bare?) throws -> Bare {
        if let query = values.query, ColumnOrder.isNative(Bare.self) {
            return try stored(query, as: Bare.self)
        }
        return try Self.added(try values.all(bare))
    }

    private func stored<Bare: AdditiveArithmetic & _SQLiteValue>(
        _ query: ColumnQuery<Model>,
        as type: Bare.Type
    ) throws -> Bare {
        let total: SQLValue
        do {
            total = try query.value("sum(v)")
        } catch StoreError.unexpected(_, let reason) where reason.contains("overflow") {
            throw Self.overflow(type)
        }
        if total == .null { return .zero }
        guard let value = Self.fitting(total, type) else { throw Self.overflow(type) }
        return value
    }

    /// The value where it fits its type: reading a column would cut a larger number off.
    private static func fitting<Bare: _SQLiteValue>(_ value: SQLValue, _ type: Bare.Type) -> Bare? {
        guard case .integer(let number) = value, let integers = type as? any FixedWidthInteger.Type else {
            return type._fromSQL(value)
        }
        return exactly(number, integers) as? Bare
    }

    private static func exactly<Number: FixedWidthInteger>(_ number: Int64, _ type: Number.Type) -> Any? {
        Number(exactly: number)
    }

    private static func added<Bare: AdditiveArithmetic>(_ values: [Bare]) throws -> Bare {
        guard let type = Bare.self as? any FixedWidthInteger.Type else { return values.reduce(.zero, +) }
        guard let sum = addedExactly(values, type) as? Bare else { throw Self.overflow(Bare.self) }
        return sum
    }

    /// Adds whole numbers without ending the program where the sum does not fit.
    private static func addedExactly<Number: FixedWidthInteger>(_ values: Any, _ type: Number.Type) -> Any? {
        var total = Number.zero
        for value in values as? [Number] ?? [] {
            let (sum, overflow) = total.addingReportingOverflow(value)
            if overflow { return nil }
            total = sum
        }
        return total
    }

    private static func overflow(_ type: Any.Type) -> StoreError {
        .tooLarge(reason: "the sum does not fit \(type)")
    }
}

/// Takes the mean of an attribute.
struct Averaging<Model: PersistentModel, Value> {
    private let values: ColumnValues<Model, Value>

    init(_ keyPath: KeyPath<Model, Value>, _ descriptor: FetchDescriptor<Model>, _ context: ModelContext) throws {
        values = try ColumnValues(keyPath, descriptor, context)
    }

    func average(_ number: (Value) -> Double?) throws -> Double? {
        let wrapped = (Value.self as? any OptionalType.Type)?.wrappedType ?? Value.self
        if let query = values.query, ColumnOrder.isNative(wrapped) {
            return Double._fromSQL(try query.value("avg(v)"))
        }
        let numbers = try values.all(number)
        return numbers.isEmpty ? nil : numbers.reduce(0, +) / Double(numbers.count)
    }
}

/// Finds the smallest or greatest value of an attribute.
struct Extreme<Model: PersistentModel, Value> {
    private let values: ColumnValues<Model, Value>

    init(_ keyPath: KeyPath<Model, Value>, _ descriptor: FetchDescriptor<Model>, _ context: ModelContext) throws {
        values = try ColumnValues(keyPath, descriptor, context)
    }

    func value<Bare: Comparable & _SQLiteValue>(
        _ function: String,
        _ bare: (Value) -> Bare?,
        _ choose: ([Bare]) -> Bare?
    ) throws -> Bare? {
        if let query = values.query, ColumnOrder.isNative(Bare.self) {
            let value = try query.value("\(function)(v)")
            return value == .null ? nil : Bare._fromSQL(value)
        }
        return choose(try values.all(bare))
    }
}
