extension WireValue {
    /// Reads a value whose type came before it.
    init(from reader: inout JSONReader, as type: DeclaredType) throws(JSONError) {
        self = try reader.resolve(reader.pendingValue(), as: type)
    }

    /// Writes the value alone.
    @inline(__always)
    func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let value): writer.string(value)
        case .int64(let value): writer.loose(value)
        case .timestamp(let value): value.write(to: &writer)
        default: writeRare(to: &writer)
        }
    }

    private func writeRare(to writer: inout JSONWriter) {
        switch self {
        case .string(let value): writer.string(value)
        case .int64(let value): writer.loose(value)
        case .timestamp(let value): value.write(to: &writer)
        case .double(let value): writer.loose(value)
        case .bytes(let value), .encryptedBytes(let value): writer.base64(value)
        case .reference(let value): value.write(to: &writer)
        case .asset(let value): value.write(to: &writer)
        case .location(let value): value.write(to: &writer)
        case .null: writer.null()
        case .unknown(_, let value), .mismatched(_, let value): writer.raw(value)
        default: writeList(to: &writer)
        }
    }

    private func writeList(to writer: inout JSONWriter) {
        switch self {
        case .strings(let values): values.write(to: &writer)
        case .timestamps(let values): values.write(to: &writer)
        case .references(let values): values.write(to: &writer)
        case .assets(let values): values.write(to: &writer)
        case .locations(let values): values.write(to: &writer)
        default: writeLooseList(to: &writer)
        }
    }

    private func writeLooseList(to writer: inout JSONWriter) {
        writer.beginArray()
        switch self {
        case .int64s(let values): for value in values { writer.loose(value) }
        case .doubles(let values): for value in values { writer.loose(value) }
        case .bytesList(let values): for value in values { writer.base64(value) }
        default: break
        }
        writer.endArray()
    }

    /// Writes the key `type`, unless nobody knows it.
    @inline(__always)
    func writeType(to writer: inout JSONWriter) {
        if let type {
            writer.key("type")
            type.write(to: &writer)
        } else if case .unknown(let type?, _) = self {
            writer.member("type", type)
        }
    }
}

extension JSONWriter {
    /// Writes a 64-bit field value, as a string if the reader asked for that.
    @inline(__always)
    fileprivate mutating func loose(_ value: Int64) {
        guard numbersAsStrings else { return int64(value) }
        separate()
        append(UInt8(ascii: "\""))
        digits(of: value)
        append(UInt8(ascii: "\""))
    }

    /// Writes a floating-point field value, as a string if the reader asked for that.
    fileprivate mutating func loose(_ value: Double) {
        guard numbersAsStrings, value.isFinite else { return double(value) }
        separate()
        append(UInt8(ascii: "\""))
        digits(of: value)
        append(UInt8(ascii: "\""))
    }
}
