import CloudKit
import CloudKitServer
import Foundation
import Logging

/// The real service over a real store, without sockets; it can end at any moment and begin again.
final class SimulatedServer: @unchecked Sendable {
    static let container = "iCloud.com.buildwithharry.IdeaBox"

    let clock: VirtualClock
    let line: JobLine
    /// When transactions begin.
    let scheduler: TransactionScheduler
    private let home: any ServerStorage
    private let random: SharedGenerator
    private(set) var server: EmbeddedServer

    /// Begins over what a home holds.
    init(_ home: any ServerStorage, clock: VirtualClock, random: SharedGenerator, line: JobLine) throws {
        (self.clock, self.random, self.line, self.home) = (clock, random, line, home)
        scheduler = TransactionScheduler(line: line)
        server = try Self.open(home, scheduler, clock, random, line, quota: nil)
    }

    private static func open(
        _ home: any ServerStorage,
        _ scheduler: TransactionScheduler,
        _ clock: VirtualClock,
        _ random: SharedGenerator,
        _ line: JobLine,
        quota: Int64?
    ) throws -> EmbeddedServer {
        let surroundings = CloudKitServer.Surroundings(
            now: { clock.milliseconds },
            randomBytes: { random.bytes($0) }
        )
        var logger = Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        var configuration = ServiceConfiguration()
        configuration.quota.records = quota
        let parts = StorageParts(scheduler: scheduler, surroundings: surroundings, line: line, logger: logger)
        return EmbeddedServer(
            store: try home.open(parts),
            assets: AssetFolder(path: home.folder.appending(path: StoreBackup.assetsName).path),
            configuration: configuration,
            surroundings: surroundings,
            passwordCosts: .least,
            logger: logger
        )
    }

    private func reopen(quota: Int64?) throws {
        server = try Self.open(home, scheduler, clock, random, line, quota: quota)
    }

    /// Answers a request, with all that comes of it, while nothing else happens.
    func answer(_ request: CloudKitRequest) throws -> CloudKitAnswer {
        let (transport, date) = (DirectTransport(server: server), HTTPDay.text(clock.milliseconds))
        return try line.exclusively { Self.dated(try await transport.bytes(of: request), date) }
    }

    /// Answers a request while others are answered, too.
    func answerInterleaved(_ request: CloudKitRequest) async -> CloudKitAnswer {
        let answer = await DirectTransport(server: server).answer(request)
        return Self.dated(answer, HTTPDay.text(clock.milliseconds))
    }

    private static func dated(_ answer: CloudKitAnswer, _ date: String) -> CloudKitAnswer {
        var answer = answer
        answer.headers.append((name: "Date", value: date))
        return answer
    }

    /// Lets a device wait for a notice while others are answered.
    func wait(_ request: CloudKitRequest, _ deliver: @escaping @Sendable (CloudKitAnswer) -> Void) async {
        await DirectTransport(server: server).park(request, deliver)
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
        try home.endProcess()
        try reopen(quota: quota)
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
        let target = home.folder.deletingLastPathComponent().appending(path: name)
        try? FileManager.default.removeItem(at: target)
        try StoreBackup(folder: home.folder.path).copy(to: target.path, isFolder: true)
    }

    /// Puts a copy back, by the command for it.
    ///
    /// A bare file that somebody copies over the other says nothing of its age: devices that come late may miss changes,
    /// which is why there is a command.
    func restore(from name: String) throws {
        let source = home.folder.deletingLastPathComponent().appending(path: name).path
        try home.close()
        let (backup, now) = (StoreBackup(folder: home.folder.path), clock.milliseconds)
        try line.exclusively { _ = try await backup.restore(from: source, now: now) }
        try reopen(quota: nil)
    }

    func end() throws { try home.close() }

    /// Removes what is not in the service's folder.
    func remove() throws { try home.remove() }
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
