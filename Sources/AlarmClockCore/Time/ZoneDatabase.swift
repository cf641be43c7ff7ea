import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The time zones of the system.
///
/// They are read from the system's own files, so that an alarm rings by the clock that the system shows, also after an
/// update of its zones: a table is kept for as long as its file is the same. Where a system has none, Foundation's are used.
public final class ZoneDatabase: Sendable {
    private let folder: String
    private let known = Mutex<[String: (table: ZoneTable, stamp: FileStamp?)]>([:])

    /// What tells a file from the one that takes its place.
    private struct FileStamp: Equatable {
        private let device: UInt64
        private let number: UInt64
        private let size: Int64
        private let seconds: Int64
        private let nanoseconds: Int64

        /// nil where there is no file.
        init?(_ path: String) {
            var information = stat()
            guard stat(path, &information) == 0 else { return nil }
            device = UInt64(information.st_dev)
            number = UInt64(information.st_ino)
            size = Int64(information.st_size)
            seconds = Int64(information.st_mtim.tv_sec)
            nanoseconds = Int64(information.st_mtim.tv_nsec)
        }
    }

    /// More zones than a person's alarms name; beyond, tables are read anew each time.
    private static let maximumKnown = 1_000
    private static let maximumName = 255

    /// Where systems have their zone files.
    public static let systemFolder = "/usr/share/zoneinfo"

    /// The zones below the folder.
    public init(folder: String = systemFolder) {
        self.folder = folder
    }

    /// The zones below the folder that `TZDIR` names among the variables, as the C library has it; the system's without it.
    public convenience init(variables: [String: String]) {
        let named = variables["TZDIR"] ?? ""
        self.init(folder: named.isEmpty ? Self.systemFolder : named)
    }

    /// The zone with a name such as `Asia/Taipei`.
    ///
    /// - Throws: ``AlarmClockError/unknownTimeZone(_:)`` for a name that the system does not know.
    public func zone(_ name: String) throws -> ZoneTable {
        guard Self.isName(name) else { throw AlarmClockError.unknownTimeZone(name) }
        // Before it is read: what is replaced meanwhile is read again the next time.
        let stamp = FileStamp("\(folder)/\(name)")
        if let known = known.withLock({ $0[name] }), known.stamp == stamp { return known.table }
        let table = try read(name)
        known.withLock { if $0.count < Self.maximumKnown || $0[name] != nil { $0[name] = (table, stamp) } }
        return table
    }

    /// Whether the text can be a name: it must not lead out of the folder.
    private static func isName(_ name: String) -> Bool {
        let isPlain = name.utf8.allSatisfy {
            $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || "/_+-".utf8.contains($0)
        }
        return isPlain && (1...maximumName).contains(name.utf8.count)
            && !name.hasPrefix("/") && !name.hasSuffix("/") && !name.contains("//")
    }

    private func read(_ name: String) throws -> ZoneTable {
        if let bytes = Self.contents("\(folder)/\(name)") {
            guard let table = try? ZoneFile.table(name, bytes) else { throw AlarmClockError.unknownTimeZone(name) }
            return table
        }
        guard !FileManager.default.fileExists(atPath: folder), let zone = TimeZone(identifier: name) else {
            throw AlarmClockError.unknownTimeZone(name)
        }
        return ZoneTable(foundation: zone)
    }

    /// The bytes of a plain file that is small enough; nil for anything else.
    static func contents(_ path: String) -> [UInt8]? {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: path).resolvingSymlinksInPath().path
        )
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let size = attributes?[.size] as? Int, size <= ZoneFile.maximumBytes
        else { return nil }
        return (try? Data(contentsOf: URL(filePath: path))).map(Array.init)
    }
}

extension ZoneTable {
    private static let firstFoundationDay = CivilDay(year: 2_000, month: 1, day: 1)
    private static let lastFoundationDay = CivilDay(year: 2_060, month: 1, day: 1)

    /// The zone as Foundation knows it, looked at day by day over sixty years.
    init(foundation zone: TimeZone) {
        func offset(_ second: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))) }
        var changes: [Span] = []
        var last = Self.firstFoundationDay.localSeconds
        let first = offset(last)
        for day in (Self.firstFoundationDay.number + 1)...Self.lastFoundationDay.number {
            let end = CivilDay(number: day).localSeconds
            if offset(end) != offset(last) {
                var (low, high) = (last, end)
                while high - low > 1 {
                    let middle = (low + high) / 2
                    if offset(middle) == offset(last) { low = middle } else { high = middle }
                }
                changes.append(Span(start: high, offset: offset(high)))
            }
            last = end
        }
        self.init(identifier: zone.identifier, firstOffset: first, changes: changes)
    }
}
