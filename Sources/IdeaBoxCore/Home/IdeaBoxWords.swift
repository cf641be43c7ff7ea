import AppCommons
import Foundation

/// Words of IdeaBox that screens and commands share.
public enum IdeaBoxWords {
    /// What went wrong, in words, without a full stop.
    ///
    /// Where a command would be the way out, it is named; screens that have a way of their own say it themselves.
    public static func text(for error: any Error, in language: Language) -> String {
        switch error {
        case let error as UnusableFile: error.reason
        case let error as HomeFailure: error.text(in: language)
        default: Messages(language: language).text(for: error)
        }
    }

    /// How long ago something was.
    public static func relative(_ date: Date, now: Date, in language: Language) -> String {
        RelativeTime.text(date, now: now, Messages(language: language))
    }

    /// What happened while the store was opened.
    public static func text(for notice: StoreNotice, in language: Language) -> String {
        Messages(language: language).text(for: notice)
    }
}
