import AppCommons
import Foundation

/// One idea as a file gives it.
///
/// What the file does not say is nil.
struct ImportRow: Equatable, Sendable {
    /// The line of the file where it begins, from 1; 0 for an idea of a store.
    var line: Int
    var id: UUID?
    var title: String
    var details = ""
    var isCompleted = false
    var createdAt: Date?
    var updatedAt: Date?
    var deviceId: String?
    var version: Int?
    var lastSyncedAt: Date?
    var deletedAt: Date?

    /// The longest name of a device in bytes: ours have 36.
    static let maximumDeviceBytes = 256

    /// The field that holds what it must not, if any.
    var badField: String? {
        if let version, !(0...IdeaRules.maximumVersion).contains(version) { return "version" }
        guard let bytes = deviceId?.utf8 else { return nil }
        return bytes.isEmpty || bytes.count > Self.maximumDeviceBytes || bytes.contains(0) ? "deviceId" : nil
    }

    var place: RefusedRow.Place {
        if line == 0, let id { return .idea(id) }
        return .line(line)
    }

    /// The rule that it breaks, if any.
    var violation: IdeaRuleViolation? {
        do {
            try IdeaRules.check(title: title)
            try IdeaRules.check(details: details)
        } catch {
            return error
        }
        if let createdAt, let updatedAt, updatedAt < createdAt { return .updatedBeforeCreated }
        return nil
    }
}

/// One thing that a reader found in a file.
enum ImportItem: Equatable, Sendable {
    case row(ImportRow)
    case refused(RefusedRow)

    /// The row when it keeps the rules, else its refusal.
    static func checked(_ row: ImportRow) -> ImportItem {
        if let violation = row.violation { return .refused(RefusedRow(place: row.place, reason: .rule(violation))) }
        if let field = row.badField { return .refused(RefusedRow(place: row.place, reason: .unreadable(field: field))) }
        return .row(row)
    }
}

/// A row of a file that could not be taken in.
public struct RefusedRow: Equatable, Sendable {
    /// Where the row stands.
    public enum Place: Equatable, Sendable {
        /// The line of the file where it begins, from 1.
        case line(Int)
        /// The idea of a store, which has no lines.
        case idea(UUID)
    }

    /// Where it stands.
    public let place: Place
    /// Why.
    public let reason: RefusalReason

    init(place: Place, reason: RefusalReason) {
        self.place = place
        self.reason = reason
    }

    init(line: Int, reason: RefusalReason) {
        self.init(place: .line(line), reason: reason)
    }
}

/// Why a row could not be taken in.
public enum RefusalReason: Error, Equatable, Sendable {
    /// It breaks a rule for ideas.
    case rule(IdeaRuleViolation)
    /// It is not text in UTF-8.
    case notUTF8
    /// It is no JSON object.
    case notAnObject
    /// A field that must be there is missing.
    case missing(field: String)
    /// A field holds something of another kind.
    case unreadable(field: String)
    /// It is larger than any idea can be.
    case tooLarge(limit: Int)
    /// It has more or fewer columns than the head line.
    case columns(found: Int, expected: Int)
    /// It is no checklist item.
    case notAnItem
    /// A quotation mark is never closed.
    case openQuote
    /// An earlier row of the file has the same id.
    case repeatedID
}

/// A file that cannot be read any further.
public enum UnreadableFile: Error, Equatable, Sendable {
    /// It is no JSON array of objects; the line where that shows.
    case notJSON(line: Int)
    /// It ends in the middle; the line.
    case endsEarly(line: Int)
    /// There is nothing in it.
    case empty
    /// Its head line names no `title` column.
    case noTitleColumn
    /// It is no property list.
    case notSettings
    /// It has more entries than are taken over from one file.
    case tooMany(limit: Int)
}

/// Reads a file row by row.
///
/// The memory it takes does not grow with the file.
protocol ImportReader {
    /// The next row, or nil at the end. Throws ``UnreadableFile`` or ``FileFailure`` when it cannot go on.
    mutating func next() throws -> ImportItem?
}

extension ImportReader {
    /// The greatest size of one row in bytes.
    ///
    /// Details of 64 KiB fit even if every character is written as an escape.
    static var maximumRowBytes: Int { 1_024 * 1_024 }
}
