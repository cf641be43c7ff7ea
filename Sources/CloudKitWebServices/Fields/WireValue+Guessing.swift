extension JSONReader {
    /// The value of a field without a type, by its form: text is STRING, a number without a point INT64, one with a
    /// point DOUBLE, and an array the list of what its elements are.
    ///
    /// Objects are told by their keys.
    mutating func guess(_ pending: PendingValue) throws(JSONError) -> WireValue {
        let raw = RawJSON(
            checked: Array(UnsafeBufferPointer(start: base + pending.start, count: pending.end - pending.start))
        )
        switch pending.form {
        case .null: return .null()
        case .bool(let value): return .int64(value ? 1 : 0)
        case .string(let token): return .string(try string(of: token))
        case .number(let number):
            if let value = number.int64, number.isWritten(asInteger: raw) { return .int64(value) }
            return (try? double(of: number)).map(WireValue.double) ?? .unknown(type: nil, value: raw)
        case .array: return Self.guessList(raw) ?? .unknown(type: nil, value: raw)
        case .object: return Self.guessObject(raw) ?? .unknown(type: nil, value: raw)
        }
    }

    /// The first type of list that the array fits, the most particular ones first.
    private static func guessList(_ raw: RawJSON) -> WireValue? {
        let field = WireField(.unknown(type: nil, value: raw), isTagged: false)
        let types: [WireFieldType] = [
            .unknownList, .stringList, .int64List, .doubleList, .referenceList, .locationList, .assetList,
        ]
        return types.lazy.compactMap { field.interpreted(as: $0)?.ifMeant }.first
    }

    /// The first type of object that this fits.
    private static func guessObject(_ raw: RawJSON) -> WireValue? {
        let field = WireField(.unknown(type: nil, value: raw), isTagged: false)
        return [.reference, .location, .asset].lazy.compactMap { field.interpreted(as: $0)?.ifMeant }.first
    }
}

extension WireField {
    /// The value as one of the type that the schema wants; nil if it cannot be one.
    ///
    /// A field that said its own type is taken at its word, and so is a clearing null.
    public func interpreted(as type: WireFieldType) -> WireValue? {
        if value.isNull { return .null(type) }
        if value.type == type { return value }
        if case .emptyList = value, type.isList { return Self.emptyList(of: type) }
        guard !isTagged else { return nil }
        let field = RawField(value: value, type: type).field
        if case .mismatched = field?.value { return nil }
        return field?.value
    }

    private static func emptyList(of type: WireFieldType) -> WireValue? {
        RawField(value: .strings([]), type: type).field?.value
    }
}

/// A field put together anew, with a type that it did not have.
private struct RawField {
    let value: WireValue
    let type: WireFieldType

    var field: WireField? {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("type")
        writer.string(type.rawValue)
        writer.key("value")
        value.write(to: &writer)
        writer.endObject()
        return try? WireField(json: writer.takeBytes())
    }
}

extension WireValue {
    /// The value, unless it is a file without any of the keys of one: anything looks like that.
    fileprivate var ifMeant: WireValue? {
        switch self {
        case .asset(let asset): asset == WireAsset() ? nil : self
        case .assets(let assets): assets.contains(WireAsset()) ? nil : self
        default: self
        }
    }
}

extension JSONNumber {
    /// Whether the number stands there without point and exponent.
    fileprivate func isWritten(asInteger raw: RawJSON) -> Bool {
        !raw.bytes.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    }
}
