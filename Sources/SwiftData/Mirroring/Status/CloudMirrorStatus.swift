#if CloudKitMirroring
import Foundation

/// How the mirroring of a store stands.
///
/// An addition of this package: Apple's framework gives no status.
public struct CloudMirrorStatus: Hashable, Sendable {
    /// What is going on.
    public enum State: String, Hashable, Sendable, Codable {
        /// Nothing was asked yet.
        case starting
        /// Another process mirrors this store; what it takes in shows here too.
        case elsewhere
        /// Nobody is signed in; changes are kept.
        case signedOut
        /// Something is on its way.
        case syncing
        /// The service has what is here, and everything that it had at the last look is here.
        case upToDate
        /// The last attempt failed; the next one comes by itself.
        case waiting
        /// A person has to do something: see ``CloudMirrorStatus/lastProblem``.
        case needsAttention
    }

    /// What is going on.
    public var state = State.starting
    /// Records that wait to be sent.
    public var pendingCount = 0
    /// When the service was last asked with success.
    public var lastSuccess: Date?
    /// What went wrong last; nil since the last success.
    public var lastProblem: CloudMirrorProblem?
    /// When the next attempt comes by itself, if the last one failed.
    public var nextAttempt: Date?
    /// Seconds by which the service's clock is ahead of this device's, if that is more than five minutes; else 0.
    ///
    /// A person should set the clock; changes are stamped by the right time all the same.
    public var clockError: TimeInterval = 0
}

/// What went wrong in mirroring.
public struct CloudMirrorProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing it is.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// Nobody is signed in.
        case signedOut
        /// Somebody else is signed in than the one whose data the store holds.
        case accountChanged
        /// The data were removed at the service as a whole.
        case zoneDeleted
        /// The service has no more room.
        case quotaExceeded
        /// The service refused a record.
        case recordRefused
        /// The service cannot be reached, or is busy or out of order.
        case serviceUnavailable
        /// The store cannot be read or written.
        case storeFailed
        /// Something in the settings or in the app is wrong.
        case misconfigured
    }

    /// What kind of thing it is.
    public let kind: Kind
    /// What happened, in words.
    public let reason: String
    /// The record that is meant, if it is one.
    public let recordName: String?

    init(_ kind: Kind, _ reason: String, recordName: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.recordName = recordName
    }

    /// Kind and words.
    public var description: String {
        recordName.map { "\(kind.rawValue) (\($0)): \(reason)" } ?? "\(kind.rawValue): \(reason)"
    }
}

/// What happens in mirroring, as it happens.
public enum CloudMirrorEvent: Hashable, Sendable {
    /// Records came and were taken in.
    case received(saved: Int, deleted: Int)
    /// Records were sent.
    case sent(saved: Int, deleted: Int)
    /// Something went wrong.
    case problem(CloudMirrorProblem)
    /// The state is another one now.
    case state(CloudMirrorStatus.State)
}

#endif
