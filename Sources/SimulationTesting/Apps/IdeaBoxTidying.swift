import Foundation
import IdeaBoxCore

/// What IdeaBox does at the first change of a day: what is older than thirty days goes, and nothing else may.
struct IdeaBoxTidying {
    let app: IdeaBoxApp

    private static let day: TimeInterval = 24 * 60 * 60

    /// Whether a day has begun by the device's clock.
    var isDue: Bool {
        guard let last = app.device.lastTidying[app.account] else { return true }
        let passed = app.device.clock.date.timeIntervalSince(last)
        return passed < 0 || passed >= Self.day
    }

    /// Tidies the store.
    ///
    /// - Throws: What the store throws.
    func run() throws {
        let (device, account) = (app.device, app.account)
        let before = (trash: try StoreLook(app).trash, history: try StoreLook.historyLines(app))
        try app.ideas.tidy()
        device.lastTidying[account] = device.clock.date
        let trash = try StoreLook(app).trash
        for idea in before.trash.subtracting(trash).sorted(by: { $0.uuidString < $1.uuidString }) { purged(idea) }
        let lost = before.history - (try StoreLook.historyLines(app))
        if lost > 0, device.world.era == 0 {
            report("\(lost) lines left the history, and no thirty days have passed")
        }
    }

    private func purged(_ idea: UUID) {
        let world = app.device.world
        let name = idea.uuidString.prefix(4)
        guard let trashed = app.device.trash[app.account]?[idea] else { return }
        let age = world.clock.milliseconds - trashed.time
        world.note("d\(app.device.number)a\(app.account) purges \(name)")
        if age < World.retention { report("\(name) left the trash after \(age / 1_000) s") }
    }

    private func report(_ words: String) {
        app.device.world.report(Violation(.retention, "d\(app.device.number)a\(app.account): \(words)"))
    }
}
