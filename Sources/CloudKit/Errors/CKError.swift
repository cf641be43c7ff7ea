import Foundation

/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"
/// The key of a dictionary of errors by item.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// The key of the seconds after which a retry may help.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// The key of the record as it was before the client changed it.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// The key of the record as the service has it.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// The key of the record that the client tried to save.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// The key that says that the user reset the encrypted data of a zone.
public let CKErrorUserDidResetEncryptedDataKey = "CKErrorUserDidResetEncryptedDataKey"

/// An error of CloudKit.
///
/// Apple's codes, keys and accessors. Its words never hold a token or an address.
public struct CKError: CustomNSError, LocalizedError, @unchecked Sendable {
    /// What went wrong.
    public let code: Code
    /// What else is known, under the keys of CloudKit and Foundation.
    ///
    /// The values are not changed after the error is made.
    public let userInfo: [String: Any]

    /// An error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// An error from Foundation's form of it; one of another domain becomes ``Code/internalError``.
    public init(_nsError error: NSError) {
        let code = error.domain == CKErrorDomain ? Code(rawValue: error.code) ?? .internalError : .internalError
        self.init(code, userInfo: error.userInfo)
    }

    /// An error with words.
    init(_ code: Code, reason: String, retryAfter: Double? = nil) {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: reason]
        if let seconds = retryAfter.flatMap(Self.patience) { userInfo[CKErrorRetryAfterKey] = seconds }
        self.init(code, userInfo: userInfo)
    }

    /// The domain.
    public static var errorDomain: String { CKErrorDomain }
    /// The code's raw value.
    public var errorCode: Int { code.rawValue }
    /// The same as ``userInfo``.
    public var errorUserInfo: [String: Any] { userInfo }
    /// What went wrong, in words.
    public var errorDescription: String? {
        userInfo[NSLocalizedDescriptionKey] as? String ?? "CloudKit error \(code.rawValue) (\(code))"
    }
    /// What went wrong, in words.
    public var localizedDescription: String { errorDescription ?? "" }
}

extension CKError: Equatable {
    /// Whether both have the same code and words.
    public static func == (lhs: CKError, rhs: CKError) -> Bool {
        lhs.code == rhs.code && lhs.errorDescription == rhs.errorDescription
    }
}

extension CKError {
    /// The errors of the items that failed; with ``Code/partialFailure``.
    public var partialErrorsByItemID: [AnyHashable: any Error]? {
        userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
    }

    /// The record as the service has it: merge into this one and save it.
    public var serverRecord: CKRecord? {
        userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord
    }

    /// The record that the client tried to save.
    public var clientRecord: CKRecord? {
        userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord
    }

    /// The record as it was fetched, before the client changed it; nil for one that was never fetched.
    public var ancestorRecord: CKRecord? {
        userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
    }

    /// Seconds after which a retry may help, a day at most; nil if the service named none.
    public var retryAfterSeconds: Double? {
        userInfo[CKErrorRetryAfterKey] as? Double
    }

    /// Seconds that a service may want to be left alone: what is no number is no wish, and nobody is silenced for years.
    static func patience(_ seconds: Double) -> Double? {
        seconds >= 0 ? min(seconds, CloudKitLimits.longestRetryAfter) : nil
    }

    /// Adds what else is known.
    func adding(_ more: [String: Any]) -> CKError {
        CKError(code, userInfo: userInfo.merging(more) { $1 })
    }
}

/// Whether an error is of a code: lets `catch CKError.zoneNotFound` match.
public func ~= (code: CKError.Code, error: any Error) -> Bool {
    (error as? CKError)?.code == code
}
