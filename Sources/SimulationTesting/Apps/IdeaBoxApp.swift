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
    /// Changes of the person.
    private var edits = 0
    private var bout = Bout()

    /// A time during which syncs are under way, or the last one.
    private struct Bout {
        var running = 0
        /// Changes of the person before it.
        var edits = 0
        /// How its syncs ended: nil for well.
        var ends: Set<SyncProblem.Kind?> = []
    }

    init(_ device: SimulatedDevice, _ account: Int, _ life: Life, _ box: ClientBox) throws {
        (self.device, self.account, self.life) = (device, account, life)
        let (world, surroundings, clock) = (device.world, device.surroundings, device.clock)
        let folders = device.folders(account)
        let container =
            world.keepsStoresInMemory
            ? try IdeaStore.inMemory(surroundings).container
            : try IdeaStore.open(folders, in: surroundings).container
        modelContainer = container
        let transport = ServerClock(
            NetworkTransport(network: world.network, client: box, account: account),
            now: { clock.date },
            uptime: { clock.uptime.seconds }
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
                standing: { place.isSignedOut ? .signedOut : place.isShown ? nil : .accountChanged }
            ) { IdeaStore.repository(container, folders, surroundings) },
            status: status
        ) { event in world.heard(event, device.number, account, life) }
    }

    var isAskedByPersons: Bool { false }

    func sync(sendsOnly: Bool) async throws {
        if bout.running == 0 { bout = Bout(edits: edits) }
        bout.running += 1
        defer { bout.running -= 1 }
        do {
            if sendsOnly { try await coordinator.run() } else { try await coordinator.sync() }
            bout.ends.insert(nil)
        } catch let problem as SyncProblem {
            bout.ends.insert(problem.kind)
            throw problem
        }
    }

    func word(of error: any Error) -> String? { (error as? SyncProblem)?.kind.rawValue }

    /// The status says what is, and who has nothing to send shows nothing that the service never had.
    func judge(_ error: (any Error)?) throws -> [Violation] {
        let look = try StoreLook(self)
        if let words = lie(look) { return [Violation(.honestStatus, "d\(device.number) \(words)")] }
        guard look.pending == 0 else { return [] }
        let live = look.live.sorted { $0.key.uuidString < $1.key.uuidString }
        return live.filter { device.world.book.contents[$0.key]?.contains($0.value) != true }.map {
            let words = "d\(device.number) has nothing to send, and the service never had \($0.value)"
            return Violation(.honestStatus, words)
        }
    }

    /// What the status says wrongly while no sync is under way; nil where it is right.
    private func lie(_ look: StoreLook) -> String? {
        // A process that ended in the middle says nothing.
        guard bout.running == 0, !bout.ends.isEmpty else { return nil }
        let (state, shown, kind) = MainActor.assumeIsolated {
            (status.state, status.pendingCount, status.lastError?.kind)
        }
        let (isQuiet, ends) = (bout.edits == edits, bout.ends)
        if isQuiet, shown != look.pending { return "shows \(shown) that wait, and \(look.pending) do" }
        if !ends.contains(kind) {
            return "shows the problem \(Self.text(kind)), and syncs ended \(ends.map(Self.text))"
        }
        let isWell = state == .upToDate || (state == .waiting && !isQuiet)
        if (kind == nil) != isWell { return "says \(state), with the problem \(Self.text(kind))" }
        return nil
    }

    private static func text(_ kind: SyncProblem.Kind?) -> String { kind?.rawValue ?? "none" }

    func drawAction() throws -> PersonAction? {
        try IdeaBoxPerson(world: device.world, app: self, look: try StoreLook(self)).drawAction()
    }

    func perform(_ action: PersonAction) throws {
        edits += 1
        try IdeaBoxPerson(world: device.world, app: self, look: try StoreLook(self)).perform(action)
    }

    func confirm(after error: (any Error)?) throws {
        guard (error as? SyncProblem)?.kind == .deletionsHeld else { return }
        let (world, coordinator) = (device.world, coordinator)
        let count = try world.line.exclusively { try await coordinator.acceptDeletions() }
        world.note("d\(device.number) accepts \(count) deletions")
    }

    /// Another process signs out: this one learns of it from the files.
    func signOut() {}

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

    var isSignedOut: Bool { device?.signedOut.contains(account) ?? false }
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

    /// How many lines the history has.
    static func historyLines(_ app: IdeaBoxApp) throws -> Int {
        try ModelContext(app.modelContainer).fetchCount(FetchDescriptor<SyncLog>())
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
