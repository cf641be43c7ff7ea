import Foundation

/// How sync stands, for a screen: what the store says, and how far a sync has come.
public struct SyncPicture: Equatable, Sendable {
    /// What sync is doing.
    public var state: SyncStatus.State
    /// How many changes wait for their upload.
    public var pending = 0
    /// Changes of the current sync that are done; 0 while none is under way.
    public var done = 0
    /// Changes of the current sync; 0 while none is under way.
    public var total = 0
    /// The last time that everything was where it belongs.
    public var lastSuccess: Date?
    /// Why the last sync did not come to its end; nil after a success.
    public var problem: SyncProblem?
    /// When sync is tried again by itself; nil where a trigger is waited for.
    public var nextAttempt: Date?
    /// Minutes by which the clock of this device is slow, negative for fast; nil for one that is right enough.
    public var clockMinutes: Int?
    /// How many deletions wait for the person's word.
    public var held = 0
    /// Who is signed in.
    public var user: String?
    /// Where.
    public var server: String?
    /// Whether somebody was signed in to this store and is no more.
    public var wasSignedIn = false
    /// Whether another process syncs this store.
    public var isElsewhere = false

    /// Nobody is signed in.
    public init() { state = .signedOut }

    /// What is shown of both.
    init(_ standing: SyncStanding, _ status: SyncProgress?, wasSignedIn: Bool, isElsewhere: Bool) {
        state = standing.state
        pending = standing.pending
        lastSuccess = standing.lastSuccess
        problem = standing.problem
        nextAttempt = standing.nextAttempt
        clockMinutes = standing.clockMinutes
        held = standing.held
        (done, total) = (standing.done, standing.total)
        (user, server) = (standing.user, standing.server)
        self.wasSignedIn = wasSignedIn
        self.isElsewhere = isElsewhere
        guard let status, status.isUnderWay, standing.user != nil else { return }
        state = .syncing
        (pending, done, total) = (status.pending, status.done, status.total)
    }
}

/// How far a sync of this process has come.
struct SyncProgress: Equatable, Sendable {
    var isUnderWay: Bool
    var pending: Int
    var done: Int
    var total: Int
}

extension SyncStatus {
    var progress: SyncProgress {
        SyncProgress(isUnderWay: state == .syncing, pending: pendingCount, done: progressDone, total: progressTotal)
    }
}

/// What the person answers to a question of sync.
public enum SyncAnswer: String, CaseIterable, Sendable {
    /// Delete what was held.
    case acceptDeletions
    /// Keep what was held, and send it again.
    case refuseDeletions
    /// The ideas were removed from the service as a whole: send them again.
    case uploadAgain
    /// The ideas were removed from the service as a whole: remove them here too.
    case startEmpty
}
