extension JSONWriter {
    /// The longest number has 20 bytes as an integer and 24 as a `Double`.
    private static let longestNumber = 32

    /// Writes a whole number.
    @inline(__always)
    public mutating func int64(_ value: Int64) {
        separate()
        digits(of: value)
    }

    /// Writes a number; always with a point or an exponent, so that nobody takes it for an integer.
    ///
    /// JSON has no infinity and no NaN: they become null. ``WireField`` values are checked before they come here.
    public mutating func double(_ value: Double) {
        separate()
        digits(of: value)
    }

    /// Writes the digits alone.
    @inline(__always)
    mutating func digits(of value: Int64) {
        reserve(Self.longestNumber)
        if value < 0 { append(UInt8(ascii: "-")) }
        digits(of: value.magnitude)
    }

    mutating func digits(of value: Double) {
        reserve(Self.longestNumber)
        guard value.isFinite else { return append("null") }
        if abs(value) < 9e15, let power = Self.decimals(of: value) {
            fixed(value, decimals: power)
        } else {
            var text = value.description
            text.withUTF8 { utf8 in
                for byte in utf8 { append(byte) }
            }
        }
    }

    private mutating func digits(of magnitude: UInt64) {
        var remaining = magnitude
        // Nineteen digits and one more for the largest magnitudes.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { room in
            var index = 20
            repeat {
                let (quotient, digit) = remaining.quotientAndRemainder(dividingBy: 10)
                index &-= 1
                room[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
                remaining = quotient
            } while remaining != 0
            for place in index..<20 {
                base[count] = room[place]
                count &+= 1
            }
        }
    }

    /// How many decimals say a number exactly enough to read it back; nil if more than nine are needed.
    ///
    /// The quotient of two exact values is rounded correctly, so if it gives the number back, so does every reader.
    private static func decimals(of value: Double) -> Int? {
        for power in 0...9 {
            let factor = JSONNumber.powersOfTen[power]
            let scaled = (value * factor).rounded()
            if abs(scaled) >= 9e15 { return nil }
            if scaled / factor == value { return power }
        }
        return nil
    }

    private mutating func fixed(_ value: Double, decimals: Int) {
        if value.sign == .minus { append(UInt8(ascii: "-")) }
        let scaled = UInt64((abs(value) * JSONNumber.powersOfTen[decimals]).rounded())
        let factor = UInt64(JSONNumber.powersOfTen[decimals])
        digits(of: scaled / factor)
        append(UInt8(ascii: "."))
        if decimals == 0 { return append(UInt8(ascii: "0")) }
        var remainder = scaled % factor
        var place = factor / 10
        while place > 0 {
            append(UInt8(ascii: "0") + UInt8(remainder / place))
            remainder %= place
            place /= 10
        }
    }
}
