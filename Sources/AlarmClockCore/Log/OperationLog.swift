import AppCommons
import Foundation
import Synchronization

/// What was done with the store, how long it took, and what went wrong: a file of bounded size beside the device's own
/// data.
///
/// Several processes write to it; each line is written whole. Where it cannot be written the app works on.
public final class OperationLog: Sendable {
    /// Something worth remembering.
    public enum Event: Equatable, Sendable {
        /// The store was read.
        case fetched(rows: Int, seconds: Double)
        /// The store was written.
        case saved(seconds: Double)
        /// The store could not be read.
        case fetchFailed(String)
        /// The store could not be written.
        case saveFailed(String)
        /// Alarms of the old app were taken over.
        case migrated(alarms: Int, rejected: Int, seconds: Double)
        /// Alarms of the old app could not be taken over.
        case migrationFailed(String)
        /// Days that were no days of a week, or stood there twice, were left behind in a store of an older version.
        case daysDropped(Int)
        /// An alarm rang so long after its moment.
        case rang(UUID, late: Double)
        /// An alarm was missed.
        case missed(UUID)
        /// The machine was suspended, or its clock was set.
        case clockChanged(suspended: Double, set: Double)
        /// A tone could not be played, or a notification not shown.
        case bellFailed(String)
        /// The alarms could not be given to the account that somebody signed in to.
        case syncFailed(String)
        /// The daemon began its work.
        case daemonStarted
    }

    /// A line of the log.
    public struct Entry: Equatable, Sendable {
        /// When it happened.
        public let date: Date
        /// What: the name of an ``Event``.
        public let name: String
        /// How long it took, in seconds, where that was measured.
        public let seconds: Double?
        /// The words of an error.
        public let reason: String?
        /// How many alarms it was about, where they were counted.
        public let alarms: Int?
        /// How many of them were set aside.
        public let rejected: Int?
    }

    /// Beyond this the file is put aside as the older half, and the one before it is dropped.
    static let maximumBytes = 128 * 1_024
    private static let maximumReason = 500
    /// What stays when the older half goes, and how many lines of it.
    private static let lasting: Set<String> = ["migrated", "migrationFailed", "daysDropped"]
    private static let maximumLasting = 16

    private let file: URL
    private let now: @Sendable () -> Date

    /// A log in the file; `now` is the clock.
    public init(file: URL, now: @escaping @Sendable () -> Date) {
        self.file = file
        self.now = now
    }

    private var older: URL { file.appendingPathExtension("1") }

    /// Adds a line.
    public func note(_ event: Event) {
        let bytes = Array("\(line(event))\n".utf8)
        // Losing a line of the log must not stop an alarm.
        try? append(bytes)
    }

    private func append(_ bytes: [UInt8]) throws {
        try POSIXFiles.makeFolder(file.deletingLastPathComponent(), mode: 0o700)
        if isFull { try makeRoom() }
        try write(bytes)
    }

    private func write(_ bytes: [UInt8]) throws {
        let descriptor = try POSIXFiles.openForAppending(file.path, mode: 0o600)
        defer { POSIXFiles.close(descriptor) }
        try POSIXFiles.write(bytes, to: descriptor, path: file.path)
    }

    private var isFull: Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return (size ?? 0) > Self.maximumBytes
    }

    /// Puts the file aside, and takes along what was said of the old app's alarms: they are taken over once in the life of a
    /// device, and asked for ever after.
    private func makeRoom() throws {
        try AdvisoryLock(file: file.appendingPathExtension("lock")).exclusively {
            // Another process may have done it meanwhile.
            guard isFull else { return }
            let lasting = Self.lines(older).filter { Self.entry($0).map { Self.lasting.contains($0.name) } ?? false }
            try POSIXFiles.rename(file, to: older)
            for line in lasting.suffix(Self.maximumLasting) { try write(Array(line) + [UInt8(ascii: "\n")]) }
        }
    }

    private static func lines(_ file: URL) -> [Data] {
        (try? Data(contentsOf: file))?.split(separator: UInt8(ascii: "\n")) ?? []
    }

    private func line(_ event: Event) -> String {
        var line = JSONText()
        line.add("date", raw: String(now().timeIntervalSince1970))
        line.add("event", event.name)
        switch event {
        case .fetched(let rows, let seconds):
            line.add("rows", rows)
            line.add("seconds", raw: String(seconds))
        case .saved(let seconds): line.add("seconds", raw: String(seconds))
        case .fetchFailed(let reason), .saveFailed(let reason), .migrationFailed(let reason), .bellFailed(let reason),
            .syncFailed(let reason):
            line.add("reason", String(reason.prefix(Self.maximumReason)))
        case .migrated(let alarms, let rejected, let seconds):
            line.add("alarms", alarms)
            line.add("rejected", rejected)
            line.add("seconds", raw: String(seconds))
        case .daysDropped(let count): line.add("days", count)
        case .rang(let id, let late):
            line.add("alarm", id.uuidString)
            line.add("seconds", raw: String(late))
        case .missed(let id): line.add("alarm", id.uuidString)
        case .clockChanged(let suspended, let set):
            line.add("suspended", raw: String(suspended))
            line.add("set", raw: String(set))
        case .daemonStarted: break
        }
        return line.text
    }

    /// All lines that are kept, the oldest first.
    ///
    /// A line that cannot be read is passed over.
    public func entries() -> [Entry] {
        [older, file].flatMap(Self.lines).compactMap(Self.entry).sorted { $0.date < $1.date }
    }

    private static func entry(_ line: Data) -> Entry? {
        guard let fields = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
            let date = fields["date"] as? Double, let name = fields["event"] as? String
        else { return nil }
        return Entry(
            date: Date(timeIntervalSince1970: date),
            name: name,
            seconds: fields["seconds"] as? Double,
            reason: fields["reason"] as? String,
            alarms: fields["alarms"] as? Int,
            rejected: fields["rejected"] as? Int
        )
    }
}

extension OperationLog {
    /// Runs what writes to the store, and notes how long it took by the clocks, or why it failed.
    func saving<Result>(_ clocks: () -> ClockReading, _ body: () throws -> Result) throws -> Result {
        let start = clocks().awake
        do {
            let result = try body()
            note(.saved(seconds: clocks().awake - start))
            return result
        } catch AlarmClockError.saveFailed(let reason) {
            note(.saveFailed(String(describing: reason)))
            throw AlarmClockError.saveFailed(reason)
        } catch AlarmClockError.insufficientStorage(let use) {
            note(.saveFailed(use.inTheLog))
            throw AlarmClockError.insufficientStorage(use)
        }
    }
}

extension OperationLog.Event {
    /// The name in the log.
    public var name: String {
        switch self {
        case .fetched: "fetched"
        case .saved: "saved"
        case .fetchFailed: "fetchFailed"
        case .saveFailed: "saveFailed"
        case .migrated: "migrated"
        case .migrationFailed: "migrationFailed"
        case .daysDropped: "daysDropped"
        case .rang: "rang"
        case .missed: "missed"
        case .clockChanged: "clockChanged"
        case .bellFailed: "bellFailed"
        case .syncFailed: "syncFailed"
        case .daemonStarted: "daemonStarted"
        }
    }
}
