import Foundation

/// What the text functions must give, written as plainly as possible.
enum TextReference {
    /// A character without case, diacritics and width.
    static func fold(_ character: Character) -> String {
        var text = String(character).precomposedStringWithCanonicalMapping
        text = text.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0xFF00...0xFFEF, 0xFB00...0xFB06: String(scalar).precomposedStringWithCompatibilityMapping
            case 0x3000: " "
            default: String(scalar)
            }
        }.joined()
        return strip(cased(strip(text)))
    }

    private static func cased(_ text: String) -> String {
        func each(_ text: String, _ transform: (Unicode.Scalar) -> String) -> String {
            text.unicodeScalars.map(transform).joined()
        }
        let lower = each(text) { $0.properties.lowercaseMapping }
        return each(each(lower) { $0.properties.uppercaseMapping }) { $0.properties.lowercaseMapping }
    }

    /// Decomposed, without marks, and composed again, so that Hangul and other scripts look as they did.
    private static func strip(_ text: String) -> String {
        let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter { !isMark($0) }
        return String(String.UnicodeScalarView(scalars)).precomposedStringWithCanonicalMapping
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let ranges: [ClosedRange<UInt32>] = [
            0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05BD, 0x05BF...0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5,
            0x05C7...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670...0x0670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF,
            0x20D0...0x20FF, 0x3099...0x309A, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
        ]
        return ranges.contains { $0.contains(scalar.value) }
    }

    /// Whether consecutive whole characters fold to what the part folds to.
    static func localizedStandardContains(_ text: String, _ part: String) -> Bool {
        let wanted = part.map(fold).joined().unicodeScalars.map(\.value)
        let folded = text.map { fold($0).unicodeScalars.map(\.value) }.filter { !$0.isEmpty }
        if wanted.isEmpty { return false }
        return folded.indices.contains { start in
            var found: [UInt32] = []
            for character in folded[start...] where found.count < wanted.count { found += character }
            return found == wanted
        }
    }

    /// Whether the characters of the part stand in a row.
    static func contains(_ text: String, _ part: String) -> Bool {
        let characters = Array(text)
        let wanted = Array(part)
        guard wanted.count <= characters.count else { return false }
        return (0...(characters.count - wanted.count)).contains { start in
            characters[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }
}
