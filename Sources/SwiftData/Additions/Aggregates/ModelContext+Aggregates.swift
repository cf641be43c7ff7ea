import Foundation

// Sums, averages, extremes and counts by group, worked out by the store without making objects.
//
// Additions of this package. Unsaved changes count where the descriptor says so; then the objects are fetched and the
// answer is worked out in memory. A limit and an offset in the descriptor count.

extension ModelContext {
    /// The sum of an attribute; zero of no objects.
    ///
    /// An addition of this package.
    ///
    /// Whole and decimal numbers are added exactly.
    ///
    /// - Throws: ``StoreError/tooLarge(reason:)`` where the sum does not fit the attribute's type, and what `fetch`
    ///   throws.
    public func sum<T: PersistentModel, Value: AdditiveArithmetic & _SQLiteValue>(
        of keyPath: KeyPath<T, Value>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Value {
        try Summing(keyPath, descriptor, self).sum { $0 }
    }

    /// The sum of an optional attribute; objects without a value count for nothing.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What the sum of a required attribute throws.
    public func sum<T: PersistentModel, Value: AdditiveArithmetic & _SQLiteValue>(
        of keyPath: KeyPath<T, Value?>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Value {
        try Summing(keyPath, descriptor, self).sum { $0 }
    }

    /// The mean of an attribute; nil of no objects.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func average<T: PersistentModel, Value: BinaryInteger & _SQLiteValue>(
        of keyPath: KeyPath<T, Value>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Double? {
        try Averaging(keyPath, descriptor, self).average { Double($0) }
    }

    /// The mean of an optional attribute; objects without a value do not count.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func average<T: PersistentModel, Value: BinaryInteger & _SQLiteValue>(
        of keyPath: KeyPath<T, Value?>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Double? {
        try Averaging(keyPath, descriptor, self).average { $0.map { Double($0) } }
    }

    /// The mean of an attribute; nil of no objects.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func average<T: PersistentModel, Value: BinaryFloatingPoint & _SQLiteValue>(
        of keyPath: KeyPath<T, Value>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Double? {
        try Averaging(keyPath, descriptor, self).average { Double($0) }
    }

    /// The mean of an optional attribute; objects without a value do not count.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func average<T: PersistentModel, Value: BinaryFloatingPoint & _SQLiteValue>(
        of keyPath: KeyPath<T, Value?>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Double? {
        try Averaging(keyPath, descriptor, self).average { $0.map { Double($0) } }
    }

    /// The mean of a decimal attribute, to the precision of `Decimal`; nil of no objects.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func average<T: PersistentModel>(
        of keyPath: KeyPath<T, Decimal>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Decimal? {
        let values = try ColumnValues(keyPath, descriptor, self).all { $0 }
        return values.isEmpty ? nil : values.reduce(0, +) / Decimal(values.count)
    }

    /// The mean of an optional decimal attribute; objects without a value do not count.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func average<T: PersistentModel>(
        of keyPath: KeyPath<T, Decimal?>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Decimal? {
        let values = try ColumnValues(keyPath, descriptor, self).all { $0 }
        return values.isEmpty ? nil : values.reduce(0, +) / Decimal(values.count)
    }

    /// The smallest value of an attribute; nil of no objects.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func min<T: PersistentModel, Value: Comparable & _SQLiteValue>(
        of keyPath: KeyPath<T, Value>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Value? {
        try Extreme(keyPath, descriptor, self).value("min", { $0 }, { $0.min() })
    }

    /// The smallest value of an optional attribute; objects without a value do not count.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func min<T: PersistentModel, Value: Comparable & _SQLiteValue>(
        of keyPath: KeyPath<T, Value?>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Value? {
        try Extreme(keyPath, descriptor, self).value("min", { $0 }, { $0.min() })
    }

    /// The greatest value of an attribute; nil of no objects.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func max<T: PersistentModel, Value: Comparable & _SQLiteValue>(
        of keyPath: KeyPath<T, Value>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Value? {
        try Extreme(keyPath, descriptor, self).value("max", { $0 }, { $0.max() })
    }

    /// The greatest value of an optional attribute; objects without a value do not count.
    ///
    /// An addition of this package.
    ///
    /// - Throws: What `fetch` throws.
    public func max<T: PersistentModel, Value: Comparable & _SQLiteValue>(
        of keyPath: KeyPath<T, Value?>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> Value? {
        try Extreme(keyPath, descriptor, self).value("max", { $0 }, { $0.max() })
    }

    /// How many objects have each value of an attribute.
    ///
    /// An addition of this package.
    ///
    /// Of values that no longer decode (an enumeration lost a case) the objects are left out.
    ///
    /// - Throws: What `fetch` throws.
    public func groupedCounts<T: PersistentModel, Value: Hashable & Codable>(
        by keyPath: KeyPath<T, Value>,
        matching descriptor: FetchDescriptor<T> = FetchDescriptor<T>()
    ) throws -> [Value: Int] {
        guard let query = try ColumnQuery(keyPath, descriptor, graph) else {
            return try fetch(descriptor).reduce(into: [:]) { $0[$1[keyPath: keyPath], default: 0] += 1 }
        }
        var counts: [Value: Int] = [:]
        try query.select("v, count(*)", " GROUP BY v") { row in
            guard let value = query.property.decoded(SQLValue(row, 0), as: Value.self) else { return }
            counts[value, default: 0] += Int(Int64._read(row, 1))
        }
        return counts
    }
}
