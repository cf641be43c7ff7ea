import AppCommons
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
        TextGaps.filled(texts[key] ?? key.rawValue, values)
    }

    /// The text that fits the number, which fills `{0}`.
    ///
    /// Chinese needs one form for all numbers.
    func text(_ key: MessageKey, count: Int, _ values: String...) -> String {
        let singular = language == .english && count == 1 ? Self.singular(key) : nil
        return TextGaps.filled(singular ?? texts[key] ?? key.rawValue, [String(count)] + values)
    }

    /// One line of several clauses.
    func text(of clauses: [String]) -> String {
        clauses.dropFirst().reduce(clauses.first ?? "") { text(.clauses, $0, $1) }
    }

    private static func singular(_ key: MessageKey) -> String? {
        englishSingular[key] ?? englishSyncSingular[key]
    }
}
