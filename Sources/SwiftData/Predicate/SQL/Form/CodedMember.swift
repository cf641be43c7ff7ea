import Foundation

/// Under which key a stored property of a `Codable` structure stands in JSON.
///
/// A probe of the structure is decoded with another value for each key; the key is known when the property of the probe
/// has the value that its own name was given. So renamed keys and decoders of another mind are found out.
enum CodedMember {
    /// The key; nil where it is not certain that it is the property's name.
    static func name(of keyPath: AnyKeyPath) -> String? {
        let root = type(of: keyPath).rootType
        let description = keyPath.debugDescription
        guard let decodable = root as? any Decodable.Type, description.hasPrefix("\\\(root).") else { return nil }
        let name = String(description.dropFirst("\\\(root).".count))
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
        return isCoded(name, at: keyPath, in: decodable) ? name : nil
    }

    private static func isCoded<Root: Decodable>(_ name: String, at keyPath: AnyKeyPath, in: Root.Type) -> Bool {
        let record = ProbeRecord()
        guard let probe = try? Root(from: ProbeDecoder(record: record)), let given = record.values[name] else {
            return false
        }
        guard let given = given as? AnyHashable, let path = keyPath as? PartialKeyPath<Root> else { return true }
        return probe[keyPath: path] as? AnyHashable == given
    }
}

/// What a probe was given for each key.
private final class ProbeRecord {
    /// Only values that tell one key from another; the others are there as empty tuples.
    var values: [String: Any] = [:]
}

/// Answers every key with a value of its own where the type allows.
private struct ProbeDecoder: Decoder {
    let record: ProbeRecord
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed<Key>(record: record))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { BlankDecoder.Unkeyed() }

    func singleValueContainer() -> any SingleValueDecodingContainer { BlankDecoder.Single() }

    struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let record: ProbeRecord
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            let number = record.values.count + 2
            if let value = Self.value(of: type, number) {
                record.values[key.stringValue] = value
                return value
            }
            record.values[key.stringValue] = ()
            return try BlankDecoder.value(of: type)
        }

        private static func value<Value>(of type: Value.Type, _ number: Int) -> Value? {
            let candidates: [Any] = [
                "probe \(number)", number, Int64(number), Int32(number), Double(number), Float(number),
                Date(timeIntervalSinceReferenceDate: Double(number)),
            ]
            return candidates.lazy.compactMap { $0 as? Value }.first
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type,
            forKey key: Key
        ) -> KeyedDecodingContainer<NestedKey> { KeyedDecodingContainer(BlankDecoder.Keyed<NestedKey>()) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { BlankDecoder.Unkeyed() }
        func superDecoder() -> any Decoder { BlankDecoder() }
        func superDecoder(forKey key: Key) -> any Decoder { BlankDecoder() }
    }
}
