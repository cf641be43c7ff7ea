/// The texts of one language, by their names.
package struct Phrasebook<Key: RawRepresentable & Hashable & Sendable>: Sendable where Key.RawValue == String {
    /// The language.
    package let language: Language
    private let texts: [Key: String]
    private let singular: [Key: String]

    /// `singular` has the texts that differ where their number is one, in languages that tell one from many.
    package init(_ language: Language, _ texts: [Key: String], singular: [Key: String] = [:]) {
        self.language = language
        self.texts = texts
        self.singular = singular
    }

    /// The text with its gaps `{0}`, `{1}`… filled.
    ///
    /// A missing text shows its name: a test sees to it that none is missing.
    package func text(_ key: Key, _ values: String...) -> String {
        Self.filled(texts[key] ?? key.rawValue, values)
    }

    /// The text that fits the number, which fills `{0}`.
    package func text(_ key: Key, count: Int, _ values: String...) -> String {
        let one = count == 1 ? singular[key] : nil
        return Self.filled(one ?? texts[key] ?? key.rawValue, [String(count)] + values)
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
