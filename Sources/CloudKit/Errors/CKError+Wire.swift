import CloudKitWebServices
import Foundation

/// The key under which apps look for the service's own words.
let serverErrorDescriptionKey = "ServerErrorDescription"
/// The key under which an error says whether there once was what is not there.
private let wasDeletedKey = "CKErrorWasDeleted"
/// The key under which an error has the stamp of the deletion of what is not there.
private let deletionStampKey = "CKErrorDeletionStamp"

extension CKError {
    /// The client's error for one of the service's.
    ///
    /// - Parameters:
    ///   - error: The service's error.
    ///   - status: The HTTP status of the answer, which decides for codes unknown here.
    ///   - hadToken: Whether the request carried a sync token, which may be what the service did not like.
    init(_ error: WireError, status: Int, hadToken: Bool = false) {
        let reason = error.reason ?? error.serverErrorCode.rawValue
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: reason, serverErrorDescriptionKey: reason]
        if let seconds = error.retryAfter.flatMap(Self.patience) { userInfo[CKErrorRetryAfterKey] = seconds }
        if let wasDeleted = error.wasDeleted { userInfo[wasDeletedKey] = wasDeleted }
        if let deletion = error.deletion { userInfo[deletionStampKey] = RecordDeletionStamp(deletion) }
        self.init(Self.code(of: error, status: status, hadToken: hadToken), userInfo: userInfo)
    }

    /// Of a record that is not there: whether it was deleted (true) or the service never had it (false); nil where the
    /// service does not say.
    ///
    /// An addition of this package: a service that was put back to an older copy of its data tells so which records it
    /// lost. Apple's service never says.
    public var wasDeleted: Bool? { userInfo[wasDeletedKey] as? Bool }

    /// Of a record that was deleted: when and on which device, in the words of the app that deleted it; nil where that app
    /// or the service does not say.
    ///
    /// An addition of this package: who wants to know whether a change is later than the deletion asks it. Apple's service
    /// never says.
    public var deletionStamp: RecordDeletionStamp? { userInfo[deletionStampKey] as? RecordDeletionStamp }

    private static func code(of error: WireError, status: Int, hadToken: Bool) -> Code {
        let usual = Code(rawValue: error.serverErrorCode.clientErrorCode(httpStatus: status)) ?? .internalError
        guard usual == .invalidArguments, let reason = error.reason?.lowercased() else { return usual }
        // The protocol has no code for an expired token, and none for a request that is too large.
        if hadToken, reason.contains("continuation") || reason.contains("sync token") { return .changeTokenExpired }
        if reason.contains("larger than") || reason.contains("at most") { return .limitExceeded }
        return usual
    }

    /// The client's error for whatever a request ended with.
    init(failure: any Error) {
        switch failure {
        case let error as CKError: self = error
        case is CancellationError: self.init(.operationCancelled, reason: "the operation was cancelled")
        case let error as CloudKitTransportError: self.init(error)
        case let error as JSONError:
            self.init(.internalError, reason: "the service's answer cannot be read: \(error.description)")
        case let error as CloudKitSettingsError: self.init(.badContainer, reason: error.description)
        default: self.init(.internalError, reason: "\(type(of: failure))")
        }
    }

    private init(_ error: CloudKitTransportError) {
        switch error {
        case .unreachable(let why): self.init(.networkUnavailable, reason: "the service cannot be reached: \(why)")
        case .broken(let why): self.init(.networkFailure, reason: "the connection broke: \(why)")
        case .answerLost(let why): self.init(.serverResponseLost, reason: "no whole answer came: \(why)")
        case .timedOut: self.init(.serverResponseLost, reason: "no whole answer came in time")
        case .answerTooLarge: self.init(.limitExceeded, reason: "the answer is too large")
        case .fileFailed(let why): self.init(.assetNotAvailable, reason: "the file cannot be written: \(why)")
        }
    }

    /// One error for several items.
    static func partial(_ errors: [AnyHashable: any Error]) -> CKError {
        CKError(
            .partialFailure,
            userInfo: [
                NSLocalizedDescriptionKey: "\(errors.count) of the items failed",
                CKPartialErrorsByItemIDKey: errors,
            ]
        )
    }
}
