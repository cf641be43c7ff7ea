import AppCommons
import Foundation

/// What sync knows about one idea, free of its context.
struct SyncSummary: Equatable, Sendable {
    let ideaId: UUID
    let localVersion: Int
    let remoteVersion: Int?
    let cloudKitRecordName: String?
    let recordChangeTag: String?
    let lastSyncedAt: Date?
    let lastConflictAt: Date?
    let lastModifiedAt: Date
    let isPendingSync: Bool
    let isObsolete: Bool
    let conflictResolutionStrategy: String

    // What has waited too long by now is obsolete, though no change of the store has marked it yet.
    init(_ state: SyncState, at now: Date) {
        ideaId = state.ideaId
        localVersion = state.localVersion
        remoteVersion = state.remoteVersion
        cloudKitRecordName = state.cloudKitRecordName
        recordChangeTag = state.recordChangeTag
        lastSyncedAt = state.lastSyncedAt
        lastConflictAt = state.lastConflictAt
        lastModifiedAt = state.lastModifiedAt
        isPendingSync = state.isPendingSync
        isObsolete = state.isObsolete || state.hasWaitedTooLong(at: now)
        conflictResolutionStrategy = state.conflictResolutionStrategy
    }

    var messageKey: MessageKey {
        if isObsolete { return .syncObsolete }
        return isPendingSync ? .syncWaiting : .syncDone
    }

    var json: String {
        var object = JSONText()
        object.add("ideaId", ideaId.text)
        object.add("localVersion", localVersion)
        object.add("remoteVersion", remoteVersion)
        object.add("cloudKitRecordName", cloudKitRecordName)
        object.add("recordChangeTag", recordChangeTag)
        object.add("lastSyncedAt", lastSyncedAt)
        object.add("lastConflictAt", lastConflictAt)
        object.add("lastModifiedAt", lastModifiedAt)
        object.add("isPendingSync", isPendingSync)
        object.add("isObsolete", isObsolete)
        object.add("conflictResolutionStrategy", conflictResolutionStrategy)
        return object.text
    }
}

extension IdeaRepository {
    /// What sync knows about the idea, or nil when it knows nothing.
    func syncSummary(_ id: UUID) throws -> SyncSummary? {
        try idea(id).syncState.map { SyncSummary($0, at: try correctedNow) }
    }
}
