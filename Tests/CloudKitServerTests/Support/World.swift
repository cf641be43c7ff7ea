import CloudKitWebServices
import Foundation
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import CloudKitServer

/// Which store and which way of calling a test runs on: the same bodies run on all of them.
struct Setting: Sendable, CustomStringConvertible {
    enum Transport: String, CaseIterable, Sendable {
        case inProcess
        case http
    }

    let store: StoreKind
    let transport: Transport

    /// Each store and each transport; every one with every other in a proof.
    static let all =
        Effort.isProof
        ? StoreKind.allCases.flatMap { store in Transport.allCases.map { Setting(store: store, transport: $0) } }
        : [Setting(store: .embedded, transport: .http), Setting(store: .postgreSQL, transport: .inProcess)]
    /// All stores, over real HTTP only.
    static let http = StoreKind.allCases.map { Setting(store: $0, transport: .http) }
    /// All stores, called in this process only.
    static let inProcess = StoreKind.allCases.map { Setting(store: $0, transport: .inProcess) }
    /// What is of the embedded store alone.
    static let embedded = Setting(store: .embedded, transport: .inProcess)

    var description: String { "\(store.rawValue), \(transport.rawValue)" }

    /// Runs a test's body in a fresh world.
    func run(
        quota: Quota = .unlimited,
        assetBytes: Int64 = Int64(ServiceLimits.assetBytes),
        rate: RateLimit? = nil,
        lookupBytes: Int64? = nil,
        beforeCommit: (@Sendable () -> Void)? = nil,
        wrapping wrap: OpenStore.Wrap = { $0 },
        _ body: @Sendable (World) async throws -> Void
    ) async throws {
        try await store.with(beforeCommit: beforeCommit, wrapping: wrap) { store in
            let world = World(store, quota: quota, assetBytes: assetBytes, rate: rate, lookupBytes: lookupBytes)
            switch transport {
            case .inProcess: try await body(world)
            case .http: try await world.serving { try await body(world) }
            }
            try await world.server.close()
        }
    }
}

/// A server of its own, with a clock that only the test moves, and the app's token.
final class World: Sendable {
    static let container = "iCloud.org.example.notes"
    /// Sooner than sign-ins end.
    static let tombstoneMilliseconds: Int64 = 1_000_000

    let store: OpenStore
    let server: EmbeddedServer
    let apiToken = Mutex("")
    let port = Mutex<Int?>(nil)

    init(
        _ store: OpenStore,
        quota: Quota = .unlimited,
        assetBytes: Int64 = Int64(ServiceLimits.assetBytes),
        rate: RateLimit? = nil,
        lookupBytes: Int64? = nil
    ) {
        let clock = ClockBox()
        self.store = store
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var configuration = ServiceConfiguration(
            quota: quota,
            assetBytes: assetBytes,
            tombstoneMilliseconds: Self.tombstoneMilliseconds,
            rate: rate
        )
        if let lookupBytes { configuration.lookupBytes = lookupBytes }
        server = EmbeddedServer(
            store: store.server,
            assets: AssetFolder(path: store.folder + "/assets"),
            configuration: configuration,
            surroundings: Surroundings(now: { clock.value.withLock { $0 } }, randomBytes: OpenStore.randomBytes),
            passwordCosts: .least,
            logger: logger
        )
        clockBox = clock
    }

    /// The file of a world over the embedded store.
    var file: SQLiteDatabase {
        get throws { try #require(store.file) }
    }

    var records: any RecordStore { store.server.records }
    var accounts: any AccountStore { store.server.accounts }

    private let clockBox: ClockBox

    var now: Int64 { clockBox.value.withLock { $0 } }

    func advance(milliseconds: Int64) {
        clockBox.value.withLock { $0 += milliseconds }
    }

    func token() async throws -> String {
        let known = apiToken.withLock { $0 }
        if !known.isEmpty { return known }
        // Good for both environments, as those from before they had one.
        let new = OpenStore.randomBytes(32).hexadecimal
        try await accounts.add(
            APIToken(
                hash: Accounts.hash(ofAPIToken: new),
                container: Self.container,
                environment: nil,
                origins: [],
                created: now
            )
        )
        apiToken.withLock { $0 = new }
        return new
    }

    /// A signed-in person; the password is no part of these tests.
    func user(_ name: String) async throws -> User {
        let number = Int64.random(in: 1...Int64.max)
        let account = Account(
            id: AccountID(rawValue: number),
            name: name,
            password: PasswordHash(text: "none"),
            created: 0
        )
        try await accounts.add(account)
        let web = try await server.accounts.signIn(name: name, container: Self.container)
        return User(world: self, credentials: ServiceQuery(apiToken: try await token(), webAuthToken: web).text)
    }

    /// Listens on a free port while the body runs.
    func serving(_ body: @Sendable () async throws -> Void) async throws {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = try server.application(Listening()) { port in continuation.yield(port) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else { throw NoPort() }
            self.port.withLock { $0 = port }
            try await body()
            group.cancelAll()
        }
    }
}

struct NoPort: Error {}

final class ClockBox: Sendable {
    let value = Mutex<Int64>(1_767_225_600_000)
}

/// What came back.
struct Reply: Sendable {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    func read<Value: WireReadable>(_ type: Value.Type = Value.self) throws -> Value {
        try Value(json: body)
    }

    /// The error of the whole request.
    var error: WireError? { try? WireError(json: body) }
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension World {
    /// Sends a request the way that this world is called.
    func send(
        _ method: String,
        _ path: String,
        _ body: [UInt8] = [],
        headers: [String: String] = [:],
        chunk: Int = 1_000
    ) async throws -> Reply {
        if let port = port.withLock({ $0 }) {
            return try await HTTPCaller.call(port: port, method, path, body, headers)
        }
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        let answer = await server.service.answer(
            ServiceRequest(
                method: method,
                path: parts[0],
                query: parts.count > 1 ? parts[1] : nil,
                header: { name in headers.first { $0.key.lowercased() == name.lowercased() }?.value },
                body: { limit in
                    if body.count > limit { throw BodyTooLarge() }
                    return body
                },
                chunks: { take in
                    for start in stride(from: 0, to: body.count, by: chunk) {
                        try await take(Array(body[start..<min(start + chunk, body.count)]))
                    }
                }
            )
        )
        var received = answer.body
        try await answer.file?.read { received += $0 }
        var answered = Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }
        answered["content-type"] = answer.contentType
        return Reply(status: answer.status, headers: answered, body: received)
    }
}
