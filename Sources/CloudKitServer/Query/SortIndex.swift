import CloudKitWebServices

/// An index made for an order that the fields' own indexes cannot give: by several fields, by a system field that is
/// seldom asked for, by what has no order of its own, or among the few records that have one value in some field.
///
/// A zone gets one when a query first needs it. Its name, among those of the fields in the zone's index, says the fields
/// and their directions: `isCompleted+updatedAt-`. The first always rises; an order that falls goes through it backwards.
struct SortIndex: Hashable, Sendable {
    /// How many of them a record type may have in a zone: each costs an entry for every record.
    static let limit = 16

    private struct Part: Hashable, Sendable {
        let field: QueriedField
        let isRising: Bool
    }

    private let parts: [Part]

    /// The index for an order.
    init(_ criteria: [(field: QueriedField, isAscending: Bool)]) {
        let isRising = criteria.first?.isAscending ?? true
        parts = criteria.map { Part(field: $0.field, isRising: $0.isAscending == isRising) }
    }

    /// The index for an order among the records that have one value in a field.
    init(_ criteria: [(field: QueriedField, isAscending: Bool)], under field: QueriedField) {
        parts = [Part(field: field, isRising: true)] + SortIndex(criteria).parts
    }

    /// What the keys of all records begin with that have this value in the first field; nil if others have keys that begin
    /// so too.
    static func prefix(of value: WireValue) -> [UInt8]? {
        switch value {
        case .string, .reference, .bytes, .int64, .timestamp, .double:
            let (bytes, isCut) = IndexKey.part(value)
            return isCut ? nil : bytes
        default: return nil
        }
    }

    /// The index of a name; nil for the name of a field.
    init?(name: String) {
        guard let last = name.utf8.last, Self.signs.contains(last) else { return nil }
        parts = name.utf8.split(whereSeparator: Self.signs.contains).reduce(into: []) { parts, text in
            let field = String(decoding: text, as: UTF8.self)
            let isRising = name.utf8[text.endIndex] == UInt8(ascii: "+")
            parts.append(Part(field: QueriedField(indexName: field), isRising: isRising))
        }
    }

    private static let signs: Set<UInt8> = [UInt8(ascii: "+"), UInt8(ascii: "-")]

    /// What the index is called.
    var name: String {
        parts.map { ($0.field.indexName ?? "") + ($0.isRising ? "+" : "-") }.joined()
    }

    /// The names in an index that are those of such indexes.
    static func count(in names: Set<String>) -> Int {
        names.count { SortIndex(name: $0) != nil }
    }

    /// The key of a record.
    func key(of record: StoredRecord, _ fields: WireFields) -> [UInt8] {
        key(of: parts.map { $0.field.value(in: record, fields) })
    }

    /// The key of the values that a record is sorted by.
    ///
    /// Each begins with whether there is one and ends where no other can go on, so that the next one decides only
    /// between equal ones. After a text that is cut nothing follows. The last byte says whether that was so.
    func key(of values: [WireValue?]) -> [UInt8] {
        var key: [UInt8] = []
        for (part, value) in zip(parts, values) {
            let (bytes, isCut) = IndexKey.part(value)
            key += part.isRising ? bytes : bytes.map { ~$0 }
            if isCut { return key + [1] }
        }
        return key + [0]
    }

    /// Whether records with this key may be sorted by different values.
    static func isCut(_ key: [UInt8]) -> Bool {
        key.last == 1
    }

    /// The keys of records whose first value lies in a range, if all keys of that field's values are equally long.
    static func range(_ range: KeyRange) -> KeyRange {
        // Here more bytes follow a value's key: those of the greatest value in the range must not be past its end.
        guard let upper = range.upper, upper.last == 0, upper.count == IndexKey.numberLength + 1 else { return range }
        return KeyRange(lower: range.lower, upper: Array(upper.dropLast()).afterAllThatBeginSo)
    }
}

extension IndexKey {
    /// The bytes of a key for a number.
    static let numberLength = 9

    /// A value as a part of a key, which other parts may follow, and whether it was cut.
    ///
    /// What has no order only says that it is there.
    fileprivate static func part(_ value: WireValue?) -> (bytes: [UInt8], isCut: Bool) {
        guard let value, !value.isNull else { return (null, false) }
        switch value {
        case .string, .reference, .bytes:
            guard let key = of(value) else { return (null, false) }
            // Zeros inside are told from the two that end it.
            let escaped = key.prefix(1) + key.dropFirst().flatMap { $0 == 0 ? [0, .max] : [$0] }
            return isCut(key) ? (Array(escaped), true) : (escaped + [0, 0], false)
        case .int64, .timestamp, .double: return (of(value) ?? null, false)
        default: return ([1], false)
        }
    }
}

/// A query needs an index that its zone does not have.
struct MissingSortIndex: Error {
    let name: String
}
