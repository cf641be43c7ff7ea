import CloudKitWebServices

/// What names a request, so that a retry of it has one effect and the same answer.
public struct RequestKey: Hashable, Sendable {
    /// The UUID that the client chose.
    public let id: String
    /// A digest of what was asked, so that another request under the same UUID is noticed.
    public let digest: [UInt8]
    /// How much of answers the account may have kept.
    public let room: AnswerRoom

    /// A request's key.
    public init(id: String, digest: [UInt8], room: AnswerRoom = .standard) {
        self.id = id
        self.digest = digest
        self.room = room
    }

    /// Checks that a kept answer was one to the same request.
    ///
    /// - Throws: `BAD_REQUEST` if the same UUID named another one.
    func check(digest kept: [UInt8]) throws(ServiceFault) {
        guard kept == digest else { throw ServiceFault(.badRequest, "another request had the same request UUID") }
    }
}

/// An answer as it goes out, and as it is kept for a retry.
public struct StoredAnswer: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// The JSON.
    public let body: [UInt8]

    /// An answer.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }

    /// What is kept in the place of an answer for which there is no room: that there was one.
    static let mark = StoredAnswer(status: 0, body: [])

    /// The bytes that it takes where it is kept.
    var keptBytes: Int64 {
        Int64(body.count) + AnswerRoom.rowBytes
    }
}

/// How much of answers is kept of one account for retries of its requests, so that they cannot fill the disk.
///
/// Answers up to a number of bytes are kept whole. Beyond, only a mark is kept that the request was carried out, so that
/// a retry still has one effect: it is then answered with `CONFLICT`. When there are as many bytes of marks again, nothing
/// is done any more until old answers are forgotten, a day after they were given.
public struct AnswerRoom: Hashable, Sendable {
    /// What the row of an answer takes beside its body.
    static let rowBytes: Int64 = 200
    /// After how many seconds to ask again where nothing is done any more.
    static let retrySeconds = 600.0

    /// Bytes that are kept whole.
    let bytes: Int64

    /// A quarter of a gibibyte.
    public static let standard = AnswerRoom(bytes: 256 << 20)
    /// For all together who write to a public database.
    static let forEverybody = AnswerRoom(bytes: 4 << 30)

    /// What is kept of an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - used: The bytes that the account has kept.
    /// - Returns: The answer, or the mark.
    /// - Throws: `THROTTLED`: then nothing of the request may be done.
    func kept(of answer: StoredAnswer, used: Int64) throws(ServiceFault) -> StoredAnswer {
        if used + answer.keptBytes <= bytes { return answer }
        if used + StoredAnswer.mark.keptBytes <= 2 * bytes { return .mark }
        let reason = "the account made too many requests in a day"
        throw ServiceFault(WireError(.throttled, reason: reason, retryAfter: Self.retrySeconds))
    }
}

extension RequestKey {
    /// The answer to a retry, from what was kept.
    ///
    /// - Throws: `BAD_REQUEST` if the same UUID named another request; `CONFLICT` if only a mark was kept.
    func answer(from kept: StoredAnswer, digest: [UInt8]) throws(ServiceFault) -> StoredAnswer {
        try check(digest: digest)
        guard kept != .mark else {
            throw ServiceFault(.conflict, "the request was carried out before, and its answer is not kept any more")
        }
        return kept
    }
}
