import CloudKit
import Foundation
import Logging
import SwiftData
import Synchronization
import Testing

@testable import AlarmClockCore
@testable import CloudKitServer

/// A server with a real store that is spoken to over real HTTP, and devices of one person.
final class SyncWorld: Sendable {
    let folder: URL
    /// The time on all devices; only the test moves it.
    let now: Mutex<Date>
    private let server: EmbeddedServer
    private let accounts: any AccountStore
    private let apiToken: String
    private let port = Mutex(0)

    private init(_ folder: URL, _ now: Date) async throws {
        self.folder = folder
        self.now = Mutex(now)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let database = try SQLiteDatabase(path: folder.appending(path: "server.sqlite").path)
        let surroundings = CloudKitServer.Surroundings.system
        let store = try ServerStore(database, surroundings: surroundings, logger: logger)
        accounts = store.accounts
        server = EmbeddedServer(
            store: store,
            assets: AssetFolder(path: folder.appending(path: "assets").path),
            configuration: ServiceConfiguration(),
            surroundings: surroundings,
            logger: logger
        )
        apiToken = try await server.accounts.makeAPIToken(container: AlarmStore.cloudContainer, origins: [])
        for (number, name) in [(1, "anna"), (2, "ben")] as [(Int64, String)] {
            let none = PasswordHash(text: "none")
            try await accounts.add(Account(id: AccountID(rawValue: number), name: name, password: none, created: 0))
        }
    }

    /// Runs a test's body at a time in a world of its own.
    static func run(at text: String, _ body: @escaping @Sendable (SyncWorld) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "alarm-sync-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = try await SyncWorld(folder, try #require(ISO8601DateFormatter().date(from: text)))
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = try world.server.application(Listening()) { continuation.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            world.port.withLock { $0 = port }
            try await body(world)
            group.cancelAll()
        }
        try await world.server.close()
    }

    /// Anna's device in a time zone.
    func device(_ name: String, in zone: String) async throws -> SyncedDevice {
        try SyncedDevice(self, name, zone, try await cloud(name))
    }

    /// Signs somebody in at a container, instead of whoever it was.
    func signIn(_ container: CKContainer, _ user: String) async throws {
        let token = try await server.accounts.signIn(name: user, container: AlarmStore.cloudContainer)
        try await container.signIn(webAuthToken: token)
    }

    /// The container of a device on which Anna is signed in.
    func cloud(_ name: String) async throws -> CKContainer {
        let container = CKContainer(
            identifier: AlarmStore.cloudContainer,
            configuration: CloudKitConfiguration(
                endpoint: "http://127.0.0.1:\(port.withLock { $0 })",
                apiToken: apiToken,
                folder: folder.appending(path: "\(name)-account"),
                cacheFolder: folder.appending(path: "\(name)-cache")
            )
        )
        try await signIn(container, "anna")
        return container
    }
}

/// A device that rings by the world's clock and its own zone, and hears of changes as the daemon does.
final class SyncedDevice: Sendable {
    let store: AlarmStore
    let scheduler: AlarmScheduler
    let bell = SilentBell()
    let cloud: CKContainer
    private let timer = VirtualTimer()
    private let world: SyncWorld
    private let tasks: [Task<Void, Never>]
    let plan: FiringPlan

    init(_ world: SyncWorld, _ name: String, _ zone: String, _ cloud: CKContainer) throws {
        self.world = world
        self.cloud = cloud
        let folders = AlarmFolders(store: name, variables: [:], homeFolder: "/", workingFolder: world.folder.path)
        let store = try AlarmStore.open(folders, through: cloud)
        self.store = store
        let database = ZoneDatabase.fixtures
        let plan = FiringPlan(deviceZone: try database.zone(zone), database: database)
        self.plan = plan
        let scheduler = AlarmScheduler(
            keeper: StoredRings(modelContainer: store.container),
            bell: bell,
            timer: timer,
            surroundings: AlarmScheduler.Surroundings(
                now: { world.now.withLock { $0 } },
                clocks: {
                    let now = world.now.withLock { $0 }
                    return ClockReading(
                        wall: now,
                        sinceBoot: now.timeIntervalSince1970,
                        awake: now.timeIntervalSince1970
                    )
                },
                plan: { plan },
                note: { Issue.record("\($0)") }
            )
        )
        self.scheduler = scheduler
        let news = try StoreNews(store.container)
        tasks = [
            Task { await scheduler.run() },
            Task { await news.forEach { await scheduler.reload() } },
        ]
    }

    deinit {
        timer.close()
        tasks.forEach { $0.cancel() }
    }

    var manager: AlarmManager {
        AlarmManager(modelContext: ModelContext(store.container), now: { [world] in world.now.withLock { $0 } })
    }

    /// Until the service has what is here, and the other way round.
    func sync() async throws { try await #require(store.container.cloudMirror).caughtUp() }

    /// The hour has come, or another.
    func wake() { timer.continuation.yield(.due) }

    /// Adds an alarm that was set now.
    @discardableResult
    func add(_ time: String, _ label: String, days: WeekdaySet = WeekdaySet()) throws -> UUID {
        let manager = manager
        let alarm = Alarm(time: try #require(ClockTime(time)).date, label: label)
        (alarm.createdAt, alarm.updatedAt) = (world.now.withLock { $0 }, world.now.withLock { $0 })
        manager.setDays(days, of: alarm)
        try manager.addAlarm(alarm)
        return alarm.id
    }

    /// Every alarm as the list shows it, with the moment of its next ring.
    func list() throws -> [String] {
        let manager = manager
        return try manager.alarms().map { alarm in
            let next = manager.nextFire(of: alarm, plan: plan).map { ISODate.text($0) } ?? "never"
            return "\(CommandRunner.line(alarm, AlarmRule(alarm), AlarmRule(alarm).time)) \(next)"
        }
    }
}
