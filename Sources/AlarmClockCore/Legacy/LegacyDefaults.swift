import AppCommons
import Foundation

/// The user defaults of the old app, read as the file that they are.
///
/// Foundation's own `UserDefaults` takes a damaged file for an empty one and writes over it at the next change.
struct LegacyDefaults: Sendable {
    let file: URL
    private let reading = LastReading()

    /// The key of the alarms.
    static let alarmsKey = "SavedAlarms"
    /// The key of alarms that could not be taken over.
    static let rejectedKey = "SavedAlarms.rejected"
    /// Ten thousand alarms take some two megabytes.
    static let maximumBytes = 64 * 1_024 * 1_024

    /// Whether there is something under the key of the alarms, or a file that cannot be read.
    var hasAlarms: Bool {
        guard POSIXFiles.kind(file.path) == .file else { return false }
        guard let entries = try? entries() else { return true }
        return entries[Self.alarmsKey] != nil
    }

    /// The alarms as JSON; nil where there are none.
    ///
    /// - Throws: ``MigrationError``, `FileFailure`.
    func alarms() throws -> Data? {
        guard POSIXFiles.kind(file.path) != .nothing else { return nil }
        return try Self.json(entries()[Self.alarmsKey])
    }

    /// The alarms that were set aside before, as JSON.
    func rejected() throws -> Data? { try Self.json(entries()[Self.rejectedKey]) }

    private static func json(_ value: Any?) throws -> Data? {
        switch value {
        case nil: return nil
        case let data as Data: return data
        case let text as String: return Data(text.utf8)
        case let list as [Any]:
            guard JSONSerialization.isValidJSONObject(list) else { throw MigrationError.invalidLegacyData }
            // The same each time, so that it can be told from another list.
            return try JSONSerialization.data(withJSONObject: list, options: [.sortedKeys])
        default: throw MigrationError.invalidLegacyData
        }
    }

    /// Takes the alarms out, and keeps those that were rejected under a key of their own.
    ///
    /// The file is replaced in one step; other settings stay.
    ///
    /// - Parameters:
    ///   - taken: The alarms that were taken over, as ``alarms()`` had them: where the old app has written others since,
    ///     all stay. nil takes out whatever is there.
    ///   - rejected: All that was rejected, also before; nil leaves what is kept of it as it is.
    ///   - draft: The name of a new file.
    /// - Throws: `FileFailure`; then the file is as it was.
    /// - Returns: Whether they were taken out.
    @discardableResult
    func retire(_ taken: Data?, rejected: Data?, draft: UUID) throws -> Bool {
        var entries = try entries()
        if let taken, (try? Self.json(entries[Self.alarmsKey])) != taken { return false }
        entries[Self.alarmsKey] = nil
        if let rejected { entries[Self.rejectedKey] = rejected }
        let data = try PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0)
        let new = URL(filePath: "\(file.path).\(draft.uuidString)")
        do {
            try POSIXFiles.writeNew(data, to: new.path, mode: POSIXFiles.mode(file.path))
            try POSIXFiles.rename(new, to: file)
            return true
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw error
        }
    }

    /// Copies a file that cannot be read, before anything writes to it; once is enough.
    func copyUnreadable() throws -> URL {
        let data = try POSIXFiles.contents(of: file.path)
        var number = 1
        while true {
            let copy = URL(filePath: "\(file.path).unreadable\(number > 1 ? "-\(number)" : "")")
            if POSIXFiles.kind(copy.path) == .nothing {
                try POSIXFiles.writeNew(data, to: copy.path, mode: POSIXFiles.mode(file.path))
                return copy
            }
            if try POSIXFiles.contents(of: copy.path) == data { return copy }
            number += 1
        }
    }

    /// Whether the file can be read as a property list.
    func isReadable() throws -> Bool {
        do {
            _ = try entries()
            return true
        } catch is UnreadableList {
            return false
        }
    }

    private struct UnreadableList: Error {}

    private func entries() throws -> [String: Any] {
        let size = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
        guard size <= Self.maximumBytes else { throw MigrationError.tooLarge(limit: Self.maximumBytes) }
        let data = try POSIXFiles.contents(of: file.path)
        if let known = reading.entries(of: data) { return known }
        guard let entries = Self.entries(of: data) else { throw UnreadableList() }
        reading.cache(entries, of: data)
        return entries
    }

    /// What a property list holds; nil where it cannot be read.
    ///
    /// Foundation's older reader takes a tenth of a second for the data of ten thousand alarms, which it copies byte by
    /// byte, so it reads only what the newer one cannot tell.
    private static func entries(of data: Data) -> [String: Any]? {
        if let plain = try? PropertyListDecoder().decode([String: PlainSetting].self, from: data) {
            return plain.mapValues(\.value)
        }
        return try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    }
}

/// What the bytes of a file meant when they were read last: Foundation takes a tenth of a second for ten thousand alarms, and
/// each step asks anew, since the file may have changed.
private final class LastReading: @unchecked Sendable {
    private let lock = NSLock()
    private var last: (data: Data, entries: [String: Any])?

    func entries(of data: Data) -> [String: Any]? {
        lock.withLock { last?.data == data ? last?.entries : nil }
    }

    func cache(_ entries: [String: Any], of data: Data) {
        lock.withLock { last = (data, entries) }
    }
}
