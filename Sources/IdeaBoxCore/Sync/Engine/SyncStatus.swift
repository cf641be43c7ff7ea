import Foundation
import Observation

/// How sync stands, for whoever shows it.
@MainActor
@Observable
public final class SyncStatus {
    /// What sync is doing.
    public enum State: String, Codable, CaseIterable, Sendable {
        /// Nobody is signed in: the ideas are kept on this device.
        case signedOut
        /// Everything is where it belongs.
        case upToDate
        /// Changes go up or down.
        case syncing
        /// The service could not be reached, or did not work; the next trigger tries again.
        case offline
        /// The person has to do something.
        case needsAttention
        /// Changes wait for their upload.
        case waiting
    }

    /// What sync is doing.
    public private(set) var state = State.waiting
    /// How many changes wait for their upload.
    public private(set) var pendingCount = 0
    /// Changes of the current sync that are done; 0 while none is under way.
    public private(set) var progressDone = 0
    /// Changes of the current sync; 0 while none is under way.
    public private(set) var progressTotal = 0
    /// The last time that everything was where it belongs.
    public private(set) var lastSuccess: Date?
    /// Why the last sync did not come to its end; nil after a success.
    public private(set) var lastError: SyncProblem?
    /// When sync is tried again by itself; nil where a trigger is waited for.
    public private(set) var nextAttempt: Date?
    /// Whether a failed sync waits for its next attempt.
    public var isRetrying: Bool { nextAttempt != nil }

    /// A status of which nothing is known yet.
    public init() {}

    func take(_ report: SyncReport, done: Int, total: Int) {
        state = report.state
        pendingCount = report.pending
        lastSuccess = report.lastSuccess
        lastError = report.problem
        nextAttempt = report.nextAttempt
        (progressDone, progressTotal) = (done, total)
    }
}

/// How sync stood, kept in the store for other processes and the next start.
struct SyncReport: Codable, Equatable, Sendable {
    var state = SyncStatus.State.waiting
    var pending = 0
    var lastSuccess: Date?
    var nextAttempt: Date?
    var errorKind: SyncProblem.Kind?
    var errorCode: Int?
    var errorReason: String?
    /// Minutes by which the clock is wrong; nil for one that is right enough.
    var clockMinutes: Int?
    /// The last wish of another process that the sync which ended last had heard before it asked the service.
    var wish: Int?

    var problem: SyncProblem? {
        get { errorKind.map { SyncProblem($0, code: errorCode, reason: errorReason ?? "") } }
        set { (errorKind, errorCode, errorReason) = (newValue?.kind, newValue?.code, newValue?.reason) }
    }
}

/// Something that sync did, as it happens.
public enum SyncEvent: Equatable, Sendable {
    /// A sync begins; so many changes wait for their upload.
    case began(pending: Int)
    /// Changes came down.
    case received(changed: Int, deleted: Int)
    /// Changes went up; so many still wait.
    case sent(saved: Int, deleted: Int, pending: Int)
    /// Two devices had changed so many ideas at once; which version stays is settled.
    case conflicts(Int)
    /// So many records were set aside that are no ideas.
    case recordsRefused(Int)
    /// So many ideas were made before the first sign-in, and belong to the account now.
    case adopted(Int)
    /// A download would delete so many ideas, and waits for the person's word.
    case deletionsHeld(Int)
    /// The clock of this device is wrong by so many minutes; positive for one that is slow.
    case clockIsWrong(minutes: Int)
    /// The sync failed, and is tried again after so many seconds.
    case retry(seconds: Double, SyncProblem)
    /// The sync failed, and waits for the next trigger.
    case stopped(SyncProblem)
    /// Everything is where it belongs.
    case upToDate
}
