import Foundation

/// Prepares text for the index: what SQLite's `unicode61` tokeniser cannot do by itself.
///
/// Runs of Chinese, Japanese and Korean characters become pairs of neighbours ("日记本" → "日记 记本 本"), so that any
/// part of a run is found; full-width and half-width forms and composed characters become the usual ones. Case and
/// accents are left to `unicode61`. Text without such characters passes unchanged, and plain ASCII is recognised
/// without looking at its characters.
enum FullTextTokens {
    /// Raised when the prepared form changes, which makes every store build its indexes anew.
    static let version: Int64 = 1

    /// The form of `text` that the index is given.
    static func indexForm(of text: String) -> String {
        guard !isASCII(text) else { return text }
        let text = needsNormalising(text) ? text.precomposedStringWithCompatibilityMapping : text
        guard text.unicodeScalars.contains(where: isIdeographic) else { return text }
        return spelledAsPairs(text)
    }

    private static func isASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 }
    }

    private static func spelledAsPairs(_ text: String) -> String {
        var form = String.UnicodeScalarView()
        var isInRun = false
        for scalar in text.unicodeScalars {
            if isIdeographic(scalar) {
                // The second half of the pair before, then the first half of the next.
                if isInRun { form.append(scalar) }
                form.append(" ")
                isInRun = true
            } else if isInRun {
                form.append(" ")
                isInRun = false
            }
            form.append(scalar)
        }
        return String(form)
    }

    /// Whether a character is written without spaces between words and is indexed in pairs.
    static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007,  // iteration mark, closing mark, zero
            0x3041...0x3096, 0x309D...0x309F,  // Hiragana
            0x30A1...0x30FA, 0x30FC...0x30FF,  // Katakana
            0x3105...0x312F,  // Bopomofo
            0x31F0...0x31FF,  // Katakana extensions
            0x3400...0x4DBF, 0x4E00...0x9FFF,  // Han
            0xAC00...0xD7A3,  // Hangul
            0xF900...0xFAFF,  // Han, compatibility
            0x20000...0x323AF:  // Han, extensions B and later
            true
        default: false
        }
    }

    /// Whether text has characters whose compatibility or composed form differs from them.
    private static func needsNormalising(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0300...0x036F, 0x1100...0x11FF, 0x3099...0x309C, 0x3131...0x318E, 0xF900...0xFAFF,
                0xFB00...0xFB4F, 0xFF00...0xFFEF, 0x2F800...0x2FA1F:
                true
            default: false
            }
        }
    }
}
