import Foundation
import SwiftData

/// The syncs of a mirrored store for which an app is asked, and whether what the mirror says of them is true.
final class MirrorSyncs: @unchecked Sendable {
    private let mirror: CloudMirror
    private let world: World
    private let box: ClientBox
    /// Told that everything is where it belongs.
    private let caughtUp: () -> Void
    /// Changes of the person.
    private var edits = 0
    /// How many there were before the last sync that left nothing to send.
    private var syncedEdits: Int?
    /// Syncs that are under way.
    private var running = 0
    /// Whether another one was asked for meanwhile.
    private var isWanted = false
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

    init(_ mirror: CloudMirror, _ world: World, _ box: ClientBox, caughtUp: @escaping () -> Void = {}) {
        (self.mirror, self.world, self.box, self.caughtUp) = (mirror, world, box, caughtUp)
    }

    /// The person has changed something.
    func edited() { edits += 1 }

    /// Whether the last sync left nothing to send, and nothing was changed since.
    var hasNothingToSend: Bool { syncedEdits == edits }

    /// Several syncs may be under way at once; where the service wants pauses one goes after the other, since a
    /// later one would not hear of them.
    func sync(sendsOnly: Bool) async throws {
        guard running == 0 || !world.plan.has(.throttle) else {
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
        caughtUp()
        if before == edits, mirror.status.pendingCount == 0 { syncedEdits = before }
    }

    /// What an error of a sync is called; nil for one that no sync may end with.
    static func word(of error: any Error) -> String? {
        guard let problem = error as? CloudMirrorProblem else { return nil }
        return problem.kind == .storeFailed || problem.kind == .misconfigured ? nil : problem.kind.rawValue
    }

    /// What the status says wrongly while no sync is under way; nil where it is right.
    func lie() -> String? {
        guard running == 0, bout.endedWell || bout.endedBadly else { return nil }
        let status = mirror.status
        if status.lastSuccess != bout.lastSuccess, goodAnswers == bout.goodAnswers {
            return "shows a success, and the service answered nothing"
        }
        return status.lastProblem == nil && !bout.endedWell ? "shows no problem, and each sync failed" : nil
    }

    /// Why the store is not at rest; nil when it is.
    func unrest() -> String? {
        let status = mirror.status
        if status.pendingCount > 0 { return "\(status.pendingCount) wait" }
        return status.state == .upToDate ? nil : "\(status.state.rawValue)"
    }
}

extension CloudMirrorOptions {
    /// What mirroring gets from a device of a world.
    mutating func use(_ device: SimulatedDevice, _ life: Life) {
        let (world, clock, products) = (device.world, device.clock, device.world.products)
        now = { clock.date }
        makeUUID = { products.uuid() }
        committed = { if !life.isOver { world.committed(device) } }
    }
}

/// The store has no mirror, though its configuration names a container.
struct NotMirrored: Error {}
