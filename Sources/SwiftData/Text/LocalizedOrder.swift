import Foundation

/// The order in which a person expects names: numbers by value, then letters without regard to case, diacritics and width;
/// only where that leaves a tie do accents decide, then case, then leading zeros, then the scalars themselves.
///
/// Punctuation stands before symbols, those before digits, those before letters, as in the root locale of the Unicode
/// collation; other scripts, Chinese included, follow by code point. The order is the same on every machine: Foundation's
/// collation follows a locale that is not set on Linux.
enum LocalizedOrder {
    /// Negative, zero or positive; zero for canonically equivalent texts only.
    static func compare(_ lhs: TextBytes, _ rhs: TextBytes) -> Int {
        if let result = compareInert(lhs, rhs) { return result }
        return compareAny(lhs.string, rhs.string)
    }

    static func compare(_ lhs: String, _ rhs: String) -> Int {
        lhs.withTextBytes { left in rhs.withTextBytes { compare(left, $0) } }
    }

    /// The full comparison, for any scalars.
    static func compareAny(_ lhs: String, _ rhs: String) -> Int {
        let left = CollationKey(lhs)
        let right = CollationKey(rhs)
        let result = left.compare(right)
        if result != 0 { return result }
        return lhs.withTextBytes { left in rhs.withTextBytes { SwiftOrder.compare(left, $0) } }
    }
}

// MARK: - ASCII and ideographs

extension LocalizedOrder {
    /// Compares without allocation as long as all scalars are ASCII or ideographs; nil at the first other one.
    private static func compareInert(_ lhs: TextBytes, _ rhs: TextBytes) -> Int? {
        var left = 0
        var right = 0
        var tie = Tie()
        while left < lhs.count, right < rhs.count {
            let (first, second) = (lhs[left], rhs[right])
            if first &- 0x30 < 10, second &- 0x30 < 10 {
                guard let result = compareNumbers(lhs, &left, rhs, &right, &tie) else { return nil }
                if result != 0 { return result }
                continue
            }
            guard let weight = Self.weight(lhs, &left), let other = Self.weight(rhs, &right) else { return nil }
            if weight != other { return weight < other ? -1 : 1 }
            if first != second, weight >= CollationWeight.letter { tie.note(case: first, second) }
        }
        if left < lhs.count { return isInertRest(lhs, left) ? 1 : nil }
        if right < rhs.count { return isInertRest(rhs, right) ? -1 : nil }
        return tie.result != 0 ? tie.result : SwiftOrder.compare(lhs, rhs)
    }

    /// Marks alone do not make a text longer.
    private static func isInertRest(_ text: TextBytes, _ offset: Int) -> Bool {
        text[offset] < 0x80 || text.isIdeograph(at: offset)
    }

    @inline(__always)
    private static func weight(_ text: TextBytes, _ offset: inout Int) -> UInt32? {
        let byte = text[offset]
        if byte < 0x80 {
            offset += 1
            return CollationWeight.ascii[Int(byte)]
        }
        guard text.isIdeograph(at: offset) else { return nil }
        defer { offset += 3 }
        return CollationWeight.letter + text.ideograph(at: offset)
    }

    /// Numbers by value, of any length; nil where another script's digits could go on.
    private static func compareNumbers(
        _ lhs: TextBytes, _ left: inout Int, _ rhs: TextBytes, _ right: inout Int, _ tie: inout Tie
    ) -> Int? {
        let first = number(lhs, &left)
        let second = number(rhs, &right)
        if left < lhs.count, !isInertRest(lhs, left) { return nil }
        if right < rhs.count, !isInertRest(rhs, right) { return nil }
        tie.note(zeros: first.zeros, second.zeros)
        if first.digits.count != second.digits.count { return first.digits.count < second.digits.count ? -1 : 1 }
        for (digit, other) in zip(first.digits, second.digits) where digit != other { return digit < other ? -1 : 1 }
        return 0
    }

    private static func number(_ text: TextBytes, _ offset: inout Int) -> (zeros: Int, digits: Slice<TextBytes>) {
        let start = offset
        while offset < text.count, text[offset] == 0x30 { offset += 1 }
        let first = offset
        while offset < text.count, text[offset] &- 0x30 < 10 { offset += 1 }
        return (first - start, text[first..<offset])
    }

    /// What decides where everything else is equal; the first difference counts.
    private struct Tie {
        private var byCase = 0
        private var byZeros = 0

        /// Small letters first.
        mutating func note(case first: UInt8, _ second: UInt8) {
            if byCase == 0 { byCase = first > second ? -1 : 1 }
        }

        mutating func note(zeros first: Int, _ second: Int) {
            if byZeros == 0, first != second { byZeros = first < second ? -1 : 1 }
        }

        var result: Int { byCase != 0 ? byCase : byZeros }
    }
}
