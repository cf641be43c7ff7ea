import Foundation
import SwiftData

/// A version of an idea that gave way to another one, as the history keeps it.
public struct KeptVersion: Equatable, Sendable {
    /// The idea.
    public let ideaId: UUID
    /// See ``Idea/title``.
    public let title: String
    /// See ``Idea/details``.
    public let details: String
    /// See ``Idea/isCompleted``.
    public let isCompleted: Bool
    /// When it was made; nil where nobody noted it.
    public let updatedAt: Date?
    /// Where it was made; nil where nobody noted it.
    public let deviceId: String?
}

extension HistoryEntry {
    /// The versions that this line keeps.
    ///
    /// The one that gave way can be taken back by ``IdeaRepository/takeBack(_:)``; a deletion has no text, and is nil.
    public var versions: (gaveWay: KeptVersion?, stayed: KeptVersion?) {
        guard let ideaId, let details, let kept = try? JSONDecoder().decode(KeptDetails.self, from: Data(details.utf8))
        else { return (nil, nil) }
        switch LogEvent(rawValue: eventType) {
        case .conflict:
            let (local, remote) = (kept.local?.version(of: ideaId), kept.remote?.version(of: ideaId))
            return kept.winner == "local" ? (remote, local) : (local, remote)
        case .imported, .recovery: return (kept.replaced?.version(of: ideaId), nil)
        case .delete: return (kept.removed?.version(of: ideaId), nil)
        default: return (nil, nil)
        }
    }
}

/// The part of a line's details that keeps versions.
private struct KeptDetails: Decodable {
    struct Version: Decodable {
        var title: String?
        var details: String?
        var isCompleted: Bool?
        var updatedAt: String?
        var deviceId: String?

        func version(of idea: UUID) -> KeptVersion? {
            title.map {
                KeptVersion(
                    ideaId: idea,
                    title: $0,
                    details: details ?? "",
                    isCompleted: isCompleted ?? false,
                    updatedAt: updatedAt.flatMap { ISOTimestamp.date($0) },
                    deviceId: deviceId
                )
            }
        }
    }

    var winner: String?
    var local: Version?
    var remote: Version?
    var replaced: Version?
    var removed: Version?
}

extension IdeaRepository {
    /// Makes an idea what a version of it said that gave way: a change of this device, made now.
    ///
    /// An idea in the trash, or one that is gone, lives again. Throws ``IdeaBoxError/rule(_:)`` or what saving throws.
    public func takeBack(_ version: KeptVersion) throws -> ChangeResult {
        try checked(title: version.title, details: version.details)
        return try change {
            guard let idea = try found(version.ideaId) else { return try madeAgain(version) }
            let isAsWanted =
                idea.deletedAt == nil && idea.isCompleted == version.isCompleted
                && idea.title.isSameText(as: version.title) && idea.details.isSameText(as: version.details)
            if isAsWanted { return ChangeResult(idea: IdeaSnapshot(idea), isChanged: false) }
            idea.title = version.title
            idea.details = version.details
            idea.isCompleted = version.isCompleted
            let stamp = nextStamp(of: idea)
            idea.deletedAt = nil
            try note(.restore, on: idea, at: stamp)
            return ChangeResult(idea: IdeaSnapshot(idea), isChanged: true)
        }
    }

    private func madeAgain(_ version: KeptVersion) throws -> ChangeResult {
        let id = version.ideaId
        let stamp = HybridStamp.next(now: correctedNow, after: version.updatedAt)
        let idea = Idea(
            id: id,
            title: version.title,
            details: version.details,
            isCompleted: version.isCompleted,
            createdAt: stamp,
            deviceId: try deviceID()
        )
        context.insert(idea)
        var states = FetchDescriptor<SyncState>(predicate: #Predicate { $0.ideaId == id })
        states.fetchLimit = 1
        // One that stands for a deletion which the cloud has not heard of stands for the idea again.
        if let state = try context.fetch(states).first {
            idea.version = IdeaRules.version(after: state.localVersion)
            idea.syncState = state
            state.markPending(localVersion: idea.version, at: stamp)
        } else {
            idea.syncState = SyncState(ideaId: id, localVersion: idea.version, lastModifiedAt: stamp)
        }
        try record(.restore, idea: id, at: stamp)
        return ChangeResult(idea: IdeaSnapshot(idea), isChanged: true)
    }

    private func found(_ id: UUID) throws -> Idea? {
        var descriptor = FetchDescriptor<Idea>(predicate: #Predicate { $0.id == id })
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }
}
