import Foundation

/// What went wrong with a store's file: the kinds that an app may want to answer differently.
///
/// Thrown where a container opens its store and where a context reads or saves. `catch
/// SwiftDataError.loadIssueModelContainer` matches every one of them, so source written for Apple's framework
/// needs no change. An addition of this package; Apple's framework throws errors of Core Data here.
public enum StoreError: Error, Hashable, Sendable {
    /// The file is a store, but parts of it cannot be read.
    case damaged(URL, reason: String)
    /// The file is not a store at all, or its very beginning is damaged.
    case notADatabase(URL)
    /// The store was written by a newer version of this library: it needs format `required` to be understood, and
    /// the library that `found` it knows an older one.
    case newerVersion(required: String, found: String)
    /// The file system has no room left, or the system allows no larger file (`ulimit -f`); nothing of the operation was
    /// kept.
    case diskFull
    /// Another process or connection holds the store, and went on holding it while we waited.
    case locked
    /// The file may be read but not written.
    case readOnly(URL)
    /// The file cannot be opened: it is missing, or its folder or permissions forbid it.
    case cannotOpen(URL, reason: String)
    /// The operating system failed to read or write.
    case inputOutput(reason: String)
    /// The store refused what was written: a required value is missing, a link leads nowhere, a value is not unique.
    case constraintViolated(reason: String)
    /// A value or a statement is larger than the store can hold.
    case tooLarge(reason: String)
    /// The operation was cancelled before it ended.
    case interrupted
    /// SQLite reported something else; `code` is its extended result code.
    case unexpected(code: Int32, reason: String)
}

extension StoreError: LocalizedError, CustomStringConvertible {
    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .damaged(let url, let reason):
            "The store \(url.path) is damaged (\(reason)). Keep the file, restore a backup, "
                + "or salvage what can be read."
        case .notADatabase(let url):
            "\(url.path) is not a store. Check the path; if it should be one, keep the file and restore a backup."
        case .newerVersion(let required, let found):
            "The store has format \(required), this program knows up to \(found). Update the program; "
                + "the file was not touched."
        case .diskFull:
            "The disk is full. Nothing was lost; free some space and save again."
        case .locked:
            "Another process is using the store. Try again, or close the other program."
        case .readOnly(let url):
            "\(url.path) cannot be written. Check the permissions of the file and its folder."
        case .cannotOpen(let url, let reason):
            "\(url.path) cannot be opened (\(reason)). Check that the folder exists and may be used."
        case .inputOutput(let reason):
            "The disk could not be read or written (\(reason)). Check the disk, then try again."
        case .constraintViolated(let reason):
            "The store refused the change (\(reason)). Correct the values and save again."
        case .tooLarge(let reason):
            "A value is too large for the store (\(reason)). Keep it in a file of its own."
        case .interrupted:
            "The operation was cancelled. Nothing of it was kept."
        case .unexpected(let code, let reason):
            "The store reported an unexpected problem (\(code): \(reason)). Try again; if it stays, report it."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? {
        description
    }

    /// Lets a store error stand as a pattern in `catch` and `case`, against any error.
    public static func ~= (pattern: StoreError, error: any Error) -> Bool {
        (error as? StoreError) == pattern
    }
}
