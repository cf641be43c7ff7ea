/// A decoder that answers every question with the emptiest value of the kind asked for, so that a stand-in can be
/// made of any `Decodable` type.
struct BlankDecoder: Decoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>())
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single() }

    /// The emptiest value of `type`.
    static func value<Value: Decodable>(of type: Value.Type) throws -> Value {
        if let optional = type as? any ExpressibleByNilLiteral.Type,
            let value = optional.init(nilLiteral: ()) as? Value
        {
            return value
        }
        if let scalar = type as? any _SQLiteValue.Type, let value = scalar._placeholder as? Value { return value }
        if let cases = type as? any CaseIterable.Type, let value = anyCase(of: cases) as? Value { return value }
        if let first = firstPlainCase(of: type) as? Value { return first }
        return try type.init(from: BlankDecoder())
    }

    private static func anyCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

    struct Single: SingleValueDecodingContainer {
        var codingPath: [any CodingKey] { [] }
        func decodeNil() -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try BlankDecoder.value(of: type) }
    }

    struct Unkeyed: UnkeyedDecodingContainer {
        var codingPath: [any CodingKey] { [] }
        var count: Int? { 0 }
        var isAtEnd: Bool { true }
        var currentIndex: Int { 0 }
        mutating func decodeNil() -> Bool { true }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try BlankDecoder.value(of: type) }
        mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
            KeyedDecodingContainer(Keyed<Key>())
        }
        mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }
        mutating func superDecoder() -> any Decoder { BlankDecoder() }
    }

    struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }
        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { true }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try BlankDecoder.value(of: type)
        }
        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type,
            forKey key: Key
        ) -> KeyedDecodingContainer<NestedKey> { KeyedDecodingContainer(Keyed<NestedKey>()) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { Unkeyed() }
        func superDecoder() -> any Decoder { BlankDecoder() }
        func superDecoder(forKey key: Key) -> any Decoder { BlankDecoder() }
    }
}
