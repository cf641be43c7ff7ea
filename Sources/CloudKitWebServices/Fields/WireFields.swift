/// The fields of a record by name, in the order they were set.
///
/// A record has a handful of fields, so they stand in a row and are looked for one by one; only a record with very many
/// gets an index, which makes taking a single one away slow. Two records with the same fields in another order are equal.
public struct WireFields: Sendable {
    /// From this many fields on an index is kept.
    private static let indexed = 32

    private var names: ContiguousArray<String> = []
    private var values: ContiguousArray<WireField> = []
    private var index: [String: Int]?

    /// No fields.
    public init() {}

    /// The field of a name; setting nil takes it away.
    ///
    /// Taking a field away is not clearing it on the service: for that, set ``WireValue/null(_:)``.
    public subscript(name: String) -> WireField? {
        get { place(of: name).map { values[$0] } }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let field?): values[place] = field
            case (let place?, nil): remove(at: place)
            case (nil, let field?): append(field, named: name)
            case (nil, nil): break
            }
        }
    }

    /// The names of all fields.
    public var keys: [String] {
        Array(names)
    }

    /// Takes all fields away.
    public mutating func removeAll() {
        self = WireFields()
    }

    /// Takes some fields away; of many, much quicker than one after the other.
    public mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        var kept = WireFields()
        for element in self where !isUnwanted(element) { kept.append(element.field, named: element.name) }
        self = kept
    }

    /// Changes the fields as `update` does on the service: the given ones get their new values, those given without a
    /// value are cleared, and the others stay.
    public mutating func merge(_ changes: WireFields) {
        var isCleared = false
        for (name, field) in changes {
            switch place(of: name) {
            case let place?: values[place] = field
            case nil where !field.value.isNull: append(field, named: name)
            case nil: break
            }
            isCleared = isCleared || field.value.isNull
        }
        if isCleared { removeAll { $0.field.value.isNull } }
    }

    private func place(of name: String) -> Int? {
        if let index { return index[name] }
        return names.firstIndex(of: name)
    }

    private mutating func append(_ field: WireField, named name: String) {
        if names.count == Self.indexed {
            index = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
        }
        index?[name] = names.count
        names.append(name)
        values.append(field)
    }

    private mutating func remove(at place: Int) {
        names.remove(at: place)
        values.remove(at: place)
        if index != nil {
            index = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
        }
    }
}

extension WireFields: RandomAccessCollection {
    /// A field and its name.
    public typealias Element = (name: String, field: WireField)

    /// The place of the first field.
    public var startIndex: Int { 0 }
    /// The place after the last field.
    public var endIndex: Int { names.count }

    /// The field at a place, in the order they were set.
    public subscript(position: Int) -> Element {
        (names[position], values[position])
    }
}

extension WireFields: Hashable {
    /// Whether both have the same fields, in any order.
    public static func == (lhs: WireFields, rhs: WireFields) -> Bool {
        if lhs.names == rhs.names { return lhs.values == rhs.values }
        return lhs.count == rhs.count && lhs.allSatisfy { rhs[$0.name] == $0.field }
    }

    /// Hashes the fields, in any order.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (name, field) in self {
            var one = Hasher()
            one.combine(name)
            one.combine(field)
            sum &+= one.finalize()
        }
        hasher.combine(sum)
    }
}

extension WireFields: ExpressibleByDictionaryLiteral {
    /// Fields from their names and values; of a name given twice the last value stays.
    public init(dictionaryLiteral elements: (String, WireValue)...) {
        for (name, value) in elements { self[name] = WireField(value) }
    }
}

extension WireFields: WireReadable, WireWritable {
    /// Reads fields; a name that comes twice is an error.
    public init(from reader: inout JSONReader) throws(JSONError) {
        names.reserveCapacity(reader.fieldCount)
        values.reserveCapacity(reader.fieldCount)
        // One bit for each name so far: where the bit is not set yet, nobody has to look for the name.
        var seen: UInt64 = 0
        try reader.beginObject()
        while let key = try reader.nextKey() {
            let mark = 1 &<< (key.fingerprint &>> 58)
            let name = reader.recentStrings.string(of: key)
            if seen & mark != 0, place(of: name) != nil { throw reader.failure("no second field of the same name") }
            seen |= mark
            append(reader.skipNull() ? WireField(.null(), isTagged: false) : try WireField(from: &reader), named: name)
        }
        reader.fieldCount = Swift.min(names.count, Self.indexed)
    }

    /// Writes the fields.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for place in names.indices {
            writer.key(names[place])
            values[place].write(to: &writer)
        }
        writer.endObject()
    }
}
