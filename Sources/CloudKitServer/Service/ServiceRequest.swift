import CloudKitWebServices

/// A request as the service sees it, whatever brought it.
public struct ServiceRequest: Sendable {
    /// The HTTP method, in capital letters.
    public let method: String
    /// The path as it came, still encoded.
    public let path: String
    /// What stands behind the question mark, still encoded.
    public let query: String?
    /// The value of a header; nil if it is not there.
    public let header: @Sendable (String) -> String?
    /// Where it came from, as far as is known: what attempts to sign in are counted by.
    public let address: String
    /// Whether it came encrypted.
    public let isSecure: Bool
    /// Reads the body, at most so many bytes.
    ///
    /// It throws ``BodyTooLarge`` if there are more.
    public let body: @Sendable (Int) async throws -> [UInt8]
    /// What the long poll came to, where whoever brings the request did the waiting.
    var courierOutcome: CourierOutcome?
    /// Hands on the body, however large, piece by piece; instead of ``body``.
    public let chunks: @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void

    /// A request.
    public init(
        method: String,
        path: String,
        query: String?,
        header: @escaping @Sendable (String) -> String?,
        address: String = "",
        isSecure: Bool = false,
        body: @escaping @Sendable (Int) async throws -> [UInt8],
        chunks: @escaping @Sendable (_ take: ([UInt8]) async throws -> Void) async throws -> Void
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.header = header
        self.address = address
        self.isSecure = isSecure
        self.body = body
        self.chunks = chunks
    }

    /// The name that the client gave itself in the address; nil if it did not.
    var deviceID: String? {
        for part in (query ?? "").split(separator: "&") where part.hasPrefix("clientId=") {
            let text = PercentEncoding.decode(String(part.dropFirst("clientId=".count))) ?? ""
            if Names.isFreeName(text) { return text }
        }
        return nil
    }
}

/// The body of a request is larger than the service reads.
public struct BodyTooLarge: Error, Sendable {
    /// A body that is too large.
    public init() {}
}

/// An answer as it goes out, whatever takes it.
public struct ServiceAnswer: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The headers beyond the body's own.
    public var headers: [(name: String, value: String)] = []
    /// The type of the body.
    public var contentType = "application/json; charset=UTF-8"
    /// The body.
    public var body: [UInt8]
    /// A body that is read as it goes out, instead of ``body``.
    public var file: AssetSlice?

    init(_ answer: StoredAnswer) {
        (status, body) = (answer.status, answer.body)
    }

    init(_ fault: ServiceFault, uuid: String?) {
        var error = fault.error
        error.uuid = uuid
        (status, body) = (fault.status, error.json())
        if let seconds = error.retryAfter { headers.append(("Retry-After", String(Int(seconds.rounded(.up))))) }
    }

    /// What a wait for a notice came to.
    init(_ outcome: CourierOutcome) {
        switch outcome {
        case .success(let notice): self.init(notice?.answer() ?? StoredAnswer(status: 200, body: []))
        case .failure(let fault): self.init(fault, uuid: nil)
        }
    }

    init(status: Int, file: AssetSlice) {
        (self.status, body, self.file) = (status, [], file)
        contentType = "application/octet-stream"
    }

    init(status: Int, text: String) {
        (self.status, body) = (status, Array(text.utf8))
        contentType = "text/plain; charset=UTF-8"
    }
}
