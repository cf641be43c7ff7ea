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
        TextGaps.filled(texts[key] ?? key.rawValue, values)
    }

    /// The text that fits the number, which fills `{0}`.
    package func text(_ key: Key, count: Int, _ values: String...) -> String {
        let one = count == 1 ? singular[key] : nil
        return TextGaps.filled(one ?? texts[key] ?? key.rawValue, [String(count)] + values)
    }
}
