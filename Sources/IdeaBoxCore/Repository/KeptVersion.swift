import AppCommons
import Foundation
import SwiftData

/// A version of an idea that gave way to another one, as the history keeps it: the loser of a conflict, what an import
/// replaced, what another device deleted.
struct KeptVersion: Equatable, Sendable {
    /// The events that may keep one.
    static let events: [LogEvent] = [.conflict, .delete, .restore, .imported, .recovery]

    /// The line of the history.
    let entry: UUID
    /// The idea.
    let idea: UUID
    /// What it said; nil where a deletion gave way.
    let content: IdeaVersion.Content?
    /// Its number.
    let version: Int
    /// The latest date of the versions that met.
    let latest: Date
    /// When another device deleted the idea, where it gave way to that.
    let deletion: Date?

    /// Nil for a line that keeps none.
    init?(_ entry: HistoryEntry) {
        guard let idea = entry.ideaId, let text = entry.details,
            let details = try? JSONDecoder().decode(Details.self, from: Data(text.utf8)), let lost = details.lost
        else { return nil }
        self.entry = entry.id
        self.idea = idea
        content = lost.content
        version = lost.version ?? 0
        latest = details.dates.max() ?? entry.timestamp
        deletion = details.remoteDeletion
    }

    /// What the history writes, as far as it matters here.
    private struct Details: Decodable {
        struct Version: Decodable {
            var title: String?
            var details: String?
            var isCompleted: Bool?
            var createdAt: String?
            var updatedAt: String?
            var deletedAt: String?
            var version: Int?

            var content: IdeaVersion.Content? {
                guard deletedAt == nil, let title, let created = createdAt.flatMap({ ISOTimestamp.date($0) }) else {
                    return nil
                }
                return IdeaVersion.Content(
                    title: title,
                    details: details ?? "",
                    isCompleted: isCompleted ?? false,
                    createdAt: created
                )
            }

            var dates: [Date] { [createdAt, updatedAt, deletedAt].compactMap { $0.flatMap { ISOTimestamp.date($0) } } }
        }

        var winner: String?
        var local: Version?
        var remote: Version?
        var removed: Version?
        var replaced: Version?
        /// When another device deleted what was removed.
        var deletion: Version?

        var lost: Version? {
            switch winner {
            case "local": remote
            case "remote": local
            default: removed ?? replaced
            }
        }

        var remoteDeletion: Date? {
            let deleted = deletion ?? (winner == "remote" ? remote : nil)
            return deleted?.deletedAt.flatMap { ISOTimestamp.date($0) }
        }

        var dates: [Date] { [local, remote, removed, replaced, deletion].compactMap { $0?.dates }.flatMap { $0 } }
    }
}

extension IdeaRepository {
    /// Brings back a version that gave way: the idea says again what it said, as a change that is made now.
    ///
    /// What the idea says until then goes into the history in its turn.
    ///
    /// - Parameters:
    ///   - id: The idea, which may be gone.
    ///   - entry: The line of the history; nil takes the newest that keeps a version.
    /// - Returns: The idea as it is then.
    /// - Throws: ``IdeaBoxError/nothingKept(_:)``, ``IdeaBoxError/deletionGaveWay(_:)``, or what saving throws.
    package func bringBack(_ id: UUID, entry: IDPrefix? = nil) throws -> ChangeResult {
        guard let kept = try keptVersion(of: id, entry) else { throw IdeaBoxError.nothingKept(id) }
        guard let content = kept.content else { throw IdeaBoxError.deletionGaveWay(id) }
        return try change {
            guard let idea = try context.fetch(Self.descriptor(id)).first else { return try makeAgain(kept, content) }
            let before = IdeaSnapshot(idea)
            let isSame =
                content.title.isSameText(as: idea.title) && content.details.isSameText(as: idea.details)
                && content.isCompleted == idea.isCompleted && idea.deletedAt == nil
            guard !isSame else { return ChangeResult(idea: before, isChanged: false) }
            let stamp = max(try nextStamp(of: idea), HybridStamp.next(now: kept.latest, after: kept.latest))
            (idea.title, idea.details, idea.isCompleted) = (content.title, content.details, content.isCompleted)
            idea.deletedAt = nil
            try note(.restore, on: idea, at: stamp, replaced: before)
            return ChangeResult(idea: IdeaSnapshot(idea), isChanged: true)
        }
    }

    /// The idea whose id begins so; where there is none, one of which only the history knows.
    ///
    /// Throws ``IdeaBoxError``.
    func resolveKept(_ text: String) throws -> UUID {
        do {
            return try resolve(text)
        } catch IdeaBoxError.notFound {
            guard let range = IDPrefix(text)?.range else { throw IdeaBoxError.notAnID(text) }
            var found: Set<UUID> = []
            for event in [LogEvent.conflict, .delete] {
                let lines = try context.fetch(HistoryFilter(event: event).descriptor(keptSince: retentionLimit))
                found.formUnion(lines.compactMap(\.ideaId).filter { range.contains($0) })
            }
            guard let first = found.first else { throw IdeaBoxError.notFound(text) }
            guard found.count == 1 else { throw IdeaBoxError.ambiguous(text, []) }
            return first
        }
    }

    private static func descriptor(_ id: UUID) -> FetchDescriptor<Idea> {
        var descriptor = FetchDescriptor<Idea>(predicate: #Predicate { $0.id == id })
        descriptor.fetchLimit = 1
        return descriptor
    }

    private func keptVersion(of id: UUID, _ entry: IDPrefix?) throws -> KeptVersion? {
        let lines = try context.fetch(HistoryFilter(idea: id).descriptor(keptSince: retentionLimit))
        let names = Set(KeptVersion.events.map(\.rawValue))
        for line in lines where names.contains(line.eventType) {
            if let entry, entry.range?.contains(line.id) != true { continue }
            if let kept = KeptVersion(HistoryEntry(line)) { return kept }
        }
        return nil
    }

    /// Makes an idea anew that is gone, under its old id.
    private func makeAgain(_ kept: KeptVersion, _ content: IdeaVersion.Content) throws -> ChangeResult {
        let stamp = try HybridStamp.next(now: correctedNow, after: kept.latest)
        let idea = Idea(
            id: kept.idea,
            title: content.title,
            details: content.details,
            isCompleted: content.isCompleted,
            createdAt: content.createdAt,
            updatedAt: stamp,
            deviceId: try deviceID(),
            version: IdeaRules.version(after: kept.version)
        )
        let id = kept.idea
        // A deletion that the service has not heard of yet.
        let left = try context.fetch(FetchDescriptor<SyncState>(predicate: #Predicate { $0.ideaId == id })).first
        context.insert(idea)
        let state = left ?? SyncState(ideaId: id, localVersion: idea.version, lastModifiedAt: stamp)
        idea.syncState = state
        state.recordRemoteDeletion(at: kept.deletion)
        state.sentVersion = nil
        state.markPending(localVersion: idea.version, at: stamp)
        var details = JSONText()
        details.add("version", idea.version)
        try record(.restore, idea: id, at: stamp, details)
        return ChangeResult(idea: IdeaSnapshot(idea), isChanged: true)
    }
}
