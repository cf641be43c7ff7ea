extension JSONReader {
    /// Reads true or false.
    ///
    /// - Throws: ``JSONError`` if neither is here.
    public mutating func bool() throws(JSONError) -> Bool {
        skipBlanks()
        if skipLiteral("true") { return true }
        if skipLiteral("false") { return false }
        throw failure("true or false")
    }

    /// Reads past a null, if one is here.
    @inline(__always)
    public mutating func skipNull() -> Bool {
        skipBlanks()
        guard nextByte == UInt8(ascii: "n") else { return false }
        return skipLiteral("null")
    }

    /// Reads a value into a slot; null leaves the slot empty.
    ///
    /// - Throws: ``JSONError`` if the value does not fit, or if the slot is taken: the key came twice.
    @inline(__always)
    public mutating func read<Value: WireReadable>(into slot: inout Value?) throws(JSONError) {
        if skipNull() { return }
        guard slot == nil else { throw failure("no second value for the same key") }
        slot = try Value(from: &self)
    }

    /// Reads a string that many records have in common into a slot.
    ///
    /// - Throws: ``JSONError`` as ``read(into:)`` does.
    mutating func readShared(into slot: inout String?) throws(JSONError) {
        if skipNull() { return }
        guard slot == nil else { throw failure("no second value for the same key") }
        slot = try sharedString()
    }

    mutating func skipLiteral(_ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard position &+ count <= end else { return false }
        for index in 0..<count where base[position &+ index] != literal.utf8Start[index] { return false }
        position &+= count
        return true
    }
}

// MARK: - What nobody wants

extension JSONReader {
    /// Reads past the value of a key that means nothing here.
    ///
    /// - Throws: ``JSONError`` if the value is malformed; unknown does not mean unchecked.
    public mutating func skipValue(of key: JSONText) throws(JSONError) {
        if case "serverErrorCode" = key { errorCodeDepth = depth }
        try skipValue()
    }

    /// Reads past one value of any kind.
    ///
    /// - Throws: ``JSONError`` if it is malformed.
    public mutating func skipValue() throws(JSONError) {
        skipBlanks()
        switch nextByte {
        case UInt8(ascii: "\""): try check(scanString())
        case UInt8(ascii: "{"): try skipObject()
        case UInt8(ascii: "["): try skipArray()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try scanNumber()
        case UInt8(ascii: "t"): try expect("true")
        case UInt8(ascii: "f"): try expect("false")
        case UInt8(ascii: "n"): try expect("null")
        default: throw failure("a value")
        }
    }

    /// Copies one value of any kind as it stands.
    ///
    /// - Throws: ``JSONError`` if it is malformed.
    public mutating func rawValue() throws(JSONError) -> RawJSON {
        skipBlanks()
        let start = position
        try skipValue()
        return rawValue(from: start)
    }

    /// Copies what stands between `start` and the present byte.
    func rawValue(from start: Int) -> RawJSON {
        RawJSON(checked: Array(UnsafeBufferPointer(start: base + start, count: position - start)))
    }

    private mutating func expect(_ literal: StaticString) throws(JSONError) {
        guard skipLiteral(literal) else { throw failure("the word \(literal)") }
    }

    private mutating func skipObject() throws(JSONError) {
        try beginObject()
        while try nextKey() != nil { try skipValue() }
    }

    private mutating func skipArray() throws(JSONError) {
        try beginArray()
        while try nextElement() { try skipValue() }
    }
}

// MARK: - Looking ahead

extension JSONReader {
    /// What a value is, by its first byte.
    public enum Kind: Hashable, Sendable {
        /// An object.
        case object
        /// An array.
        case array
        /// A string.
        case string
        /// A number.
        case number
        /// True or false.
        case bool
        /// Null.
        case null
        /// No value, or the end.
        case nothing
    }

    /// What the next value is, without reading it; whether it is well-formed shows when it is read.
    public mutating func nextKind() -> Kind {
        skipBlanks()
        return switch nextByte {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .nothing
        }
    }
}
