/// What went wrong, in the service's words.
///
/// Source: the reference's table of error codes; the last four from Apple's web client and others' clients.
public struct ServerErrorCode: OpenWireName {
    /// The code as the wire spells it.
    public let rawValue: String

    /// A code from its spelling on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No permission for the endpoint, zone or record.
    public static let accessDenied = ServerErrorCode(rawValue: "ACCESS_DENIED")
    /// Another operation of the atomic batch failed.
    public static let atomicError = ServerErrorCode(rawValue: "ATOMIC_ERROR")
    /// A token or a signature is wrong.
    public static let authenticationFailed = ServerErrorCode(rawValue: "AUTHENTICATION_FAILED")
    /// Somebody has to sign in; the error says where.
    public static let authenticationRequired = ServerErrorCode(rawValue: "AUTHENTICATION_REQUIRED")
    /// The request is malformed or against the rules.
    public static let badRequest = ServerErrorCode(rawValue: "BAD_REQUEST")
    /// The change tag is not that of the present version.
    public static let conflict = ServerErrorCode(rawValue: "CONFLICT")
    /// What was to be created exists.
    public static let exists = ServerErrorCode(rawValue: "EXISTS")
    /// The service itself is at fault.
    public static let internalError = ServerErrorCode(rawValue: "INTERNAL_ERROR")
    /// The record or resource is not there.
    public static let notFound = ServerErrorCode(rawValue: "NOT_FOUND")
    /// The storage is full.
    public static let quotaExceeded = ServerErrorCode(rawValue: "QUOTA_EXCEEDED")
    /// Too many requests.
    public static let throttled = ServerErrorCode(rawValue: "THROTTLED")
    /// A passing fault of the service.
    public static let tryAgainLater = ServerErrorCode(rawValue: "TRY_AGAIN_LATER")
    /// The target of a validating reference is not there.
    public static let validatingReferenceError = ServerErrorCode(rawValue: "VALIDATING_REFERENCE_ERROR")
    /// The zone is not there.
    public static let zoneNotFound = ServerErrorCode(rawValue: "ZONE_NOT_FOUND")
    /// A value that must be unique is not.
    public static let uniqueFieldError = ServerErrorCode(rawValue: "UNIQUE_FIELD_ERROR")
    /// Other writers hold the zone.
    public static let zoneBusy = ServerErrorCode(rawValue: "ZONE_BUSY")
    /// The sync token is too old to go on from.
    public static let changeTokenExpired = ServerErrorCode(rawValue: "CHANGE_TOKEN_EXPIRED")
    /// Nobody knows.
    public static let unknownError = ServerErrorCode(rawValue: "UNKNOWN_ERROR")
}

extension ServerErrorCode {
    /// What is known of each code: its HTTP status and the raw value of the framework's `CKError.Code`.
    private static let table: [ServerErrorCode: (status: Int, clientCode: Int)] = [
        .accessDenied: (403, 10), .atomicError: (400, 22), .authenticationFailed: (401, 9),
        .authenticationRequired: (421, 9), .badRequest: (400, 12), .conflict: (409, 14), .exists: (409, 14),
        .internalError: (500, 15), .notFound: (404, 11), .quotaExceeded: (413, 25), .throttled: (429, 7),
        .tryAgainLater: (503, 6), .validatingReferenceError: (412, 31), .zoneNotFound: (404, 26),
        .uniqueFieldError: (409, 19), .zoneBusy: (503, 23), .changeTokenExpired: (400, 21),
    ]

    /// The codes that this version knows, in no order.
    public static var known: [ServerErrorCode] {
        Array(table.keys)
    }

    /// The HTTP status of an answer that is this error as a whole; 500 for codes unknown here.
    public var httpStatus: Int {
        Self.table[self]?.status ?? 500
    }

    /// Whether retrying can help at all, so that the error should say when.
    public var isTemporary: Bool {
        [.throttled, .tryAgainLater, .zoneBusy].contains(self)
    }

    /// The raw value of the framework's `CKError.Code` that clients see for this code.
    ///
    /// - Parameter httpStatus: The answer's status, which decides for codes unknown here: invalid arguments below 500,
    ///   service unavailable from there on.
    /// - Returns: The raw value.
    public func clientErrorCode(httpStatus: Int) -> Int {
        if let known = Self.table[self] { return known.clientCode }
        return httpStatus >= 500 ? 6 : 12
    }
}
