import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import CloudKit
@testable import CloudKitServer

/// The ways in which the same tests reach the service, and the stores behind it.
enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case inProcess
    case http
    case httpOverPostgreSQL

    var testDescription: String { rawValue }

    /// Runs a test's body in a world of its own.
    func run(_ body: @Sendable (World) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        switch self {
        case .inProcess:
            let world = try await World(folder: folder)
            try await body(world)
            try await world.server.close()
        case .http: try await Self.serve(try await World(folder: folder), body)
        case .httpOverPostgreSQL:
            try await PostgreSQLServer.shared.withDatabase { address in
                try await Self.serve(try await World(folder: folder, postgreSQL: address), body)
            }
        }
    }

    private static func serve(_ world: World, _ body: @Sendable (World) async throws -> Void) async throws {
        try await world.serving { try await body(world) }
        try await world.server.close()
    }
}

/// A server of its own with a real store, and a clock that only the test moves.
final class World: Sendable {
    static let identifier = "iCloud.org.example.notes"

    let folder: URL
    let server: EmbeddedServer
    let apiToken: String
    let accounts: any AccountStore
    private let port = Mutex<Int?>(nil)

    /// A world with a store in a folder or, if an address is given, in the PostgreSQL database there.
    init(folder: URL, postgreSQL address: String? = nil) async throws {
        self.folder = folder
        let time = TimeBox()
        self.time = time
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let surroundings = Surroundings(
            now: { time.milliseconds.withLock { $0 } },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }
        )
        let store: ServerStore
        if let address {
            let database = try await PostgreSQLDatabase(address: address, surroundings: surroundings)
            store = try await ServerStore(database, surroundings: surroundings, logger: logger)
        } else {
            let file = try SQLiteDatabase(path: folder.appendingPathComponent("s.sqlite").path)
            store = try ServerStore(file, surroundings: surroundings, logger: logger)
        }
        accounts = store.accounts
        server = EmbeddedServer(
            store: store,
            assets: AssetFolder(path: folder.appendingPathComponent("assets").path),
            configuration: ServiceConfiguration(),
            surroundings: surroundings,
            passwordCosts: .least,
            logger: logger
        )
        apiToken = try await server.accounts.makeAPIToken(container: Self.identifier, origins: [])
    }

    private let time: TimeBox

    func advance(seconds: Int64) {
        time.milliseconds.withLock { $0 += seconds * 1_000 }
    }

    var now: Date { Date(timeIntervalSince1970: Double(time.milliseconds.withLock { $0 }) / 1_000) }

    /// What reaches this world's service.
    var transport: any CloudKitTransport {
        port.withLock { $0 } == nil ? ServiceTransport(server.service) : HTTPTransport.shared
    }

    var endpoint: String { "http://127.0.0.1:\(port.withLock { $0 } ?? 80)" }

    /// A configuration of the client, signed in as nobody.
    func configuration(
        device: String = "device",
        transport: (any CloudKitTransport)? = nil,
        waits: VirtualWaits? = nil
    ) -> CloudKitConfiguration {
        let time = time
        return CloudKitConfiguration(
            endpoint: endpoint,
            apiToken: apiToken,
            folder: folder.appendingPathComponent(device),
            cacheFolder: folder.appendingPathComponent(device + "-cache"),
            transport: transport ?? self.transport,
            surroundings: CloudKitSurroundings(
                now: { Date(timeIntervalSince1970: Double(time.milliseconds.withLock { $0 }) / 1_000) },
                uptime: { waits?.uptime ?? CloudKitSurroundings.live.uptime() },
                randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
                wait: { seconds in
                    if let waits { return try await waits.wait(seconds) }
                    try await CloudKitSurroundings.live.wait(seconds)
                }
            )
        )
    }

    /// A web token for a person, who gets an account if there is none.
    func webToken(_ name: String) async throws -> String {
        if try await accounts.account(named: name) == nil {
            // Hashing a password takes its time, and is no part of these tests.
            let number = Int64.random(in: 1...Int64.max)
            let password = PasswordHash(text: "none")
            try await accounts.add(
                Account(id: AccountID(rawValue: number), name: name, password: password, created: 0)
            )
        }
        return try await server.accounts.signIn(name: name, container: Self.identifier)
    }

    /// A container on a device of a person, who is signed in.
    func container(
        _ name: String = "anna",
        device: String = "device",
        transport: (any CloudKitTransport)? = nil,
        waits: VirtualWaits? = nil
    ) async throws -> CKContainer {
        let configuration = configuration(device: device, transport: transport, waits: waits)
        let container = CKContainer(identifier: Self.identifier, configuration: configuration)
        try await container.signIn(webAuthToken: try await webToken(name))
        return container
    }

    /// Listens on a free port while the body runs.
    func serving(_ body: @Sendable () async throws -> Void) async throws {
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
}

final class TimeBox: Sendable {
    let milliseconds = Mutex<Int64>(1_767_225_600_000)
}

extension World {
    static let notes = CKRecordZone.ID(zoneName: "Notes")

    /// The private database of a person's device, with the zone of the tests.
    func notes(_ name: String = "anna", device: String = "device") async throws -> CKDatabase {
        let database = try await container(name, device: device).privateCloudDatabase
        try await database.save(CKRecordZone(zoneID: Self.notes))
        return database
    }

    /// A note that nobody saved yet.
    static func note(_ name: String, _ title: String = "Milk") -> CKRecord {
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: notes))
        record["title"] = title
        return record
    }
}
