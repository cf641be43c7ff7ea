import CloudKit
import Foundation
import SwiftData

/// A library on one device, whose store SwiftData mirrors: the real store, mirror, engine and client.
final class MirrorApp: SimulatedApp, @unchecked Sendable {
    let device: SimulatedDevice
    let life: Life
    /// The version of the app that this process has.
    let version: LibraryVersion
    let modelContainer: ModelContainer
    let mirror: CloudMirror
    /// The container of each account, which the device is signed in to.
    private let clouds: [CKContainer]
    /// Changes of the person.
    private var edits = 0
    /// How many there were before the last sync that left nothing to send.
    private var syncedEdits: Int?
    /// Syncs that are under way.
    private var running = 0
    /// Whether another one was asked for meanwhile.
    private var isWanted = false
    /// Accounts follow each other as they were shown.
    private var lastSwitch: Task<Void, Never>?
    private let box: ClientBox
    private var bout = Bout()

    /// A time during which syncs are under way, or the last one.
    private struct Bout {
        /// The last success that was shown before it, and the good answers of the service up to then.
        var lastSuccess: Date?
        var goodAnswers = 0
        /// Whether a sync of it ended well, or badly.
        var endedWell = false
        var endedBadly = false
    }

    var isAutomatic: Bool { device.world.isAutomatic }
    var isBound: Bool { isAutomatic && mirror.status.lastSuccess != nil }

    init(_ device: SimulatedDevice, _ life: Life, _ box: ClientBox) throws {
        (self.device, self.life, self.box, version) = (device, life, box, device.version)
        let (world, clock) = (device.world, device.clock)
        let (network, products) = (world.network, world.products)
        clouds = WorldTemplate.accounts.indices.map {
            device.cloudContainer($0, NetworkTransport(network: network, client: box, account: $0))
        }
        let folder = device.folder.appending(path: "library", directoryHint: .isDirectory)
        let cloud = ModelConfiguration.CloudKitDatabase.private(SimulatedServer.container)
        var configuration =
            world.keepsStoresInMemory
            ? ModelConfiguration("library", isStoredInMemoryOnly: true, cloudKitDatabase: cloud)
            : ModelConfiguration("library", url: folder.appending(path: "library.store"), cloudKitDatabase: cloud)
        configuration.mirroring.container = clouds[device.account]
        configuration.mirroring.isAutomatic = world.isAutomatic
        configuration.mirroring.now = { clock.date }
        configuration.mirroring.makeUUID = { products.uuid() }
        configuration.mirroring.committed = { if !life.isOver { world.committed(device) } }
        modelContainer = try ModelContainer(for: version.models.schema, configurations: configuration)
        guard let mirror = modelContainer.cloudMirror else { throw NotMirrored() }
        self.mirror = mirror
    }

    /// The store has no mirror, though its configuration names a container.
    private struct NotMirrored: Error {}

    /// Several syncs may be under way at once; where the service wants pauses one goes after the other, since a
    /// later one would not hear of them.
    func sync(sendsOnly: Bool) async throws {
        guard running == 0 || !device.world.plan.has(.throttle) else {
            isWanted = true
            return
        }
        if running == 0 { bout = Bout(lastSuccess: mirror.status.lastSuccess, goodAnswers: goodAnswers) }
        running += 1
        defer { running -= 1 }
        do {
            isWanted = false
            try await syncNow(sendsOnly)
            while isWanted {
                isWanted = false
                try await syncNow(false)
            }
            bout.endedWell = true
        } catch {
            bout.endedBadly = true
            throw error
        }
    }

    private var goodAnswers: Int { box.client?.goodAnswers ?? 0 }

    private func syncNow(_ sendsOnly: Bool) async throws {
        let before = edits
        syncedEdits = nil
        if sendsOnly { return try await mirror.send() }
        try await mirror.caughtUp()
        device.isBound = true
        if before == edits, mirror.status.pendingCount == 0 { syncedEdits = before }
    }

    func word(of error: any Error) -> String? {
        guard let problem = error as? CloudMirrorProblem else { return nil }
        return problem.kind == .storeFailed || problem.kind == .misconfigured ? nil : problem.kind.rawValue
    }

    /// The status says what was, and who has nothing to send shows nothing that the service never had.
    func judge(_ error: (any Error)?) throws -> [Violation] {
        if let words = lie() { return [Violation(.honestStatus, "d\(device.number) \(words)")] }
        // Who is never asked to sync is judged when all is at rest.
        guard error == nil, isAutomatic || syncedEdits == edits else { return [] }
        let heard = device.world.book.heard
        return try look().graph.values.filter { _, property, value in
            LibraryLook.texts.contains(property) && value != Graph.nothing && !heard.contains("\(property) \(value)")
        }.map { object, property, value in
            let words = "has nothing to send, and the service never had \(object) \(property) \(value)"
            return Violation(.honestStatus, "d\(device.number) \(words)")
        }
    }

    /// What the status says wrongly while no sync is under way; nil where it is right.
    private func lie() -> String? {
        guard running == 0, bout.endedWell || bout.endedBadly else { return nil }
        let status = mirror.status
        if status.lastSuccess != bout.lastSuccess, goodAnswers == bout.goodAnswers {
            return "shows a success, and the service answered nothing"
        }
        return status.lastProblem == nil && !bout.endedWell ? "shows no problem, and each sync failed" : nil
    }

    func drawAction() throws -> PersonAction? {
        func draw<Models: LibraryModels>(_ models: Models.Type) throws -> PersonAction? {
            try LibraryPerson<Models>(world: device.world, app: self, look: try look()).drawAction()
        }
        return try draw(version.models)
    }

    /// What the store shows now.
    func look() throws -> LibraryLook {
        func look<Models: LibraryModels>(_ models: Models.Type) throws -> LibraryLook {
            try LibraryLook(modelContainer, models)
        }
        return try look(version.models)
    }

    func perform(_ action: PersonAction) throws {
        edits += 1
        func perform<Models: LibraryModels>(_ models: Models.Type) throws {
            try LibraryPerson<Models>(world: device.world, app: self, look: try look()).perform(action)
        }
        try perform(version.models)
    }

    /// What the service refused, mirroring leaves alone until something is changed again.
    func confirm(after error: (any Error)?) throws {
        guard isAutomatic, mirror.status.lastProblem?.kind == .recordRefused else { return }
        if let action = try drawAction() { try perform(action) }
    }

    /// Another container, whose account may be another one: requests of the first are on their way.
    func accountChanged() {
        let (mirror, cloud, before) = (mirror, clouds[device.account], lastSwitch)
        beganAnew()
        lastSwitch = Task.detached { [weak self] in
            await before?.value
            try? await mirror.use(cloud)
            self?.beganAnew()
        }
    }

    /// The person signs out in the app itself.
    func signOut() { clouds[device.account].signOut() }

    /// What the engine of another account was told this one's does not know.
    private func beganAnew() {
        if !life.isOver, isAutomatic, let client = box.client { device.world.monitor.beganAnew(client) }
    }

    func unrest() throws -> String? {
        let status = mirror.status
        if status.pendingCount > 0 { return "\(status.pendingCount) wait" }
        return status.state == .upToDate ? nil : "\(status.state.rawValue)"
    }
}
