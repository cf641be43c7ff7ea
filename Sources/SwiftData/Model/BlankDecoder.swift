/// A decoder that answers every question with the emptiest value of the kind asked for, so that a stand-in can be
/// made of any `Decodable` type.
struct BlankDecoder: Decoder {
    /// How deep values may lie within values: an enum whose first case holds another one of its kind has no emptiest value.
    private static let maximumDepth = 24

    var depth = 0
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(depth: depth))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(depth: depth) }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(depth: depth) }

    /// The emptiest value of `type`.
    static func value<Value: Decodable>(of type: Value.Type, depth: Int = 0) throws -> Value {
        if let optional = type as? any ExpressibleByNilLiteral.Type,
            let value = optional.init(nilLiteral: ()) as? Value
        {
            return value
        }
        if let scalar = type as? any _SQLiteValue.Type, let value = scalar._placeholder as? Value { return value }
        if let cases = type as? any CaseIterable.Type, let value = anyCase(of: cases) as? Value { return value }
        if let first = firstPlainCase(of: type) as? Value { return first }
        guard depth < maximumDepth else {
            throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "too deep"))
        }
        return try type.init(from: BlankDecoder(depth: depth + 1))
    }

    private static func anyCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

    struct Single: SingleValueDecodingContainer {
        var depth = 0
        var codingPath: [any CodingKey] { [] }
        func decodeNil() -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try BlankDecoder.value(of: type, depth: depth)
        }
    }

    struct Unkeyed: UnkeyedDecodingContainer {
        var depth = 0
        var codingPath: [any CodingKey] { [] }
        var count: Int? { 0 }
        var isAtEnd: Bool { true }
        var currentIndex: Int { 0 }
        mutating func decodeNil() -> Bool { true }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try BlankDecoder.value(of: type, depth: depth)
        }
        mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(Keyed<Key>(depth: depth))
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(depth: depth) }
        mutating func superDecoder() -> any Decoder { BlankDecoder(depth: depth) }
    }

    struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        var depth = 0
        var codingPath: [any CodingKey] { [] }
        /// An enum with associated values takes its only key for its case.
        var allKeys: [Key] { firstKey(of: Key.self).map { [$0] } ?? [] }
        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try BlankDecoder.value(of: type, depth: depth)
        }
        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type,
            forKey key: Key
        ) -> KeyedDecodingContainer<NestedKey> { KeyedDecodingContainer(Keyed<NestedKey>(depth: depth)) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { Unkeyed(depth: depth) }
        func superDecoder() -> any Decoder { BlankDecoder(depth: depth) }
        func superDecoder(forKey key: Key) -> any Decoder { BlankDecoder(depth: depth) }
    }
}
