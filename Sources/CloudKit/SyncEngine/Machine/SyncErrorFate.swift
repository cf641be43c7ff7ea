/// What becomes of a request, or of a change, that failed.
///
/// The page on the engine has the same table in words.
enum SyncErrorFate: Hashable, Sendable, CaseIterable {
    /// It goes again after a while, by itself.
    case later
    /// The delegate looks at what the service has, and adds the change again.
    case mergeAndSendAgain
    /// A person has to do something first.
    case user
    /// The app asks for something that cannot be.
    case programmer
}

extension CKError.Code {
    /// What becomes of what failed so.
    var fate: SyncErrorFate {
        switch self {
        case .networkUnavailable, .networkFailure, .serverResponseLost, .serviceUnavailable, .requestRateLimited,
            .zoneBusy, .accountTemporarilyUnavailable, .operationCancelled, .internalError:
            .later
        case .serverRecordChanged, .batchRequestFailed, .unknownItem, .zoneNotFound, .changeTokenExpired,
            .referenceViolation, .constraintViolation, .assetFileModified, .assetNotAvailable:
            .mergeAndSendAgain
        case .notAuthenticated, .permissionFailure, .quotaExceeded, .userDeletedZone, .managedAccountRestricted,
            .participantMayNeedVerification, .tooManyParticipants, .alreadyShared, .participantAlreadyInvited,
            .incompatibleVersion:
            .user
        case .badContainer, .missingEntitlement, .invalidArguments, .resultsTruncated, .serverRejectedRequest,
            .assetFileNotFound, .badDatabase, .limitExceeded, .partialFailure:
            .programmer
        }
    }

    /// Whether nothing was heard of the service.
    var isOfNetwork: Bool {
        self == .networkUnavailable || self == .networkFailure || self == .serverResponseLost
    }

    /// Whether a change that failed so stays in the engine's list.
    ///
    /// Those that Apple's engine documents as its own to try again, and three that tell of no fault of the change: the
    /// answer was lost, the work was cancelled, the service itself failed.
    var staysPending: Bool {
        self == .notAuthenticated || fate == .later
    }

    /// Whether the whole request failed, rather than what it asked for: nothing else is worth asking then.
    var endsTheWork: Bool {
        switch fate {
        case .later: self != .zoneBusy
        case .user: self == .notAuthenticated || self == .managedAccountRestricted || self == .incompatibleVersion
        case .programmer: self == .badContainer || self == .missingEntitlement || self == .badDatabase
        case .mergeAndSendAgain: false
        }
    }
}

extension Collection<CKError> {
    /// Of the errors of a kind the one whose wish to wait is the longest, and of equal ones always the same.
    func mostPatient(_ isMeant: (CKError.Code) -> Bool) -> CKError? {
        filter { isMeant($0.code) }.max { one, other in
            let (first, second) = (one.retryAfterSeconds ?? 0, other.retryAfterSeconds ?? 0)
            return (first, one.code.rawValue, one.localizedDescription)
                < (second, other.code.rawValue, other.localizedDescription)
        }
    }
}
