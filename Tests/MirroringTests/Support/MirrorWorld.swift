import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import CloudKit
@testable import CloudKitServer
@testable import SwiftData

/// A server with a real store, and devices that mirror theirs through it.
final class MirrorWorld: Sendable {
    static let identifier = "iCloud.org.example.mirror"

    let folder: URL
    let apiToken: String
    private let quota: Int64?
    private let running: Mutex<Running>
    private let port = Mutex<Int?>(nil)

    init(folder: URL, quota: Int64? = nil) async throws {
        self.folder = folder
        self.quota = quota
        clock = Clock()
        let opened = try Self.open(folder, clock, quota)
        running = Mutex(opened)
        apiToken = try await opened.server.accounts.makeAPIToken(container: Self.identifier, origins: [])
    }

    /// The service as it runs now.
    private struct Running: Sendable {
        let file: SQLiteDatabase
        let accounts: any AccountStore
        let server: EmbeddedServer
    }

    private static func open(_ folder: URL, _ clock: Clock, _ quota: Int64?) throws -> Running {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let surroundings = Surroundings(
            now: { clock.milliseconds },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }
        )
        let place = serverFolder(folder)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let file = try SQLiteDatabase(path: place.appendingPathComponent(StoreBackup.databaseName).path)
        var configuration = ServiceConfiguration()
        configuration.quota.records = quota
        let store = try ServerStore(file, surroundings: surroundings, logger: logger)
        let server = EmbeddedServer(
            store: store,
            assets: AssetFolder(path: place.appendingPathComponent(StoreBackup.assetsName).path),
            configuration: configuration,
            surroundings: surroundings,
            logger: logger
        )
        return Running(file: file, accounts: store.accounts, server: server)
    }

    private static func serverFolder(_ folder: URL) -> URL { folder.appendingPathComponent("server") }

    var server: EmbeddedServer { running.withLock { $0.server } }
    private var accounts: any AccountStore { running.withLock { $0.accounts } }

    /// Copies the service's data, as an operator does.
    func backUp() throws {
        let target = folder.appendingPathComponent("backup.sqlite").path
        try StoreBackup(folder: Self.serverFolder(folder).path).copy(to: target, isFolder: false)
    }

    /// Puts the copy back by the command for it, and begins anew.
    func restore() async throws {
        try running.withLock { try $0.file.close() }
        _ = try await StoreBackup(folder: Self.serverFolder(folder).path)
            .restore(from: folder.appendingPathComponent("backup.sqlite").path, now: clock.milliseconds)
        let opened = try Self.open(folder, clock, quota)
        running.withLock { $0 = opened }
    }

    /// Time that only the test moves.
    final class Clock: Sendable {
        private let value = Mutex<Int64>(1_767_225_600_000)

        var milliseconds: Int64 { value.withLock { $0 } }
        var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

        func advance(_ seconds: Double) { value.withLock { $0 += Int64(seconds * 1_000) } }
    }

    let clock: Clock

    /// Runs a test's body in a world of its own, over real HTTP or in process.
    static func run(
        overHTTP: Bool = false,
        quota: Int64? = nil,
        _ body: @Sendable (MirrorWorld) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mirror-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = try await MirrorWorld(folder: folder, quota: quota)
        if overHTTP {
            try await world.serving { try await body(world) }
        } else {
            try await body(world)
        }
        try await world.server.close()
    }

    private func serving(_ body: @Sendable () async throws -> Void) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = try server.application(Listening()) { port in continuation.yield(port) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            self.port.withLock { $0 = port }
            try await body()
            group.cancelAll()
        }
    }

    var isOverHTTP: Bool { port.withLock { $0 } != nil }

    /// A container on a device of a person, who is signed in.
    func container(
        _ person: String,
        device: String,
        skew: Skew = Skew(),
        waits: VirtualWaits? = nil
    ) async throws -> (CKContainer, ServiceTransport) {
        let clock = clock
        let transport = ServiceTransport({ [self] in server.service }, now: { clock.date })
        let configuration = CloudKitConfiguration(
            endpoint: "http://127.0.0.1:\(port.withLock { $0 } ?? 80)",
            apiToken: apiToken,
            folder: folder.appendingPathComponent(device),
            cacheFolder: folder.appendingPathComponent(device + "-cache"),
            transport: isOverHTTP ? HTTPTransport.shared : transport,
            surroundings: CloudKitSurroundings(
                now: { clock.date.addingTimeInterval(skew.value) },
                uptime: { waits?.uptime ?? CloudKitSurroundings.live.uptime() },
                randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
                wait: { seconds in
                    guard let waits else { return try await CloudKitSurroundings.live.wait(seconds) }
                    try await waits.wait(seconds)
                }
            )
        )
        let container = CKContainer(identifier: Self.identifier, configuration: configuration)
        try await container.signIn(webAuthToken: try await webToken(person))
        return (container, transport)
    }

    func webToken(_ name: String) async throws -> String {
        if try await accounts.account(named: name) == nil {
            let number = Int64.random(in: 1...Int64.max)
            let account = Account(
                id: AccountID(rawValue: number),
                name: name,
                password: PasswordHash(text: "none"),
                created: 0
            )
            try await accounts.add(account)
        }
        return try await server.accounts.signIn(name: name, container: Self.identifier)
    }

    /// A device with a store file of its own, which waits as long as the waits want, or else in real time.
    func device(
        _ name: String,
        of person: String = "anna",
        waits: VirtualWaits? = nil,
        _ types: [any PersistentModel.Type] = Library.types,
        _ options: (inout CloudMirrorOptions) -> Void = { _ in }
    ) async throws -> Device {
        let skew = Skew()
        let (cloud, transport) = try await container(person, device: name, skew: skew, waits: waits)
        return try Device(self, name, types, cloud, transport, skew, options)
    }
}

/// Seconds by which a device's clock is ahead.
final class Skew: Sendable {
    let seconds = Mutex(0.0)

    var value: Double { seconds.withLock { $0 } }
}

/// A device: a store, its mirror, and a clock that may be wrong.
final class Device: Sendable {
    let name: String
    let container: ModelContainer
    let mirror: CloudMirror
    let cloud: CKContainer
    let transport: ServiceTransport

    private let skew: Skew

    init(
        _ world: MirrorWorld,
        _ name: String,
        _ types: [any PersistentModel.Type],
        _ cloud: CKContainer,
        _ transport: ServiceTransport,
        _ skew: Skew,
        _ change: (inout CloudMirrorOptions) -> Void
    ) throws {
        self.name = name
        self.cloud = cloud
        self.transport = transport
        self.skew = skew
        let clock = world.clock
        var options = CloudMirrorOptions()
        options.container = cloud
        options.isAutomatic = false
        options.now = { clock.date.addingTimeInterval(skew.value) }
        change(&options)
        var configuration = ModelConfiguration(
            name,
            url: world.folder.appendingPathComponent("\(name).store"),
            cloudKitDatabase: .private(MirrorWorld.identifier)
        )
        configuration.mirroring = options
        container = try ModelContainer(for: Schema(types), configurations: configuration)
        mirror = try #require(container.cloudMirror)
    }

    /// Sets the device's clock wrong by so many seconds.
    func setSkew(_ seconds: Double) { skew.seconds.withLock { $0 = seconds } }

    /// A fresh context.
    var context: ModelContext { ModelContext(container) }

    /// Changes the store in one save.
    @discardableResult
    func change<Result>(_ body: (ModelContext) throws -> Result) throws -> Result {
        let context = context
        let result = try body(context)
        try context.save()
        return result
    }

    func sync() async throws { try await mirror.caughtUp() }
}
