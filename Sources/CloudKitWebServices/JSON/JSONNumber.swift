/// A number as it stands in the document: digits without a point, and the power of ten they are multiplied by.
struct JSONNumber {
    var isNegative = false
    /// The first 19 digits, leading zeros apart; exact unless ``isTruncated``.
    var digits: UInt64 = 0
    var exponent = 0
    /// Whether there were more digits than fit.
    var isTruncated = false
    var start = 0
    var end = 0

    /// The value if it is whole and fits; `5.0` and `5e2` are whole.
    var int64: Int64? {
        if exponent == 0, !isTruncated { return signed(digits) }
        return isTruncated ? nil : wholeValue()
    }

    private func signed(_ magnitude: UInt64) -> Int64? {
        guard isNegative else { return Int64(exactly: magnitude) }
        // The lowest number has no positive counterpart, so its magnitude is negated in two's complement.
        return magnitude <= 1 << 63 ? Int64(bitPattern: 0 &- magnitude) : nil
    }

    private func wholeValue() -> Int64? {
        var (magnitude, power) = (digits, exponent)
        if magnitude == 0 { return 0 }
        while power < 0 {
            guard magnitude % 10 == 0 else { return nil }
            magnitude /= 10
            power += 1
        }
        while power > 0 {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            magnitude = product
            power -= 1
        }
        return signed(magnitude)
    }

    /// The value if it takes one correctly rounded operation on exact operands; nil if it takes more.
    var simpleDouble: Double? {
        guard !isTruncated, digits <= 1 << 53, -22...22 ~= exponent else { return nil }
        let magnitude =
            exponent < 0
            ? Double(digits) / Self.powersOfTen[-exponent] : Double(digits) * Self.powersOfTen[exponent]
        return isNegative ? -magnitude : magnitude
    }

    /// The powers of ten that a `Double` holds exactly.
    static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
