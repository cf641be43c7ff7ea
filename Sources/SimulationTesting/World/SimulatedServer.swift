import CloudKit
import CloudKitServer
import Foundation
import Logging

/// The real service over a real file, without sockets; it can end at any moment and begin again.
final class SimulatedServer: @unchecked Sendable {
    static let container = "iCloud.com.buildwithharry.IdeaBox"

    let clock: VirtualClock
    let random: SharedGenerator
    let line: JobLine
    private(set) var folder: URL
    private(set) var server: EmbeddedServer
    private var file: SQLiteDatabase
    private var lives = 0

    /// Begins over the data in a folder.
    init(_ folder: URL, clock: VirtualClock, random: SharedGenerator, line: JobLine, quota: Int64? = nil) throws {
        (self.clock, self.random, self.line, self.folder) = (clock, random, line, folder)
        (file, server) = try Self.open(folder, clock, random, quota)
    }

    private static func open(
        _ folder: URL,
        _ clock: VirtualClock,
        _ random: SharedGenerator,
        _ quota: Int64?
    ) throws -> (SQLiteDatabase, EmbeddedServer) {
        let surroundings = CloudKitServer.Surroundings(
            now: { clock.milliseconds },
            randomBytes: { random.bytes($0) }
        )
        var logger = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        var configuration = ServiceConfiguration()
        configuration.quota.records = quota
        let file = try SQLiteDatabase(path: folder.appending(path: StoreBackup.databaseName).path)
        let server = EmbeddedServer(
            store: try ServerStore(file, surroundings: surroundings, logger: logger),
            assets: AssetFolder(path: folder.appending(path: StoreBackup.assetsName).path),
            configuration: configuration,
            surroundings: surroundings,
            passwordCosts: .least,
            logger: logger
        )
        return (file, server)
    }

    /// Answers a request, with all that comes of it, while nothing else happens.
    func answer(_ request: CloudKitRequest) throws -> CloudKitAnswer {
        let (transport, date) = (DirectTransport(server: server), HTTPDay.text(clock.milliseconds))
        return try line.exclusively {
            var answer = try await transport.send(request)
            answer.headers.append((name: "Date", value: date))
            return answer
        }
    }

    /// Lets a device wait for a notice, which may come while any other request is answered.
    func park(_ request: CloudKitRequest, _ deliver: @escaping @Sendable (CloudKitAnswer) -> Void) throws {
        let transport = DirectTransport(server: server)
        try line.exclusively { await transport.park(request, deliver) }
    }

    /// Answers those who have waited for long, as the service does now and then.
    func sweep() throws {
        let service = server.service
        try line.exclusively { await service.sweepCouriers() }
    }

    /// Ends as a process does that is killed, and begins again over what it had written.
    func crash(quota: Int64? = nil) throws {
        lives += 1
        let next = folder.deletingLastPathComponent().appending(path: "server-\(lives)", directoryHint: .isDirectory)
        try FileManager.default.copyItem(at: folder, to: next)
        try? file.close()
        try? FileManager.default.removeItem(at: folder)
        folder = next
        (file, server) = try Self.open(folder, clock, random, quota)
    }

    /// Begins again with another limit of records; nil is none.
    func setQuota(_ quota: Int64?) throws { try crash(quota: quota) }

    /// Takes all deletions out of the feed that are there now.
    func prune() throws {
        let (records, now) = (server.records, clock.milliseconds)
        try line.exclusively {
            _ = try await records.pruneTombstones(before: now + 1, limit: 100_000)
        }
    }

    /// How many records an account's database has.
    func liveCount(_ book: ServiceBook, account: Int) -> Int64 { Int64(book.records[account]?.count ?? 0) }

    /// Copies the data as an operator does.
    func backUp(to name: String) throws {
        let target = folder.deletingLastPathComponent().appending(path: name)
        try? FileManager.default.removeItem(at: target)
        try StoreBackup(folder: folder.path).copy(to: target.path, isFolder: true)
    }

    /// Puts a copy back, by the command for it.
    ///
    /// A bare file that somebody copies over the other says nothing of its age: devices that come late may miss changes,
    /// which is why there is a command.
    func restore(from name: String) throws {
        let source = folder.deletingLastPathComponent().appending(path: name).path
        try file.close()
        let (backup, now) = (StoreBackup(folder: folder.path), clock.milliseconds)
        try line.exclusively { _ = try await backup.restore(from: source, now: now) }
        (file, server) = try Self.open(folder, clock, random, nil)
    }

    func end() { try? file.close() }
}

/// Dates as HTTP writes them, without a formatter, which is slow.
enum HTTPDay {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func text(_ milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let weekday = days[Int((milliseconds / 86_400_000) % 7)]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(1900 + parts.tm_year)"
        return "\(weekday), \(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
