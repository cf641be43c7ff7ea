import CloudKit
import Foundation
import Logging
import SwiftData
import Synchronization

@testable import CloudKitServer
@testable import IdeaBoxCore

/// A server of its own with a real store, in this process, and a clock that only the test moves.
final class Cloud: Sendable {
    static let identifier = "iCloud.com.buildwithharry.IdeaBox"

    let folder: TemporaryFolder
    let server: EmbeddedServer
    let accounts: any AccountStore
    let apiToken: String
    let clock = TestClock()

    init(quota: Int64? = nil) async throws {
        folder = try TemporaryFolder()
        let clock = clock
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let surroundings = CloudKitServer.Surroundings(
            now: { clock.now.millisecondsSince1970 },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }
        )
        let file = try SQLiteDatabase(path: folder.url.appending(path: "s.sqlite").path)
        let store = try ServerStore(file, surroundings: surroundings, logger: logger)
        accounts = store.accounts
        var configuration = ServiceConfiguration()
        configuration.quota.records = quota
        server = EmbeddedServer(
            store: store,
            assets: AssetFolder(path: folder.url.appending(path: "assets").path),
            configuration: configuration,
            surroundings: surroundings,
            logger: logger
        )
        apiToken = try await server.accounts.makeAPIToken(container: Self.identifier, origins: [])
    }

    var transport: any CloudKitTransport {
        let clock = clock
        return ServiceTransport(server.service) { clock.now }
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
}

/// The clock of a device, which may be wrong.
final class SkewedClock: Sendable {
    private let right: TestClock
    private let wrong = Mutex<TimeInterval>(0)

    init(_ right: TestClock) { self.right = right }

    var now: Date { right.now.addingTimeInterval(skew) }

    /// Seconds by which it is ahead.
    var skew: TimeInterval {
        get { wrong.withLock { $0 } }
        set { wrong.withLock { $0 = newValue } }
    }
}

/// A device of a person: a store of its own with a coordinator over it.
final class Device: Sendable {
    let box: TestBox
    let modelContainer: ModelContainer
    let container: CKContainer
    let coordinator: SyncCoordinator
    let status: SyncStatus
    let cloud: Cloud
    let clock: SkewedClock
    private let folders: DataFolders
    private let surroundings: IdeaBoxCore.Surroundings
    private let seen: Seen

    /// What the coordinator told, and how long it waited.
    final class Seen: Sendable {
        let events = Mutex<[SyncEvent]>([])
        let pauses = Mutex<[TimeInterval]>([])
        /// Rings after each event.
        let (news, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// A device over the store of a box, or over a new one.
    ///
    /// Sync waits for nothing where `wait` does not say otherwise; what listens for pushes waits as that says.
    init(
        _ cloud: Cloud,
        _ user: String = "anna",
        box: TestBox? = nil,
        transport: (any CloudKitTransport)? = nil,
        zone: CKRecordZone.ID? = nil,
        wait: (@Sendable (TimeInterval) async throws -> Void)? = nil
    ) async throws {
        let box = try box ?? TestBox()
        self.box = box
        self.cloud = cloud
        let skewed = SkewedClock(cloud.clock)
        clock = skewed
        let serverClock = ServerClock(
            transport ?? cloud.transport,
            now: { skewed.now },
            uptime: { cloud.clock.uptime.seconds }
        )
        let configuration = CloudKitConfiguration(
            endpoint: "http://127.0.0.1:80",
            apiToken: cloud.apiToken,
            folder: box.folder.appending(path: "cloudkit"),
            cacheFolder: box.folder.appending(path: "cache"),
            transport: serverClock,
            surroundings: CloudKitSurroundings(
                now: { skewed.now },
                randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
                wait: wait ?? SyncSurroundings.live.wait
            )
        )
        container = CKContainer(identifier: Cloud.identifier, configuration: configuration)
        if !container.isSignedIn { try await container.signIn(webAuthToken: try await cloud.webToken(user)) }
        var surroundings = box.surroundings
        surroundings.now = { skewed.now }
        surroundings.uptime = { cloud.clock.uptime }
        let modelContainer = try IdeaStore.open(box.folders, in: surroundings).container
        self.modelContainer = modelContainer
        let (folders, seen) = (box.folders, Seen())
        (self.folders, self.surroundings) = (folders, surroundings)
        let made = surroundings
        let status = await SyncStatus()
        (self.status, self.seen) = (status, seen)
        coordinator = SyncCoordinator(
            SyncCoordinator.Parts(
                modelContainer: modelContainer,
                container: container,
                clock: serverClock,
                surroundings: SyncSurroundings(
                    wait: { seconds in
                        seen.pauses.withLock { $0.append(seconds) }
                        try await wait?(seconds)
                    },
                    chance: { 0 }
                ),
                zoneID: zone
            ) { IdeaStore.repository(modelContainer, folders, made) },
            status: status
        ) { event in
            seen.events.withLock { $0.append(event) }
            seen.bell.yield()
        }
    }

    /// Rings when there are more ``events``; for one reader at a time.
    var news: AsyncStream<Void> { seen.news }
    var events: [SyncEvent] { seen.events.withLock { $0 } }
    var pauses: [TimeInterval] { seen.pauses.withLock { $0 } }

    func forget() {
        seen.events.withLock { $0 = [] }
        seen.pauses.withLock { $0 = [] }
    }

    /// A repository of the person, who knows nothing of sync.
    var ideas: IdeaRepository { IdeaStore.repository(modelContainer, folders, surroundings) }

    func sync() async throws { try await coordinator.sync() }

    /// The problem with which a sync ends.
    func failure() async throws -> SyncProblem.Kind? {
        do {
            try await sync()
            return nil
        } catch let problem as SyncProblem {
            return problem.kind
        }
    }

    /// Lets time pass, for everybody.
    func tick(_ seconds: TimeInterval = 1) { cloud.clock.advance(seconds: seconds) }

    @discardableResult
    func add(_ title: String) throws -> UUID {
        tick()
        return try ideas.create(title: title).id
    }

    func edit(_ id: UUID, _ title: String) throws {
        tick()
        _ = try ideas.edit(id, title: title)
    }

    func delete(_ id: UUID) throws {
        tick()
        _ = try ideas.delete([id])
    }

    /// The titles of what lives, in their own order.
    func titles() throws -> [String] {
        try ideas.ideas(in: .all, try IdeaPage(size: 1_000)).elements.map(\.title).sorted()
    }

    func pending() throws -> Int { try ideas.counts().pending }

    /// Everything that the person sees, to compare devices with.
    func visible() throws -> [RemoteIdea] {
        try ideas.ideas(in: .all, try IdeaPage(size: 1_000)).elements.map { RemoteIdea($0) }
            .sorted { $0.id.text < $1.id.text }
    }

    func history(_ event: IdeaBoxCore.LogEvent) throws -> [HistoryEntry] {
        try ideas.history(HistoryFilter(event: event), try IdeaPage(size: 1_000)).elements
    }
}
