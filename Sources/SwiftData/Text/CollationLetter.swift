import Foundation

/// A scalar that counts as one letter in `LocalizedOrder`, read from UTF-8.
struct CollationLetter {
    var weight: UInt32
    /// The letter with its mark; 0 without one.
    var accent: UInt32 = 0
    /// 0 small, 1 capital.
    var form: UInt8 = 0

    /// Reads on; nil for a scalar that is more or less than one letter, or of another script.
    @inline(__always)
    init?(_ text: TextBytes, _ offset: inout Int) {
        let byte = text[offset]
        if byte < 0x80 {
            offset += 1
            weight = CollationWeight.ascii[Int(byte)]
            form = byte &- 0x41 < 26 ? 1 : 0
        } else if text.isIdeograph(at: offset) {
            weight = CollationWeight.letter + HanOrder.place(ofIdeograph: text.ideograph(at: offset))
            offset += 3
        } else if byte >= 0xC3, byte < 0xD4, offset + 1 < text.count {
            let scalar = UInt32(byte & 0x1F) << 6 | UInt32(text[offset + 1] & 0x3F)
            guard let letter = Self.europe[Int(scalar - Self.first)] else { return nil }
            offset += 2
            self = letter
        } else {
            return nil
        }
    }

    private init(weight: UInt32, accent: UInt32, form: UInt8) {
        self.weight = weight
        self.accent = accent
        self.form = form
    }

    private static let first: UInt32 = 0xC0

    /// U+00C0 to U+04FF: Latin, Greek and Cyrillic.
    private static let europe: [CollationLetter?] = (first...0x04FF).map { value in
        guard let scalar = Unicode.Scalar(value), let only = CollationKey(String(scalar)).onlyLetter else { return nil }
        return CollationLetter(weight: only.weight, accent: only.accent, form: only.form)
    }
}
