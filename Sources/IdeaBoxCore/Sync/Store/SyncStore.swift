import AppCommons
import CloudKit
import Foundation
import SwiftData

/// What sync does to the store: each step is one transaction, and each may be done twice without harm.
///
/// Not `Sendable`: it belongs to the coordinator that made it.
final class SyncStore {
    /// Records that one transaction takes, so that nobody who wants to change an idea waits for long.
    static let recordsPerChange = 100

    let repository: IdeaRepository
    /// Ideas of the store that the current full comparison has met.
    var seen: Set<UUID> = []
    /// Updates of records that the service did not know, until the feed has said why.
    var missing: Set<UUID> = []
    /// What to add to the device's clock; asked for once in a transaction, not for each of its records.
    private var clockCorrection: Int64 = 0

    init(_ repository: IdeaRepository) {
        self.repository = repository
    }

    var context: ModelContext { repository.context }
    var surroundings: Surroundings { repository.surroundings }

    /// The time by the server's clock, as far as it was known when the transaction began.
    var now: Date { repository.now(correctedBy: clockCorrection) }

    // MARK: Looking up

    /// What belongs to some ids.
    struct Rows {
        var ideas: [UUID: Idea] = [:]
        var states: [UUID: SyncState] = [:]
    }

    func rows(_ ids: [UUID]) throws -> Rows {
        let ideas = try context.fetch(FetchDescriptor<Idea>(predicate: #Predicate { ids.contains($0.id) }))
        let states = try context.fetch(FetchDescriptor<SyncState>(predicate: #Predicate { ids.contains($0.ideaId) }))
        return Rows(
            ideas: Dictionary(ideas.map { ($0.id, $0) }) { first, _ in first },
            states: Dictionary(states.map { ($0.ideaId, $0) }) { first, _ in first }
        )
    }

    /// How many ideas, or deletions of ideas, wait for their upload.
    func pendingCount() throws -> Int {
        try SyncState.pendingCount(in: context)
    }

    func liveCount() throws -> Int {
        try context.fetchCount(FetchDescriptor<Idea>(predicate: #Predicate { $0.deletedAt == nil }))
    }

    func change<Result>(_ body: () throws -> Result) throws -> Result {
        try repository.change {
            clockCorrection = try repository.clockCorrection
            return try body()
        }
    }

    // MARK: The history

    func log(_ event: LogEvent, _ idea: UUID?, _ details: JSONText, code: Int? = nil) throws {
        try repository.record(event, idea: idea, at: now, details, code: code)
    }

    /// Notes a conflict with both versions: the one that gives way can be found here.
    func logConflict(_ id: UUID, winner: String, local: String?, remote: String?) throws {
        var details = JSONText()
        details.add("winner", winner)
        details.add("local", raw: local)
        details.add("remote", raw: remote)
        try log(.conflict, id, details)
    }

    func logTransfer(_ id: UUID, _ direction: String, version: Int) throws {
        var details = JSONText()
        details.add("direction", direction)
        details.add("version", version)
        try log(.syncSuccess, id, details)
    }
}

extension Idea {
    /// The idea on this device, for whoever settles a conflict.
    var contested: IdeaVersion {
        if let deletedAt { return IdeaVersion(stamp: deletedAt, deviceId: deviceId) }
        let content = IdeaVersion.Content(
            title: title,
            details: details,
            isCompleted: isCompleted,
            createdAt: createdAt
        )
        return IdeaVersion(stamp: updatedAt, deviceId: deviceId, content: content)
    }
}
