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
    private let syncs: MirrorSyncs
    /// Accounts follow each other as they were shown.
    private var lastSwitch: Task<Void, Never>?
    private let box: ClientBox

    var isAutomatic: Bool { device.world.isAutomatic }
    var isBound: Bool { isAutomatic && mirror.status.lastSuccess != nil }

    init(_ device: SimulatedDevice, _ life: Life, _ box: ClientBox) throws {
        (self.device, self.life, self.box, version) = (device, life, box, device.version)
        let (world, network) = (device.world, device.world.network)
        clouds = WorldTemplate.accounts.indices.map {
            device.cloudContainer($0, NetworkTransport(network: network, client: box, account: $0))
        }
        let folder = device.folder.appending(path: "library", directoryHint: .isDirectory)
        let cloud = ModelConfiguration.CloudKitDatabase.private(SimulatedServer.container)
        var configuration =
            world.keepsStoresInMemory
            ? ModelConfiguration("library", isStoredInMemoryOnly: true, cloudKitDatabase: cloud)
            : ModelConfiguration("library", url: folder.appending(path: "library.store"), cloudKitDatabase: cloud)
        configuration.mirroring.use(device, life)
        configuration.mirroring.container = clouds[device.account]
        configuration.mirroring.isAutomatic = world.isAutomatic
        modelContainer = try ModelContainer(for: version.models.schema, configurations: configuration)
        guard let mirror = modelContainer.cloudMirror else { throw NotMirrored() }
        self.mirror = mirror
        syncs = MirrorSyncs(mirror, world, box) { device.isBound = true }
    }

    func sync(sendsOnly: Bool) async throws { try await syncs.sync(sendsOnly: sendsOnly) }

    func word(of error: any Error) -> String? { MirrorSyncs.word(of: error) }

    /// The status says what was, and who has nothing to send shows nothing that the service never had.
    func judge(_ error: (any Error)?) throws -> [Violation] {
        if let words = syncs.lie() { return [Violation(.honestStatus, "d\(device.number) \(words)")] }
        // Who is never asked to sync is judged when all is at rest.
        guard error == nil, isAutomatic || syncs.hasNothingToSend else { return [] }
        let heard = device.world.book.heard
        return try look().graph.values.filter { _, property, value in
            LibraryLook.texts.contains(property) && value != Graph.nothing && !heard.contains("\(property) \(value)")
        }.map { object, property, value in
            let words = "has nothing to send, and the service never had \(object) \(property) \(value)"
            return Violation(.honestStatus, "d\(device.number) \(words)")
        }
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
        syncs.edited()
        func perform<Models: LibraryModels>(_ models: Models.Type) throws {
            try LibraryPerson<Models>(world: device.world, app: self, look: try look()).perform(action)
        }
        try perform(version.models)
    }

    /// What the service refused, mirroring leaves alone until something is changed again.
    func confirm(after error: (any Error)?) throws {
        guard isAutomatic, mirror.status.lastProblem?.kind == .recordRefused else { return }
        if let action = try drawAction()?.leavingOut(device.world.leftOut) { try perform(action) }
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

    func unrest() throws -> String? { syncs.unrest() }
}
