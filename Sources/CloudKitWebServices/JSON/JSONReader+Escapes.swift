extension JSONReader {
    /// The text of a string with escapes, written out into the scratch room.
    mutating func unescapedText(of token: StringToken) throws(JSONError) -> JSONText {
        if !token.isASCII {
            let bytes = UnsafeBufferPointer(start: base + token.start, count: token.count)
            if let fault = UTF8Check.firstFault(in: bytes) {
                throw JSONError(offset: token.start + fault, expected: "well-formed UTF-8")
            }
        }
        makeRoom(for: token.count)
        let stop = token.start + token.count
        var source = token.start
        var count = 0
        while source < stop {
            if base[source] == UInt8(ascii: "\\") {
                source = try unescape(at: source, before: stop, count: &count)
            } else {
                scratch[count] = base[source]
                count += 1
                source += 1
            }
        }
        return JSONText(start: UnsafePointer(scratch), count: count)
    }

    private mutating func makeRoom(for count: Int) {
        guard scratchCapacity < count else { return }
        scratch.deallocate()
        scratchCapacity = count * 2
        scratch = .allocate(capacity: scratchCapacity)
    }

    /// Writes out the escape at `source` and gives the place after it.
    ///
    /// No escape is shorter than what it stands for.
    private func unescape(at source: Int, before stop: Int, count: inout Int) throws(JSONError) -> Int {
        if base[source + 1] == UInt8(ascii: "u") {
            return try unescapeUnicode(at: source, before: stop, count: &count)
        }
        guard let byte = Self.simpleEscape(base[source + 1]) else {
            throw JSONError(offset: source + 1, expected: "one of \" \\ / b f n r t u after a backslash")
        }
        scratch[count] = byte
        count += 1
        return source + 2
    }

    private static func simpleEscape(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    private func unescapeUnicode(at source: Int, before stop: Int, count: inout Int) throws(JSONError) -> Int {
        var value = try hexadecimal(at: source + 2, before: stop)
        var next = source + 6
        if 0xD800..<0xDC00 ~= value {
            guard next + 1 < stop, base[next] == UInt8(ascii: "\\"), base[next + 1] == UInt8(ascii: "u") else {
                throw JSONError(offset: next, expected: "the second half of a surrogate pair")
            }
            let low = try hexadecimal(at: next + 2, before: stop)
            guard 0xDC00..<0xE000 ~= low else {
                throw JSONError(offset: next, expected: "the second half of a surrogate pair")
            }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            next += 6
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw JSONError(offset: source, expected: "the first half of a surrogate pair before the second")
        }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            scratch[count] = byte
            count += 1
        }
        return next
    }

    private func hexadecimal(at offset: Int, before stop: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for index in offset..<offset + 4 {
            guard index < stop, let digit = Self.hexadecimalDigit(base[index]) else {
                throw JSONError(offset: min(index, stop), expected: "four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
