import AppCommons
import Foundation
import SwiftData

/// What a change did to one idea.
public struct ChangeResult: Equatable, Sendable {
    /// The idea after it.
    public let idea: IdeaSnapshot
    /// False when the idea was as asked for already; nothing was written then.
    public let isChanged: Bool
}

extension IdeaRepository {
    /// Adds an idea.
    ///
    /// White space around the title is dropped. Throws ``IdeaBoxError/rule(_:)`` or what saving throws.
    public func create(title: String, details: String = "") throws -> IdeaSnapshot {
        let title = title.trimmingCharacters(in: .whitespacesAndNewlines)
        try checked(title: title, details: details)
        return try change {
            let stamp = try HybridStamp.next(now: correctedNow)
            let idea = Idea(
                id: surroundings.makeID(),
                title: title,
                details: details,
                createdAt: stamp,
                deviceId: try deviceID()
            )
            insert(idea, at: stamp, in: context)
            try record(.create, idea: idea.id, at: stamp)
            return IdeaSnapshot(idea)
        }
    }

    /// Changes the title, the details or both.
    ///
    /// Throws ``IdeaBoxError`` or what saving throws.
    public func edit(_ id: UUID, title: String? = nil, details: String? = nil) throws -> ChangeResult {
        guard title != nil || details != nil else { throw IdeaBoxError.nothingToChange }
        return try change {
            let idea = try idea(id)
            guard idea.deletedAt == nil else { throw IdeaBoxError.inTrash(id) }
            let newTitle = title?.trimmingCharacters(in: .whitespacesAndNewlines) ?? idea.title
            let newDetails = details ?? idea.details
            try checked(title: newTitle, details: newDetails)
            // By bytes: two spellings of one character are equal to Swift, and still a change that somebody wanted.
            guard !newTitle.isSameText(as: idea.title) || !newDetails.isSameText(as: idea.details) else {
                return ChangeResult(idea: IdeaSnapshot(idea), isChanged: false)
            }
            idea.title = newTitle
            idea.details = newDetails
            try note(.edit, on: idea, at: try nextStamp(of: idea))
            return ChangeResult(idea: IdeaSnapshot(idea), isChanged: true)
        }
    }

    /// Marks ideas as done or opens them again, all in one transaction.
    public func setCompleted(_ isCompleted: Bool, of ids: [UUID]) throws -> [ChangeResult] {
        try changeEach(ids, isCompleted ? .complete : .reopen) { idea, _ in
            guard idea.deletedAt == nil else { throw IdeaBoxError.inTrash(idea.id) }
            guard idea.isCompleted != isCompleted else { return false }
            idea.isCompleted = isCompleted
            return true
        }
    }

    /// Puts ideas into the trash, all in one transaction.
    public func delete(_ ids: [UUID]) throws -> [ChangeResult] {
        try changeEach(ids, .delete) { idea, stamp in
            guard idea.deletedAt == nil else { return false }
            idea.deletedAt = stamp
            return true
        }
    }

    /// Takes ideas out of the trash, all in one transaction.
    public func restore(_ ids: [UUID]) throws -> [ChangeResult] {
        try changeEach(ids, .restore) { idea, _ in
            guard idea.deletedAt != nil else { return false }
            idea.deletedAt = nil
            return true
        }
    }

    private func changeEach(
        _ ids: [UUID],
        _ event: LogEvent,
        _ apply: (Idea, _ stamp: Date) throws -> Bool
    ) throws -> [ChangeResult] {
        try change {
            try ids.map { id in
                let idea = try idea(id)
                let stamp = try nextStamp(of: idea)
                let isChanged = try apply(idea, stamp)
                if isChanged { try note(event, on: idea, at: stamp) }
                return ChangeResult(idea: IdeaSnapshot(idea), isChanged: isChanged)
            }
        }
    }

    /// The date of a change of the idea that is made now: later than all that this device has seen of it.
    func nextStamp(of idea: Idea) throws -> Date {
        let seen = idea.syncState?.remoteUpdatedAt
        return try HybridStamp.next(now: correctedNow, after: idea.createdAt, idea.updatedAt, idea.deletedAt, seen)
    }

    /// Dates a change of the idea, counts its version up, marks it as pending and writes the history.
    ///
    /// `replaced` is kept there, so that it can be brought back.
    func note(_ event: LogEvent, on idea: Idea, at stamp: Date, replaced: IdeaSnapshot? = nil) throws {
        idea.updatedAt = stamp
        idea.version = IdeaRules.version(after: idea.version)
        idea.deviceId = try deviceID()
        if let state = idea.syncState {
            state.markPending(localVersion: idea.version, at: stamp)
        } else {
            idea.syncState = SyncState(ideaId: idea.id, localVersion: idea.version, lastModifiedAt: stamp)
        }
        var details = JSONText()
        details.add("version", idea.version)
        if let replaced { details.add("replaced", raw: replaced.json) }
        try record(event, idea: idea.id, at: stamp, details)
    }

    /// Puts a new idea into the context with the state of one that waits for its upload.
    func insert(_ idea: Idea, at stamp: Date, in context: ModelContext) {
        context.insert(idea)
        idea.syncState = SyncState(ideaId: idea.id, localVersion: idea.version, lastModifiedAt: stamp)
    }

    private func checked(title: String, details: String) throws {
        do {
            try IdeaRules.check(title: title)
            try IdeaRules.check(details: details)
        } catch {
            throw IdeaBoxError.rule(error)
        }
    }
}

extension IdeaSnapshot {
    /// The values that the idea has now.
    public init(_ idea: Idea) {
        self.init(
            id: idea.id,
            title: idea.title,
            details: idea.details,
            isCompleted: idea.isCompleted,
            createdAt: idea.createdAt,
            updatedAt: idea.updatedAt,
            deviceId: idea.deviceId,
            version: idea.version,
            lastSyncedAt: idea.lastSyncedAt,
            deletedAt: idea.deletedAt
        )
    }
}
