import Foundation

/// Equality and order of texts as Swift's `String` has them, on bytes: canonically equivalent texts are equal, others
/// are in the order of their composed scalars.
///
/// Differs from `<` only where that contradicts itself; see `compareNormalized`.
enum SwiftOrder {
    static func areEqual(_ lhs: TextBytes, _ rhs: TextBytes) -> Bool {
        if lhs.isEqual(to: rhs) { return true }
        // An ASCII text can equal one that is not (the Kelvin sign is a K), but not another ASCII text.
        if lhs.isASCII && rhs.isASCII { return false }
        return lhs.string == rhs.string
    }

    /// Negative, zero or positive.
    static func compare(_ lhs: TextBytes, _ rhs: TextBytes) -> Int {
        let common = min(lhs.count, rhs.count)
        var offset = 0
        while offset < common, lhs[offset] == rhs[offset] { offset += 1 }
        if offset == lhs.count, offset == rhs.count { return 0 }
        if let left = weight(lhs, offset), let right = weight(rhs, offset), left != right {
            return left < right ? -1 : 1
        }
        return compareNormalized(lhs.string, rhs.string)
    }

    /// Swift's own comparison, each text with a NUL behind it: without, a text that begins with all of the other in
    /// another spelling ("\u{212A}" and "K2") may come out on either side, and a collation must never contradict
    /// itself.
    private static func compareNormalized(_ lhs: String, _ rhs: String) -> Int {
        let left = lhs + "\0"
        let right = rhs + "\0"
        return left == right ? 0 : left < right ? -1 : 1
    }

    /// The scalar that decides, where normalisation cannot change it: an ASCII character with another after it, the end
    /// of the text, or an ideograph.
    private static func weight(_ text: TextBytes, _ difference: Int) -> Int? {
        guard difference < text.count else {
            // What ends here may still have been the base of a mark in the other text; that one decides.
            return 0
        }
        let byte = text[difference]
        if byte < 0x80 {
            guard difference + 1 == text.count || text[difference + 1] < 0x80 else { return nil }
            return Int(byte) + 1
        }
        var start = difference
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        guard text.isIdeograph(at: start) else { return nil }
        return Int(text.ideograph(at: start)) + 1
    }
}
