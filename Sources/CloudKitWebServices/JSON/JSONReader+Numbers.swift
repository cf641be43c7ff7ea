extension JSONReader {
    /// Reads a whole number.
    ///
    /// `5.0` and `5e2` are whole too; `5.5` and numbers beyond 64 bits are not taken.
    /// - Throws: ``JSONError`` if no such number is here.
    public mutating func int64() throws(JSONError) -> Int64 {
        let number = try scanNumber()
        guard let value = number.int64 else {
            throw JSONError(offset: number.start, expected: "a whole number of at most 64 bits")
        }
        return value
    }

    /// Reads a number.
    ///
    /// - Throws: ``JSONError`` if none is here, or if it is too large for a `Double`.
    public mutating func double() throws(JSONError) -> Double {
        try double(of: scanNumber())
    }

    /// The nearest `Double`.
    ///
    /// What is too small becomes zero, as IEEE 754 rounds it; what is too large is refused.
    func double(of number: JSONNumber) throws(JSONError) -> Double {
        if let value = number.simpleDouble { return value }
        let bytes = UnsafeBufferPointer(start: base + number.start, count: number.end - number.start)
        guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
            throw JSONError(offset: number.start, expected: "a number that a 64-bit floating-point value can hold")
        }
        return value
    }

    /// Passes the number that begins here.
    @inline(__always)
    mutating func scanNumber() throws(JSONError) -> JSONNumber {
        skipBlanks()
        var number = JSONNumber(start: position)
        if nextByte == UInt8(ascii: "-") {
            number.isNegative = true
            position &+= 1
        }
        let first = nextByte
        guard Self.isDigit(first) else { throw failure(number.isNegative ? "a digit after the minus" : "a number") }
        scanDigits(into: &number)
        if first == UInt8(ascii: "0"), position &- number.start > (number.isNegative ? 2 : 1) {
            throw JSONError(offset: number.start, expected: "a number without leading zeros")
        }
        let next = nextByte
        if next == UInt8(ascii: ".") || next | 0x20 == UInt8(ascii: "e") { try scanFraction(into: &number) }
        number.end = position
        return number
    }

    private mutating func scanFraction(into number: inout JSONNumber) throws(JSONError) {
        if nextByte == UInt8(ascii: ".") {
            position &+= 1
            guard Self.isDigit(nextByte) else { throw failure("a digit after the decimal point") }
            let start = position
            scanDigits(into: &number)
            number.exponent &-= position &- start
        }
        guard nextByte | 0x20 == UInt8(ascii: "e") else { return }
        position &+= 1
        let isNegative = nextByte == UInt8(ascii: "-")
        if isNegative || nextByte == UInt8(ascii: "+") { position &+= 1 }
        guard Self.isDigit(nextByte) else { throw failure("a digit in the exponent") }
        var exponent = 0
        while Self.isDigit(nextByte) {
            // Far beyond every number that fits; more digits must not overflow the count.
            exponent = min(exponent &* 10 &+ Int(nextByte &- UInt8(ascii: "0")), 1_000_000)
            position &+= 1
        }
        number.exponent &+= isNegative ? 0 &- exponent : exponent
    }

    @inline(__always)
    private mutating func scanDigits(into number: inout JSONNumber) {
        while position < end, Self.isDigit(base[position]) {
            let digit = UInt64(base[position] &- UInt8(ascii: "0"))
            let limit: UInt64 = 999_999_999_999_999_999
            if number.digits <= limit {
                number.digits = number.digits &* 10 &+ digit
            } else {
                number.isTruncated = true
            }
            position &+= 1
        }
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
