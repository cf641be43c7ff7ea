import Foundation

/// What is known of the canonically equivalent spellings of a text, so that equality in Swift's sense can use an index.
///
/// A scalar is *plain* when its decomposition is itself, nothing else decomposes to it alone, and no decomposition has
/// it after its first place. A text of plain scalars is equal to no other sequence of scalars: any other text would
/// have to decompose to it. ASCII is plain but for `K`, `;` and the grave accent, each of which has one twin.
enum CanonicalText {
    /// The spellings of a text: 1, or 2 to 8 where twins are the only choice, or 0 for "not enumerated".
    static func spellings(of text: String) -> Int {
        var text = text
        let twins: Int? = text.withUTF8 { bytes in
            var twins = 0
            for byte in bytes {
                if byte >= 0x80 { return nil }
                if isTwin(byte) { twins += 1 }
            }
            return twins
        }
        guard let twins = twins ?? countTwins(text) else { return 0 }
        return twins <= maximumTwins ? 1 << twins : 0
    }

    /// Texts with more twins are not enumerated.
    private static let maximumTwins = 3

    private static func countTwins(_ text: String) -> Int? {
        var twins = 0
        for scalar in text.unicodeScalars {
            guard isPlain(scalar) else { return nil }
            if scalar.isASCII, isTwin(UInt8(scalar.value)) { twins += 1 }
        }
        return twins
    }

    /// The n-th of the enumerated spellings; the first is the text itself.
    static func spelling(_ number: Int, of text: String) -> String {
        var remaining = number
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard scalar.isASCII, let twin = twin(of: UInt8(scalar.value)) else {
                result.append(scalar)
                continue
            }
            result.append(remaining & 1 == 1 ? twin : scalar)
            remaining >>= 1
        }
        return String(result)
    }

    private static func isTwin(_ byte: UInt8) -> Bool {
        byte == 0x4B || byte == 0x3B || byte == 0x60
    }

    private static func twin(of byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0x4B: "\u{212A}"
        case 0x3B: "\u{37E}"
        case 0x60: "\u{1FEF}"
        default: nil
        }
    }

    /// A text that every equivalent text begins with.
    static func floor(of text: String) -> String {
        if spellings(of: text) == 1 { return text }
        var plain = String.UnicodeScalarView(
            text.unicodeScalars.prefix { isPlain($0) && !($0.isASCII && isTwin(UInt8($0.value))) }
        )
        // The mark that follows may melt into the last letter.
        if !plain.isEmpty { plain.removeLast() }
        return String(plain)
    }

    /// The least text after all that begin with `floor(of: text)`; nil where there is none.
    static func ceiling(of text: String) -> String? {
        var scalars = floor(of: text).unicodeScalars
        while let last = scalars.popLast() {
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            if let next = Unicode.Scalar(next) {
                scalars.append(next)
                return String(scalars)
            }
        }
        return nil
    }
}

// MARK: - Plain scalars

extension CanonicalText {
    static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return true }
        return plainRanges.contains { $0.contains(scalar.value) } && !exceptions.contains(scalar.value)
    }

    /// Ranges that are plain but for `exceptions`: Cyrillic letters, punctuation, symbols, kana, ideographs, width
    /// forms, emoji.
    private static let plainRanges: [ClosedRange<UInt32>] = [
        0x0410...0x044F, 0x2010...0x2027, 0x2030...0x205E, 0x2600...0x27BF, 0x3001...0x303F, 0x3041...0x3096,
        0x30A1...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xFE0F...0xFE0F, 0xFF01...0xFFEE, 0x1F300...0x1FAFF,
        0x20000...0x2EBE0, 0x30000...0x323AF,
    ]

    /// What in the plain ranges decomposes, or is what a compatibility ideograph decomposes to.
    private static let exceptions: Set<UInt32> = {
        var result: Set<UInt32> = [0x0419, 0x0439, 0x3008, 0x3009]
        result.formUnion(0x302A...0x302F)
        for value in UInt32(0x3041)...0x30FF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let decomposed = String(scalar).decomposedStringWithCanonicalMapping
            if decomposed.unicodeScalars.count > 1 { result.insert(value) }
        }
        var compatibility = String.UnicodeScalarView()
        for range in [UInt32(0xF900)...0xFAFF, 0x2F800...0x2FA1F] {
            for value in range {
                if let scalar = Unicode.Scalar(value) { compatibility.append(scalar) }
            }
        }
        let targets = String(compatibility).decomposedStringWithCanonicalMapping
        for scalar in targets.unicodeScalars { result.insert(scalar.value) }
        return result
    }()
}
