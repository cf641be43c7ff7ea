/// A value that came before its type: found and checked, but not yet made into anything.
///
/// Most writers put `value` first, so this is the usual way; only arrays and objects are walked twice.
struct PendingValue {
    enum Form {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(StringToken)
        case array
        case object
    }

    let form: Form
    let start: Int
    let end: Int
}

extension JSONReader {
    /// Passes a value and remembers where it stands.
    @inline(__always)
    mutating func pendingValue() throws(JSONError) -> PendingValue {
        skipBlanks()
        let start = position
        let form: PendingValue.Form
        switch nextByte {
        case UInt8(ascii: "\""): form = .string(try scanString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): form = .number(try scanNumber())
        default: form = try rarePendingForm()
        }
        return PendingValue(form: form, start: start, end: position)
    }

    /// Passes a field that is written as nearly every field is: `{"value":…,"type":"…"}`.
    ///
    /// Passes nothing if there are blanks, other keys, or a type that is not of the protocol.
    @inline(__always)
    mutating func usualField() throws(JSONError) -> (PendingValue, WireFieldType)? {
        let start = mark
        guard nextByte == UInt8(ascii: "{"), hasWord(Self.valueKey, at: position &+ 1) else { return nil }
        try descend()
        position &+= 8
        let pending = try pendingValue()
        if nextByte == UInt8(ascii: ","), hasWord(Self.typeKey, at: position &+ 1) {
            position &+= 8
            let name = try text(of: scanString())
            if nextByte == UInt8(ascii: "}"), let type = WireFieldType(name) {
                position &+= 1
                depth &-= 1
                isAtStart = false
                return (pending, type)
            }
        }
        rewind(to: start)
        return nil
    }

    /// The key `"value":`, as it happens eight bytes.
    private static var valueKey: UInt64 { 0x3A22_6575_6C61_7622 }
    /// The key `"type":` and the quotation mark of its value, eight bytes too.
    private static var typeKey: UInt64 { 0x223A_2265_7079_7422 }

    @inline(__always)
    private func hasWord(_ word: UInt64, at offset: Int) -> Bool {
        offset &+ 8 <= end && ByteWords.load(base + offset) == word
    }

    private mutating func rarePendingForm() throws(JSONError) -> PendingValue.Form {
        let first = nextByte
        switch first {
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try bool())
        default:
            try skipValue()
            if first == UInt8(ascii: "n") { return .null }
            return first == UInt8(ascii: "[") ? .array : .object
        }
    }

    /// Makes the value of a type out of what was passed.
    @inline(__always)
    mutating func resolve(_ pending: PendingValue, as type: DeclaredType) throws(JSONError) -> WireValue {
        switch (pending.form, type) {
        case (.string(let token), .known(.string)): return .string(try string(of: token))
        case (.number(let number), .known(.int64)):
            if let value = number.int64 { return .int64(value) }
        case (.number(let number), .known(.timestamp)):
            if let value = number.int64 { return .timestamp(WireTimestamp(milliseconds: value)) }
        case (.string(let token), _): try check(token)
        default: break
        }
        return try resolveSlowly(pending, as: type)
    }

    private mutating func resolveSlowly(_ pending: PendingValue, as type: DeclaredType) throws(JSONError) -> WireValue {
        switch type {
        case .unknown(let name): return .unknown(type: name, value: rawValue(of: pending))
        case .none: return try guess(pending)
        case .known(let type):
            if case .null = pending.form { return .null(type) }
            return try value(of: pending, as: type) ?? .mismatched(type: type, value: rawValue(of: pending))
        }
    }

    private func rawValue(of pending: PendingValue) -> RawJSON {
        RawJSON(checked: Array(UnsafeBufferPointer(start: base + pending.start, count: pending.end - pending.start)))
    }

    /// The value as one of a type; nil if it has another form.
    private mutating func value(
        of pending: PendingValue,
        as type: WireFieldType
    ) throws(JSONError) -> WireValue? {
        switch pending.form {
        case .null: .null(type)
        case .bool(let value): type == .int64 ? .int64(value ? 1 : 0) : nil
        case .number(let number): value(of: number, as: type)
        case .string(let token): try value(of: text(of: token), as: type)
        case .array: elements(at: pending, of: type)
        case .object: object(at: pending, as: type)
        }
    }

    private func value(of number: JSONNumber, as type: WireFieldType) -> WireValue? {
        switch type {
        case .int64: number.int64.map(WireValue.int64)
        case .timestamp: number.int64.map { .timestamp(WireTimestamp(milliseconds: $0)) }
        case .double: (try? double(of: number)).map(WireValue.double)
        default: nil
        }
    }

    /// Numbers may be strings, as `numbersAsStrings` makes them.
    private mutating func value(of text: JSONText, as type: WireFieldType) -> WireValue? {
        let bytes = UnsafeBufferPointer(start: text.start, count: text.count)
        return switch type {
        case .string: .string(text.string)
        case .bytes: Base64.decode(bytes).map(WireValue.bytes)
        case .encryptedBytes: Base64.decode(bytes).map(WireValue.encryptedBytes)
        case .int64, .double: NumberText(bytes).value(as: type)
        default: nil
        }
    }
}
