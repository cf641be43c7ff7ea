extension JSONReader {
    /// Reads a string.
    ///
    /// - Throws: ``JSONError`` if none is here, or if it is malformed or no UTF-8.
    public mutating func string() throws(JSONError) -> String {
        skipBlanks()
        guard nextByte == UInt8(ascii: "\"") else { throw failure("a string") }
        return try string(of: scanString())
    }

    /// Reads a short string to be compared at once.
    ///
    /// - Throws: ``JSONError`` if none is here, or if it is malformed or no UTF-8.
    public mutating func text() throws(JSONError) -> JSONText {
        skipBlanks()
        guard nextByte == UInt8(ascii: "\"") else { throw failure("a string") }
        return try text(of: scanString())
    }

    /// Passes the string that begins here and says where it stands; its escapes and its encoding are not looked at.
    @inline(__always)
    mutating func scanString() throws(JSONError) -> StringToken {
        let start = position &+ 1
        var index = start
        var hasEscapes = false
        var seen: UInt64 = 0
        while true {
            let special = nextSpecial(from: index, seen: &seen)
            if special < end, base[special] == UInt8(ascii: "\"") {
                position = special &+ 1
                let isASCII = seen & ByteWords.highBits == 0
                return StringToken(start: start, count: special &- start, hasEscapes: hasEscapes, isASCII: isASCII)
            }
            guard special < end, base[special] == UInt8(ascii: "\\") else { throw unfinishedString(at: special) }
            hasEscapes = true
            index = special &+ 2
        }
    }

    /// The first quotation mark, backslash or control character from `index` on; `seen` gathers the bits before it.
    @inline(__always)
    private func nextSpecial(from index: Int, seen: inout UInt64) -> Int {
        var index = index
        while index &+ 8 <= end {
            let word = ByteWords.load(base + index)
            let marks = ByteWords.marksToEscape(word)
            if marks != 0 {
                // Of this word only what stands before the mark belongs to the string.
                seen |= word & ((marks & (0 &- marks)) &- 1)
                return index &+ ByteWords.firstMark(marks)
            }
            seen |= word
            index &+= 8
        }
        while index < end {
            let byte = base[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            seen |= UInt64(byte)
            index &+= 1
        }
        return end
    }

    private func unfinishedString(at offset: Int) -> JSONError {
        JSONError(
            offset: min(offset, end),
            expected: offset < end
                ? "a control character inside a string to be written as an escape" : "the end of a string"
        )
    }
}

// MARK: - From the place to the text

extension JSONReader {
    /// The text of a string, in the document itself or, unescaped, in the scratch room.
    @inline(__always)
    mutating func text(of token: StringToken) throws(JSONError) -> JSONText {
        if !token.hasEscapes {
            if !token.isASCII { try checkEncoding(of: token) }
            return JSONText(start: base + token.start, count: token.count)
        }
        return try unescapedText(of: token)
    }

    /// A string made of the text.
    @inline(__always)
    mutating func string(of token: StringToken) throws(JSONError) -> String {
        if token.hasEscapes { return try unescapedText(of: token).string }
        let bytes = UnsafeBufferPointer(start: base + token.start, count: token.count)
        if token.isASCII { return String(decoding: bytes, as: UTF8.self) }
        guard let string = String(validating: bytes, as: UTF8.self) else { throw encodingFailure(in: token) }
        return string
    }

    /// A string that many records of a page have in common, made once.
    @inline(__always)
    mutating func sharedString(of token: StringToken) throws(JSONError) -> String {
        guard token.isASCII, !token.hasEscapes else { return try string(of: token) }
        return recentStrings.string(of: UnsafeBufferPointer(start: base + token.start, count: token.count))
    }

    /// Reads a string that many records of a page have in common.
    mutating func sharedString() throws(JSONError) -> String {
        skipBlanks()
        guard nextByte == UInt8(ascii: "\"") else { throw failure("a string") }
        return try sharedString(of: scanString())
    }

    /// Refuses bad escapes and bytes that are no UTF-8, for a string that nobody wants.
    mutating func check(_ token: StringToken) throws(JSONError) {
        if token.hasEscapes {
            _ = try unescapedText(of: token)
        } else if !token.isASCII {
            try checkEncoding(of: token)
        }
    }

    private func checkEncoding(of token: StringToken) throws(JSONError) {
        let bytes = UnsafeBufferPointer(start: base + token.start, count: token.count)
        if UTF8Check.firstFault(in: bytes) != nil { throw encodingFailure(in: token) }
    }

    private func encodingFailure(in token: StringToken) -> JSONError {
        let bytes = UnsafeBufferPointer(start: base + token.start, count: token.count)
        let fault = UTF8Check.firstFault(in: bytes) ?? 0
        return JSONError(offset: token.start + fault, expected: "well-formed UTF-8")
    }
}
