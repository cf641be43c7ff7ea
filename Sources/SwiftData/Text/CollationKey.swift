import Foundation

/// Where scalars stand in the order of `LocalizedOrder`.
enum CollationWeight {
    /// Symbols outside of ASCII follow those within.
    static let symbol: UInt32 = 0x1000
    static let digit: UInt32 = 0x20_0000
    static let letter: UInt32 = 0x30_0000

    /// Space, punctuation, symbols, digits, letters: the order of the Unicode collation's root.
    static let ascii: [UInt32] = {
        var weights = [UInt32](repeating: 1, count: 128)
        for (position, byte) in " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".utf8.enumerated() {
            weights[Int(byte)] = UInt32(position) + 2
        }
        for byte in 0x30...0x39 { weights[byte] = digit + UInt32(byte) - 0x30 }
        for byte in 0x61...0x7A {
            weights[byte] = letter + UInt32(byte)
            weights[byte - 0x20] = letter + UInt32(byte)
        }
        return weights
    }()

    static func of(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.isASCII { return ascii[Int(scalar.value)] }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format: return 1
        case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .connectorPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            return symbol + scalar.value
        case .decimalNumber: return digit + (scalar.properties.numericValue.map { UInt32($0) } ?? 0)
        default: return letter + (HanOrder.place(of: scalar.value) ?? scalar.value)
        }
    }
}

/// A text, prepared for comparison scalar by scalar.
struct CollationKey {
    /// Weights of the folded scalars; a run of digits is its leading `CollationWeight.digit` weights.
    private var primary: [UInt32] = []
    /// Accents: the letter with its marks, or 0.
    private var accents: [UInt32] = []
    /// 0 small, 1 capital, 2 of another width or form.
    private var forms: [UInt8] = []
    /// The number of leading zeros of each number.
    private var zeros: [Int] = []

    init(_ text: String) {
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars { append(scalar) }
        dropLeadingZeros()
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if Folding.isMark(scalar) {
            primary.append(Self.ignored)
            accents.append(scalar.value)
            forms.append(0)
            return
        }
        let base = Self.base(of: scalar)
        let lowered = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        let isCapital = lowered != scalar
        for (position, part) in base.enumerated() {
            primary.append(CollationWeight.of(part))
            let isPlain = base.count == 1 && part == lowered || part.isASCII && isWidthForm(scalar)
            accents.append(isPlain || position > 0 ? 0 : lowered.value)
            forms.append(isWidthForm(scalar) ? 2 : isCapital ? 1 : 0)
        }
    }

    /// A place for marks that stand alone: they count as accents only.
    private static let ignored: UInt32 = 0

    private func isWidthForm(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x3000 || (0xFF00...0xFFEF).contains(scalar.value)
    }

    /// The folded scalars, and letters of the alphabet that have no decomposition as their nearest ones.
    private static func base(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "æ", "Æ", "ǽ", "Ǽ": return ["a", "e"]
        case "œ", "Œ": return ["o", "e"]
        case "ø", "Ø", "ǿ", "Ǿ": return ["o"]
        case "đ", "Đ", "ð", "Ð": return ["d"]
        case "ł", "Ł": return ["l"]
        case "ħ", "Ħ": return ["h"]
        case "þ", "Þ": return ["t", "h"]
        default:
            var bytes: [UInt8] = []
            Folding.append(scalar, to: &bytes)
            return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        }
    }
}

extension CollationKey {
    /// Weight, accent and form of a text that is one letter; nil for any other.
    var onlyLetter: (weight: UInt32, accent: UInt32, form: UInt8)? {
        guard primary.count == 1, accents.count == 1, primary[0] >= CollationWeight.letter else { return nil }
        return (primary[0], accents[0], forms[0])
    }
}

// MARK: - Comparison

extension CollationKey {
    /// Digits as numbers: zeros in front are set aside, and the length of what remains goes before it.
    private mutating func dropLeadingZeros() {
        var result: [UInt32] = []
        result.reserveCapacity(primary.count)
        var index = 0
        let weights = primary.filter { $0 != Self.ignored }
        while index < weights.count {
            guard Self.isDigit(weights[index]) else {
                result.append(weights[index])
                index += 1
                continue
            }
            let start = index
            while index < weights.count, weights[index] == CollationWeight.digit { index += 1 }
            zeros.append(index - start)
            let first = index
            while index < weights.count, Self.isDigit(weights[index]) { index += 1 }
            // Above all single digits and below all letters, so that a number still stands between symbol and letter.
            result.append(CollationWeight.digit + 16 + UInt32(min(index - first, 0x8_0000)))
            result.append(contentsOf: weights[first..<index])
        }
        primary = result
    }

    private static func isDigit(_ weight: UInt32) -> Bool {
        weight >= CollationWeight.digit && weight < CollationWeight.digit + 10
    }

    func compare(_ other: CollationKey) -> Int {
        if let result = Self.compare(primary, other.primary) { return result }
        if let result = Self.compare(accents, other.accents) { return result }
        if let result = Self.compare(forms, other.forms) { return result }
        return Self.compare(zeros, other.zeros) ?? 0
    }

    private static func compare<Value: Comparable>(_ lhs: [Value], _ rhs: [Value]) -> Int? {
        for (left, right) in zip(lhs, rhs) where left != right { return left < right ? -1 : 1 }
        return lhs.count == rhs.count ? nil : lhs.count < rhs.count ? -1 : 1
    }
}
