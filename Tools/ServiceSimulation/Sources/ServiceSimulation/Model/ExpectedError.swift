/// An error that an answer is to have.
struct ExpectedError: Sendable {
    let code: String
    /// The words, where clients compare them.
    var reason: String?
    /// The record that stands in the way.
    var present: RecordVersion?
    /// Whether the present record is to be shown.
    var showsPresent = false
    /// Whether the missing record was deleted, where that is to be said.
    var wasDeleted: Bool?
    /// What is known of its deletion.
    var deletion: JSON?

    init(_ code: String, reason: String? = nil) {
        (self.code, self.reason) = (code, reason)
    }

    static let badRequest = ExpectedError("BAD_REQUEST")

    /// The status of an answer that is this error as a whole.
    var status: Int { Self.statuses[code] ?? 500 }

    private static let statuses = [
        "ACCESS_DENIED": 403, "ATOMIC_ERROR": 400, "AUTHENTICATION_REQUIRED": 421, "BAD_REQUEST": 400,
        "CONFLICT": 409, "EXISTS": 409, "NOT_FOUND": 404, "QUOTA_EXCEEDED": 413, "THROTTLED": 429,
        "TRY_AGAIN_LATER": 503, "VALIDATING_REFERENCE_ERROR": 412, "ZONE_NOT_FOUND": 404, "CHANGE_TOKEN_EXPIRED": 400,
    ]
}
