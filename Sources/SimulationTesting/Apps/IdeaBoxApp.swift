import CloudKit
import Foundation
import IdeaBoxCore
import SwiftData

/// IdeaBox on one device for one account: the real store, coordinator, engine and client.
final class IdeaBoxApp: SimulatedApp, @unchecked Sendable {
    let device: SimulatedDevice
    let account: Int
    let life: Life
    let modelContainer: ModelContainer
    let status: SyncStatus
    /// The repository of the person.
    let ideas: IdeaRepository
    private let coordinator: SyncCoordinator

    init(_ device: SimulatedDevice, _ account: Int, _ life: Life, _ box: ClientBox) throws {
        (self.device, self.account, self.life) = (device, account, life)
        let (world, surroundings, clock) = (device.world, device.surroundings, device.clock)
        let folders = device.folders(account)
        let container = try IdeaStore.open(folders, in: surroundings).container
        modelContainer = container
        let transport = ServerClock(
            NetworkTransport(network: world.network, client: box, account: account),
            now: { clock.date }
        )
        ideas = IdeaStore.repository(container, folders, surroundings)
        status = MainActor.assumeIsolated { SyncStatus() }
        let place = DevicePlace(device, account)
        coordinator = SyncCoordinator(
            SyncCoordinator.Parts(
                modelContainer: container,
                container: device.cloudContainer(account, transport),
                clock: transport,
                surroundings: SyncSurroundings(
                    wait: { try await world.waits.wait($0, life) },
                    chance: { world.products.fraction() }
                ),
                standing: { place.isShown ? nil : .accountChanged }
            ) { IdeaStore.repository(container, folders, surroundings) },
            status: status
        ) { event in world.heard(event, device.number, account, life) }
    }

    func sync(sendsOnly: Bool) async throws {
        if sendsOnly { try await coordinator.run() } else { try await coordinator.sync() }
    }

    func word(of error: any Error) -> String? { (error as? SyncProblem)?.kind.rawValue }

    /// Who has nothing to send shows nothing that the service never had.
    func judge(_ error: (any Error)?) throws -> [Violation] {
        let look = try StoreLook(self)
        guard look.pending == 0 else { return [] }
        let live = look.live.sorted { $0.key.uuidString < $1.key.uuidString }
        return live.filter { device.world.book.contents[$0.key]?.contains($0.value) != true }.map {
            let words = "d\(device.number) has nothing to send, and the service never had \($0.value)"
            return Violation(.honestStatus, words)
        }
    }

    func act() throws {
        try IdeaBoxPerson(world: device.world, app: self, look: try StoreLook(self)).act()
    }

    func confirm(after error: (any Error)?) throws {
        guard (error as? SyncProblem)?.kind == .deletionsHeld else { return }
        let (world, coordinator) = (device.world, coordinator)
        let count = try world.line.exclusively { try await coordinator.acceptDeletions() }
        world.note("d\(device.number) accepts \(count) deletions")
    }

    /// The store of the other account has a client of its own.
    func accountChanged() {}

    func unrest() throws -> String? {
        let pending = try StoreLook(self).pending
        return pending > 0 ? "\(pending) wait" : nil
    }
}

/// What tells a coordinator whether its account is still the one that is shown.
private final class DevicePlace: @unchecked Sendable {
    private weak var device: SimulatedDevice?
    private let account: Int

    init(_ device: SimulatedDevice, _ account: Int) { (self.device, self.account) = (device, account) }

    var isShown: Bool { device?.account == account }
}

/// What a store of IdeaBox holds, read by models that nobody has touched.
struct StoreLook {
    private(set) var live: [UUID: Content] = [:]
    private(set) var trash: Set<UUID> = []
    private(set) var pending = 0

    init(_ app: IdeaBoxApp) throws {
        let context = ModelContext(app.modelContainer)
        for idea in try context.fetch(FetchDescriptor<Idea>()) {
            if idea.deletedAt == nil {
                live[idea.id] = Content(title: idea.title, details: idea.details, isCompleted: idea.isCompleted)
            } else {
                trash.insert(idea.id)
            }
        }
        pending = try context.fetchCount(FetchDescriptor<SyncState>(predicate: #Predicate { $0.isPendingSync }))
    }

    /// All that the history says, in one text for each idea.
    static func history(_ app: IdeaBoxApp) throws -> [UUID: String] {
        let context = ModelContext(app.modelContainer)
        var texts: [UUID: String] = [:]
        for line in try context.fetch(FetchDescriptor<SyncLog>()) {
            if let idea = line.ideaId, let details = line.details { texts[idea, default: ""] += details }
        }
        return texts
    }
}
