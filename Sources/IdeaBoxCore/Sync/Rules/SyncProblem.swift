import CloudKit
import Foundation

/// Why sync does not go on.
public struct SyncProblem: Error, Equatable, Sendable {
    /// What a problem means for the person and for the next attempt.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// Nobody is signed in, or the service has ended the sign-in.
        case signedOut
        /// The service cannot be reached.
        case unreachable
        /// The service is there and does not work.
        case serviceFailed
        /// The service wants a pause.
        case throttled
        /// The account has no room.
        case quotaExceeded
        /// The account may not do this.
        case forbidden
        /// Another account signed in.
        case accountChanged
        /// The ideas were removed from the service as a whole.
        case zoneGone
        /// A download would delete most ideas, and waits for the person's word.
        case deletionsHeld
        /// Where the service is, or what it wants of the app, is not set up right.
        case notSetUp
        /// The service refuses what it was sent.
        case refused
        /// Another process syncs this store.
        case ownedElsewhere
        /// Ideas of an earlier version of the app are not in the store yet.
        case notMigrated
    }

    /// What it means.
    public let kind: Kind
    /// CloudKit's number for it, if it comes from there.
    public let code: Int?
    /// The service's own words, for the log.
    public let reason: String
    /// Seconds after which the service wants to be asked again.
    public let retryAfter: Double?

    init(_ kind: Kind, code: Int? = nil, reason: String = "", retryAfter: Double? = nil) {
        (self.kind, self.code, self.reason, self.retryAfter) = (kind, code, reason, retryAfter)
    }

    init(_ error: any Error) {
        switch error {
        case let problem as SyncProblem: self = problem
        case let error as CKError:
            self.init(
                error.code.problem ?? .serviceFailed,
                code: error.code.rawValue,
                reason: error.localizedDescription,
                retryAfter: error.retryAfterSeconds
            )
        default: self.init(.serviceFailed, reason: String(describing: error))
        }
    }

    /// Of two problems of one attempt the one that is told, and after which sync waits: that for which the service wants to
    /// be left alone longest, else that which keeps more from being done; of equal ones the first.
    static func graver(_ first: SyncProblem?, _ second: SyncProblem) -> SyncProblem {
        guard let first else { return second }
        return first.gravity < second.gravity ? second : first
    }

    private var gravity: (TimeInterval, Int) {
        let obstacle =
            switch kind {
            // One record.
            case .refused: 0
            // What needs room.
            case .quotaExceeded: 1
            case .unreachable, .serviceFailed, .throttled: 2
            case .signedOut, .forbidden, .accountChanged, .zoneGone, .deletionsHeld, .notSetUp, .ownedElsewhere,
                .notMigrated:
                3
            }
        return (RetryPolicy.silence(after: self, chance: 0), obstacle)
    }

    /// Whether trying again in a moment may help.
    var isPassing: Bool {
        switch kind {
        case .unreachable, .serviceFailed, .throttled: true
        case .signedOut, .quotaExceeded, .forbidden, .accountChanged, .zoneGone, .deletionsHeld, .notSetUp, .refused,
            .ownedElsewhere, .notMigrated:
            false
        }
    }

    /// Whether the person has to do something.
    public var needsAttention: Bool {
        switch kind {
        case .unreachable, .serviceFailed, .throttled, .signedOut, .ownedElsewhere: false
        case .quotaExceeded, .forbidden, .accountChanged, .zoneGone, .deletionsHeld, .notSetUp, .refused, .notMigrated:
            true
        }
    }
}

extension CKError.Code {
    /// What the code means for sync as a whole; nil where it tells of one record that is to be merged and sent again.
    var problem: SyncProblem.Kind? {
        switch self {
        case .notAuthenticated: .signedOut
        case .networkUnavailable, .networkFailure, .serverResponseLost: .unreachable
        case .serviceUnavailable, .internalError, .operationCancelled, .accountTemporarilyUnavailable,
            .serverRejectedRequest:
            .serviceFailed
        case .requestRateLimited, .zoneBusy: .throttled
        case .quotaExceeded: .quotaExceeded
        case .permissionFailure, .managedAccountRestricted, .participantMayNeedVerification, .tooManyParticipants,
            .alreadyShared, .participantAlreadyInvited:
            .forbidden
        case .userDeletedZone, .zoneNotFound: .zoneGone
        case .badContainer, .missingEntitlement, .incompatibleVersion, .badDatabase: .notSetUp
        case .serverRecordChanged, .batchRequestFailed, .unknownItem, .changeTokenExpired, .partialFailure: nil
        case .invalidArguments, .resultsTruncated, .assetFileNotFound, .limitExceeded,
            .referenceViolation, .constraintViolation, .assetFileModified, .assetNotAvailable:
            .refused
        }
    }
}
