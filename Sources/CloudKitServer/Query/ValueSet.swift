import CloudKitWebServices

/// Values, and whether one equal to another is among them, as ``ValueOrder`` compares.
///
/// Only values that have no exact key, such as places, are compared one by one.
struct ValueSet: Sendable {
    /// Equal exactly for values that compare as equal.
    private enum Key: Hashable, Sendable {
        case string([UInt8])
        case reference([UInt8])
        case bytes([UInt8])
        case int64(Int64)
        case double(Double)
        case timestamp(WireTimestamp)

        init?(_ value: WireValue) {
            switch value {
            case .string(let text): self = .string(Array(text.utf8))
            case .reference(let reference): self = .reference(Array(reference.recordName.utf8))
            case .bytes(let bytes): self = .bytes(bytes)
            case .int64(let number): self = .int64(number)
            case .double(let number): self = .double(number)
            case .timestamp(let moment): self = .timestamp(moment)
            default: return nil
            }
        }
    }

    /// The values, as they were given.
    let values: [WireValue]
    private let keys: Set<Key>
    private let others: [WireValue]

    init(_ values: [WireValue]) {
        self.values = values
        keys = Set(values.compactMap(Key.init))
        others = values.filter { Key($0) == nil }
    }

    func contains(_ value: WireValue) -> Bool {
        if let key = Key(value) { return keys.contains(key) }
        return others.contains { ValueOrder.compare(value, $0) == 0 }
    }
}
