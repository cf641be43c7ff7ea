import Foundation

/// The texts of one language.
struct Messages: Sendable {
    let language: Language

    private var texts: [MessageKey: String] {
        switch language {
        case .english: Self.english
        case .traditionalChinese: Self.traditionalChinese
        case .simplifiedChinese: Self.simplifiedChinese
        }
    }

    /// The text with its gaps filled.
    ///
    /// A missing text shows its name: a test sees to it that none is missing.
    func text(_ key: MessageKey, _ values: String...) -> String {
        Self.filled(texts[key] ?? key.rawValue, values)
    }

    /// The text that fits the number, which fills `{0}`.
    ///
    /// Chinese needs one form for all numbers.
    func text(_ key: MessageKey, count: Int, _ values: String...) -> String {
        let singular = language == .english && count == 1 ? Self.singular(key) : nil
        return Self.filled(singular ?? texts[key] ?? key.rawValue, [String(count)] + values)
    }

    private static func singular(_ key: MessageKey) -> String? {
        englishSingular[key] ?? englishSyncSingular[key]
    }

    /// Fills the gaps in one pass, so that a value that looks like a gap is left alone.
    private static func filled(_ pattern: String, _ values: [String]) -> String {
        guard !values.isEmpty, pattern.contains("{") else { return pattern }
        var result = ""
        var rest = Substring(pattern)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            let gap = rest.prefix(3)
            if gap.count == 3, gap.hasSuffix("}"), let index = Int(gap.dropFirst().dropLast()), index < values.count {
                result += values[index]
                rest = rest.dropFirst(3)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }
}
