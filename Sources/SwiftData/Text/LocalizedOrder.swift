import Foundation

/// The order in which a person expects names: numbers by value, then letters without regard to case, diacritics and
/// width; only where that leaves a tie do accents decide, then case, then leading zeros, then the scalars themselves.
///
/// Punctuation stands before symbols, those before digits, those before letters, as in the root locale of the Unicode
/// collation; other scripts follow by code point, and Chinese characters by their sound (`HanOrder`). The order is the
/// same on every machine: Foundation's collation follows a locale that is not set on Linux.
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

// MARK: - One scalar, one letter

extension LocalizedOrder {
    /// Compares without allocation as long as all scalars are ASCII, ideographs, or letters of the European alphabets
    /// that are one letter with or without a mark; nil at the first other one.
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
            guard let letter = CollationLetter(lhs, &left), let other = CollationLetter(rhs, &right) else { return nil }
            if letter.weight != other.weight { return letter.weight < other.weight ? -1 : 1 }
            guard tie.note(letter, other) else { return nil }
        }
        if left < lhs.count { return CollationLetter(lhs, &left) == nil ? nil : 1 }
        if right < rhs.count { return CollationLetter(rhs, &right) == nil ? nil : -1 }
        return tie.result != 0 ? tie.result : SwiftOrder.compare(lhs, rhs)
    }

    /// Numbers by value, of any length; nil where another script's digits could go on.
    private static func compareNumbers(
        _ lhs: TextBytes,
        _ left: inout Int,
        _ rhs: TextBytes,
        _ right: inout Int,
        _ tie: inout Tie
    ) -> Int? {
        let first = number(lhs, &left)
        let second = number(rhs, &right)
        if mayGoOn(lhs, left) || mayGoOn(rhs, right) { return nil }
        guard tie.note(zeros: first.zeros, second.zeros) else { return nil }
        if first.digits.count != second.digits.count { return first.digits.count < second.digits.count ? -1 : 1 }
        for (digit, other) in zip(first.digits, second.digits) where digit != other { return digit < other ? -1 : 1 }
        return 0
    }

    private static func mayGoOn(_ text: TextBytes, _ offset: Int) -> Bool {
        offset < text.count && text[offset] >= 0x80 && !text.isIdeograph(at: offset)
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
        private var byAccent = 0
        private var byForm = 0
        private var byZeros = 0
        private var hasAccents = false

        /// False where accents and leading zeros meet: the full comparison sets zeros aside first.
        @inline(__always)
        mutating func note(_ letter: CollationLetter, _ other: CollationLetter) -> Bool {
            if letter.accent | other.accent != 0 {
                if byZeros != 0 { return false }
                hasAccents = true
                if byAccent == 0, letter.accent != other.accent { byAccent = letter.accent < other.accent ? -1 : 1 }
            }
            if byForm == 0, letter.form != other.form { byForm = letter.form < other.form ? -1 : 1 }
            return true
        }

        mutating func note(zeros first: Int, _ second: Int) -> Bool {
            if first == second { return true }
            if hasAccents || byForm != 0 { return false }
            if byZeros == 0 { byZeros = first < second ? -1 : 1 }
            return true
        }

        var result: Int { byAccent != 0 ? byAccent : byForm != 0 ? byForm : byZeros }
    }
}
