import Foundation

/// What can go wrong with alarms.
///
/// The names are those of the app's first design, where the type was called `SwiftDataError`; the framework has a type of
/// that name.
public enum AlarmClockError: Error, Sendable {
    /// Alarms of an older version could not be taken over; they are where they were.
    case migrationFailed(any Error)
    /// The store did not take the change.
    case saveFailed(any Error)
    /// The store could not be read.
    case fetchFailed(any Error)
    /// A value is not allowed.
    case constraintViolation(AlarmRuleViolation)
    /// The disk has no room; what uses the space, and what can go.
    case insufficientStorage(StorageUse)
    /// No system zone has the name.
    case unknownTimeZone(String)
}

/// A rule of alarms and templates that a value breaks.
public enum AlarmRuleViolation: Error, Equatable, Sendable {
    /// A day of the week that is not 1 to 7.
    case weekday(Int)
    /// A day of the week that stands there twice.
    case repeatedWeekday(Int)
    /// A template without a name.
    case templateWithoutName
    /// A label with too many characters.
    case labelTooLong(count: Int, limit: Int)
    /// A template's text with too many characters.
    case templateTextTooLong(field: String, count: Int, limit: Int)
    /// A text with a NUL character.
    case textHoldsNUL(field: String)
    /// A time that no clock shows.
    case time(String)
    /// Days that cannot be understood.
    case days(String)
    /// A number outside of what is allowed.
    case outOfRange(field: String, value: String, lowest: Int, highest: Int)
    /// More alarms than are kept.
    case tooManyAlarms(limit: Int)
    /// A tone that there is not.
    case sound(String)
}

/// What the app's files take of a disk that is full.
public struct StorageUse: Equatable, Sendable {
    /// A file or folder, and whether the app works on without it.
    public struct Part: Equatable, Sendable {
        /// Where it is.
        public let path: String
        /// Its bytes.
        public let bytes: Int
        /// Whether it may be removed.
        public let canGo: Bool
    }

    /// What is free, in bytes; nil where the system does not say.
    public let free: Int?
    /// The app's files, the largest first.
    public let parts: [Part]
}
