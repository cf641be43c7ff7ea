import CloudKit
import Foundation
import IdeaBoxCore
import SwiftData

/// How long a process of a device lives.
final class Life: @unchecked Sendable {
    var isOver = false
}

/// IdeaBox on one device for one account: the real store, coordinator, engine and client.
final class Client: @unchecked Sendable {
    let device: SimulatedDevice
    /// Whose ideas: 0 for the first account, which has the device's own store.
    let account: Int
    let life: Life
    let modelContainer: ModelContainer
    let cloud: CKContainer
    let coordinator: SyncCoordinator
    let status: SyncStatus
    /// The repository of the person.
    let ideas: IdeaRepository
    /// Syncs that were asked for and are not over.
    private(set) var syncs: [Int: Task<Void, Never>] = [:]
    private var lastSync = 0
    /// Why the last sync failed; nil after one that did not.
    private(set) var lastProblem: SyncProblem?
    private(set) var successes = 0

    /// Opens the store of an account on a device, and makes all that a process makes.
    init(_ device: SimulatedDevice, account: Int, life: Life) throws {
        (self.device, self.account, self.life) = (device, account, life)
        let world = device.world
        let surroundings = device.surroundings
        let folders = device.folders(account)
        let store = try IdeaStore.open(folders, in: surroundings)
        let (container, clock) = (store.container, device.clock)
        modelContainer = container
        let box = ClientBox()
        let transport = ServerClock(
            NetworkTransport(network: world.network, client: box),
            now: { clock.date }
        )
        cloud = device.cloudContainer(account, transport)
        let made = surroundings
        ideas = IdeaStore.repository(container, folders, made)
        status = MainActor.assumeIsolated { SyncStatus() }
        let place = DevicePlace(device, account)
        coordinator = SyncCoordinator(
            SyncCoordinator.Parts(
                modelContainer: container,
                container: cloud,
                clock: transport,
                surroundings: SyncSurroundings(
                    wait: { try await world.waits.wait($0, life) },
                    chance: { world.products.fraction() }
                ),
                standing: { place.isShown ? nil : .accountChanged }
            ) { IdeaStore.repository(container, folders, made) },
            status: status
        ) { event in world.heard(event, device.number, account, life) }
        box.client = self
    }

    /// Begins a sync, as a trigger does.
    func sync(sendsOnly: Bool = false) {
        guard !life.isOver else { return }
        device.world.monitor.triggered(self)
        lastSync += 1
        let number = lastSync
        let coordinator = coordinator
        syncs[number] = Task.detached { [weak self] in
            do {
                if sendsOnly { try await coordinator.run() } else { try await coordinator.sync() }
                self?.ended(number, nil)
            } catch {
                self?.ended(number, error)
            }
        }
    }

    private func ended(_ number: Int, _ error: (any Error)?) {
        syncs[number] = nil
        guard !life.isOver else { return }
        lastProblem = error as? SyncProblem
        if error == nil { successes += 1 }
        device.world.synced(self, error)
    }

    /// Ends all that is under way, since the process is gone.
    func abandon() {
        for task in syncs.values { task.cancel() }
        syncs = [:]
    }
}

/// What tells a coordinator whether its account is still the one that is shown.
final class DevicePlace: @unchecked Sendable {
    private weak var device: SimulatedDevice?
    private let account: Int

    init(_ device: SimulatedDevice, _ account: Int) { (self.device, self.account) = (device, account) }

    var isShown: Bool { device?.account == account }
}
