/// An answer whose HTTP status is no success: one error, or the errors of each record of an atomic batch.
public enum FailedAnswer: Hashable, Sendable {
    /// The request failed as a whole.
    case whole(WireError)
    /// An atomic batch failed: the culprits have their own errors, all others ``ServerErrorCode/atomicError``.
    case records([RecordResult])

    /// Understands the body of an answer by its status.
    ///
    /// What is no JSON of the service, such as a proxy's page, becomes an error by the class of the status.
    public init(httpStatus: Int, body: UnsafeRawBufferPointer) {
        if let batch = try? ModifyRecordsResponse(json: body) {
            self = .records(batch.records)
        } else if let error = try? WireError(json: body) {
            self = .whole(error)
        } else {
            self = .whole(WireError(Self.code(of: httpStatus), reason: "HTTP status \(httpStatus)"))
        }
    }

    private static func code(of status: Int) -> ServerErrorCode {
        switch status {
        case 401: .authenticationFailed
        case 403: .accessDenied
        case 404: .notFound
        case 413: .quotaExceeded
        case 421: .authenticationRequired
        case 429: .throttled
        case 400..<500: .badRequest
        default: .tryAgainLater
        }
    }
}
