import Foundation
import SwiftData

/// How long a process of a device lives.
final class Life: @unchecked Sendable {
    var isOver = false
}

/// A process on one device, for one account where the app has a store for each.
final class Client: @unchecked Sendable {
    let device: SimulatedDevice
    /// Whose store it is: 0 for the first account, which has the device's own.
    let account: Int
    let life: Life
    let app: any SimulatedApp
    /// Syncs that were asked for and are not over.
    private(set) var syncs: [Int: Task<Void, Never>] = [:]
    private var lastSync = 0
    /// Whether anything went wrong with a request of this process.
    var hasMetTrouble = false
    /// Answers of the service about data that came and told of no failure as a whole.
    var goodAnswers = 0
    /// Why the last sync failed; nil after one that did not.
    private(set) var lastError: (any Error)?

    /// Opens the store of an account on a device, and makes all that a process makes.
    init(
        _ device: SimulatedDevice,
        account: Int,
        life: Life,
        _ open: (SimulatedDevice, Int, Life, ClientBox) throws -> any SimulatedApp
    ) throws {
        (self.device, self.account, self.life) = (device, account, life)
        let box = ClientBox()
        app = try open(device, account, life, box)
        box.client = self
        device.world.monitor.beganAnew(self)
    }

    /// Begins a sync, as a trigger does.
    func sync(sendsOnly: Bool = false) {
        // Nobody asks an app that syncs by itself.
        guard !life.isOver, !app.isAutomatic else { return }
        device.world.monitor.triggered(self, byPerson: app.isAskedByPersons)
        lastSync += 1
        let (number, app) = (lastSync, app)
        syncs[number] = Task.detached { [weak self] in
            do {
                try await app.sync(sendsOnly: sendsOnly)
                self?.ended(number, nil)
            } catch {
                self?.ended(number, error)
            }
        }
    }

    private func ended(_ number: Int, _ error: (any Error)?) {
        syncs[number] = nil
        guard !life.isOver else { return }
        lastError = error
        device.world.synced(self, error)
    }

    /// Ends all that is under way, since the process is gone.
    func abandon() {
        for task in syncs.values { task.cancel() }
        syncs = [:]
    }
}
