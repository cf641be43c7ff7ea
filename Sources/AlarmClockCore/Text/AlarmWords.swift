import AppCommons
import Foundation

/// The words of the core for those who show its alarms: errors, and lengths of time.
package enum AlarmWords {
    /// What went wrong, and what a person can do about it.
    package static func text(for error: any Error, in language: Language) -> String {
        let phrases = AlarmPhrase.book(language)
        var text = phrases.text(for: error)
        if let first = text.first { text = first.uppercased() + text.dropFirst() }
        let stop = language == .english ? "." : "。"
        if text.last.map({ !".。?？!！".contains($0) }) ?? false { text += stop }
        guard let error = error as? AlarmClockError else { return text }
        return text + (language == .english ? " " : "") + phrases.advice(for: error)
    }

    /// A length of time: «7 h 32 min».
    package static func length(_ seconds: TimeInterval, in language: Language) -> String {
        AlarmPhrase.book(language).length(seconds)
    }

    /// The days: «every day», «Mon, Wed» and so on.
    package static func days(_ days: WeekdaySet, in language: Language) -> String {
        TemplateWords(language).days(days)
    }

    /// The short name of a day of the week, 1 to 7 for Sunday to Saturday.
    package static func weekday(_ day: Int, in language: Language) -> String {
        TemplateWords(language).weekday(day)
    }
}
