import AppCommons
import Foundation
import IdeaBoxCore

/// The words of the screens in one language.
struct Phrases: Equatable, Sendable {
    let language: Language

    init(_ language: Language) {
        self.language = language
    }

    /// The words in the language of a locale; English for those that IdeaBox does not speak.
    init(_ locale: Locale) {
        self.init(Language(tag: locale.identifier))
    }

    private var table: [Phrase: String] {
        switch language {
        case .english: Self.english
        case .traditionalChinese: Self.traditionalChinese
        case .simplifiedChinese: Self.simplifiedChinese
        }
    }

    /// The text with its gaps filled.
    ///
    /// A missing text shows its name: a test sees to it that none is missing.
    func callAsFunction(_ phrase: Phrase, _ values: String...) -> String {
        TextGaps.filled(table[phrase] ?? phrase.rawValue, values)
    }

    /// The text that fits the number, which fills `{0}`.
    ///
    /// Chinese needs one form for all numbers.
    func callAsFunction(_ phrase: Phrase, count: Int, _ values: String...) -> String {
        let singular = language == .english && count == 1 ? Self.englishSingular[phrase] : nil
        return TextGaps.filled(singular ?? table[phrase] ?? phrase.rawValue, [number(count)] + values)
    }

    /// A number as the language groups its digits; all three group by thousands.
    func number(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var grouped = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { grouped.append(",") }
            grouped.append(digit)
        }
        return number < 0 ? "−" + grouped : grouped
    }

    /// How long ago something was.
    func ago(_ date: Date, now: Date) -> String {
        IdeaBoxWords.relative(date, now: now, in: language)
    }
}
