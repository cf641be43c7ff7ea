extension CKError {
    /// What went wrong; Apple's names and raw values.
    public enum Code: Int, Sendable, CaseIterable {
        /// Something in CloudKit itself failed.
        case internalError = 1
        /// Some items failed; the error holds theirs.
        case partialFailure = 2
        /// The service cannot be reached.
        case networkUnavailable = 3
        /// The connection broke.
        case networkFailure = 4
        /// The container is unknown, or nobody said where it is.
        case badContainer = 5
        /// The service is not available for now.
        case serviceUnavailable = 6
        /// Too many requests; the error says how long to wait.
        case requestRateLimited = 7
        /// The app may not use CloudKit.
        case missingEntitlement = 8
        /// Nobody is signed in, or the sign-in is over.
        case notAuthenticated = 9
        /// The user may not do that.
        case permissionFailure = 10
        /// The item is not there.
        case unknownItem = 11
        /// The request is against the rules.
        case invalidArguments = 12
        /// There are more results; not used any more.
        case resultsTruncated = 13
        /// The service has another version of the record.
        case serverRecordChanged = 14
        /// The service refused the request.
        case serverRejectedRequest = 15
        /// The file of an asset is not there.
        case assetFileNotFound = 16
        /// The file of an asset changed while it was sent.
        case assetFileModified = 17
        /// The app is too old for the service.
        case incompatibleVersion = 18
        /// A value that must be unique is not.
        case constraintViolation = 19
        /// The operation was cancelled.
        case operationCancelled = 20
        /// The token is too old: fetch everything anew.
        case changeTokenExpired = 21
        /// Another item of an atomic batch failed.
        case batchRequestFailed = 22
        /// The zone is busy; the error says how long to wait.
        case zoneBusy = 23
        /// The database cannot do that.
        case badDatabase = 24
        /// The storage is full.
        case quotaExceeded = 25
        /// The zone is not there.
        case zoneNotFound = 26
        /// The request is too large: divide it.
        case limitExceeded = 27
        /// The user deleted the zone.
        case userDeletedZone = 28
        /// The share has too many participants.
        case tooManyParticipants = 29
        /// The record is shared already.
        case alreadyShared = 30
        /// A reference's target is missing or still needed.
        case referenceViolation = 31
        /// The account is restricted.
        case managedAccountRestricted = 32
        /// The participant must be verified.
        case participantMayNeedVerification = 33
        /// The request was sent and its answer was lost.
        case serverResponseLost = 34
        /// The asset's file cannot be had.
        case assetNotAvailable = 35
        /// The account's keys cannot be had for now.
        case accountTemporarilyUnavailable = 36
        /// The participant is invited already.
        case participantAlreadyInvited = 37
    }
}

extension CKError {
    /// Something in CloudKit itself failed.
    public static var internalError: Code { .internalError }
    /// Some items failed; the error holds theirs.
    public static var partialFailure: Code { .partialFailure }
    /// The service cannot be reached.
    public static var networkUnavailable: Code { .networkUnavailable }
    /// The connection broke.
    public static var networkFailure: Code { .networkFailure }
    /// The container is unknown, or nobody said where it is.
    public static var badContainer: Code { .badContainer }
    /// The service is not available for now.
    public static var serviceUnavailable: Code { .serviceUnavailable }
    /// Too many requests; the error says how long to wait.
    public static var requestRateLimited: Code { .requestRateLimited }
    /// The app may not use CloudKit.
    public static var missingEntitlement: Code { .missingEntitlement }
    /// Nobody is signed in, or the sign-in is over.
    public static var notAuthenticated: Code { .notAuthenticated }
    /// The user may not do that.
    public static var permissionFailure: Code { .permissionFailure }
    /// The item is not there.
    public static var unknownItem: Code { .unknownItem }
    /// The request is against the rules.
    public static var invalidArguments: Code { .invalidArguments }
    /// There are more results; not used any more.
    public static var resultsTruncated: Code { .resultsTruncated }
    /// The service has another version of the record.
    public static var serverRecordChanged: Code { .serverRecordChanged }
    /// The service refused the request.
    public static var serverRejectedRequest: Code { .serverRejectedRequest }
    /// The file of an asset is not there.
    public static var assetFileNotFound: Code { .assetFileNotFound }
    /// The file of an asset changed while it was sent.
    public static var assetFileModified: Code { .assetFileModified }
    /// The app is too old for the service.
    public static var incompatibleVersion: Code { .incompatibleVersion }
    /// A value that must be unique is not.
    public static var constraintViolation: Code { .constraintViolation }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// The token is too old: fetch everything anew.
    public static var changeTokenExpired: Code { .changeTokenExpired }
    /// Another item of an atomic batch failed.
    public static var batchRequestFailed: Code { .batchRequestFailed }
    /// The zone is busy; the error says how long to wait.
    public static var zoneBusy: Code { .zoneBusy }
    /// The database cannot do that.
    public static var badDatabase: Code { .badDatabase }
    /// The storage is full.
    public static var quotaExceeded: Code { .quotaExceeded }
    /// The zone is not there.
    public static var zoneNotFound: Code { .zoneNotFound }
    /// The request is too large: divide it.
    public static var limitExceeded: Code { .limitExceeded }
    /// The user deleted the zone.
    public static var userDeletedZone: Code { .userDeletedZone }
    /// The share has too many participants.
    public static var tooManyParticipants: Code { .tooManyParticipants }
    /// The record is shared already.
    public static var alreadyShared: Code { .alreadyShared }
    /// A reference's target is missing or still needed.
    public static var referenceViolation: Code { .referenceViolation }
    /// The account is restricted.
    public static var managedAccountRestricted: Code { .managedAccountRestricted }
    /// The participant must be verified.
    public static var participantMayNeedVerification: Code { .participantMayNeedVerification }
    /// The request was sent and its answer was lost.
    public static var serverResponseLost: Code { .serverResponseLost }
    /// The asset's file cannot be had.
    public static var assetNotAvailable: Code { .assetNotAvailable }
    /// The account's keys cannot be had for now.
    public static var accountTemporarilyUnavailable: Code { .accountTemporarilyUnavailable }
    /// The participant is invited already.
    public static var participantAlreadyInvited: Code { .participantAlreadyInvited }
}
