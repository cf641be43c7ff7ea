/// Takes the values out of a snapshot of a type that is not ours, by having it encode itself into this.
///
/// Values keep their types: nothing is turned into text or numbers on the way.
final class SnapshotCapture: Encoder {
    private(set) var values: [String: SnapshotValue] = [:]
    /// What in the snapshot cannot be taken over.
    private var refusal: String?

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// The values of a snapshot by property name.
    ///
    /// - Throws: `EncodingError` where the snapshot codes anything but named values.
    static func values(of snapshot: any DataStoreSnapshot) throws -> [String: SnapshotValue] {
        if let snapshot = snapshot as? DefaultSnapshot { return snapshot.values }
        let capture = SnapshotCapture()
        try snapshot.encode(to: capture)
        if let refusal = capture.refusal {
            throw EncodingError.invalidValue(
                snapshot,
                .init(codingPath: [], debugDescription: "A snapshot must code its values by name: \(refusal)")
            )
        }
        capture.values[DataStoreSnapshotCodingKey.persistentIdentifier.stringValue] = nil
        return capture.values
    }

    fileprivate func insert(_ value: Any, _ name: String) {
        switch value {
        case let identifier as PersistentIdentifier: values[name] = .toOne(identifier)
        case let identifiers as [PersistentIdentifier]: values[name] = .toMany(identifiers)
        default: values[name] = SnapshotValue(value)
        }
    }

    fileprivate func refuse(_ reason: String) {
        refusal = refusal ?? reason
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>(capture: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        refuse("it codes a list")
        return Discard()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        refuse("it codes a single value")
        return Discard()
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let capture: SnapshotCapture
        let codingPath: [any CodingKey] = []

        mutating func encodeNil(forKey key: Key) { capture.insert(Int?.none as Any, key.stringValue) }
        mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
            capture.insert(value, key.stringValue)
        }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            capture.refuse("\(key.stringValue) is coded in parts")
            return KeyedEncodingContainer(Keyed<Nested>(capture: SnapshotCapture()))
        }
        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            capture.refuse("\(key.stringValue) is coded in parts")
            return Discard()
        }
        mutating func superEncoder() -> any Encoder { capture }
        mutating func superEncoder(forKey key: Key) -> any Encoder { capture }
    }

    /// Takes what was refused already.
    private struct Discard: UnkeyedEncodingContainer, SingleValueEncodingContainer {
        let codingPath: [any CodingKey] = []
        var count: Int { 0 }
        mutating func encodeNil() {}
        mutating func encode<Value: Encodable>(_ value: Value) {}
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type
        ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(Keyed<Nested>(capture: SnapshotCapture())) }
        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Discard() }
        mutating func superEncoder() -> any Encoder { SnapshotCapture() }
    }
}
