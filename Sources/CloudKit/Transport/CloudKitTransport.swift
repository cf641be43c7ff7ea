import Foundation

/// Carries requests to a service and its answers back.
///
/// An addition of this package. The client's own is ``HTTPTransport``; tests hand in one that calls a server in the same
/// process.
public protocol CloudKitTransport: Sendable {
    /// Sends a request and waits for the whole answer, of whatever HTTP status.
    ///
    /// - Throws: ``CloudKitTransportError`` if there is no whole answer, `CancellationError` if the task is cancelled.
    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer
}

/// A request, as a transport carries it.
public struct CloudKitRequest: Sendable {
    /// What a request carries.
    public enum Body: Sendable {
        /// Nothing.
        case none
        /// Bytes.
        case bytes([UInt8])
        /// A file, streamed; its size in bytes.
        case file(URL, size: Int)
    }

    /// The HTTP method, in capital letters.
    public var method: String
    /// The whole address.
    ///
    /// It carries tokens: it belongs in no log and in no error.
    public var address: String
    /// The headers.
    public var headers: [(name: String, value: String)]
    /// The body.
    public var body: Body
    /// Seconds to wait until the answer begins; one that goes to a file must end in as many after its beginning.
    public var timeout: TimeInterval
    /// Seconds that may pass between two pieces of the answer, and until the first piece of one that goes to a file.
    public var idleTimeout = CloudKitLimits.timeout
    /// Bytes that the answer's body may have; one that is larger is an error.
    public var answerLimit: Int
    /// Where a successful answer's body goes; nil hands it back in memory.
    ///
    /// The file is there only once it is whole.
    public var destination: URL?

    /// A request.
    public init(
        method: String,
        address: String,
        headers: [(name: String, value: String)] = [],
        body: Body = .none,
        timeout: TimeInterval = CloudKitLimits.timeout,
        answerLimit: Int = CloudKitLimits.answerBytes,
        destination: URL? = nil
    ) {
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.answerLimit = answerLimit
        self.destination = destination
    }
}

/// An answer, as a transport carries it.
public struct CloudKitAnswer: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The headers.
    public var headers: [(name: String, value: String)]
    /// The body; empty if it went to a file.
    public var body: [UInt8]

    /// An answer.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header of that name, in whatever case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    var isSuccess: Bool {
        200..<300 ~= status
    }
}

/// Why there is no whole answer.
///
/// Its words never hold an address, since addresses carry tokens.
public enum CloudKitTransportError: Error, Hashable, Sendable {
    /// The service cannot be reached: nothing was sent.
    case unreachable(String)
    /// The connection broke before the request was sent.
    case broken(String)
    /// The request was sent, and no whole answer came: what became of it is unknown.
    case answerLost(String)
    /// No whole answer came in time: what became of the request is unknown.
    case timedOut
    /// The answer is larger than the request allows.
    case answerTooLarge
    /// The answer could not be written to its file.
    case fileFailed(String)
}

extension CloudKitRequest {
    /// Seconds to wait until the answer begins.
    public var responseTimeout: TimeInterval { destination == nil ? timeout : min(timeout, idleTimeout) }
}

/// The client's own limits, each with its name.
public enum CloudKitLimits {
    /// Seconds to wait for an answer, and between any two pieces of one.
    public static let timeout: TimeInterval = 30
    /// Seconds in which a connection must be made: a packet that is lost is sent again after 1, 3 and 7 seconds.
    public static let connectTimeout: TimeInterval = 10
    /// Seconds that the upload or download of one file may take as a whole.
    public static let fileTimeout: TimeInterval = 15 * 60
    /// Seconds that a parked request for notifications waits: longer than the service does, which answers after ten
    /// minutes, so that no notice is given to a request that has just been given up.
    public static let courierTimeout: TimeInterval = 11 * 60
    /// Bytes of one answer: 200 records of a megabyte, as base64.
    public static let answerBytes = 300 << 20
    /// Bytes of the records in one request; more are divided among several.
    public static let requestBytes = 8 << 20
    /// Files uploaded or downloaded at once.
    public static let concurrentFiles = 4
    /// Bytes of downloaded files that are kept, unless the configuration says otherwise.
    public static let cacheBytes = 1 << 30
    /// Seconds that a service may want to be left alone: a longer wish is taken for this one.
    public static let longestRetryAfter: TimeInterval = 24 * 60 * 60
    /// Requests that wait for their turn where they go out one after the other.
    public static let waitingRequests = 10_000
    /// Callers that wait for a sync engine to begin what they asked for, in each direction.
    public static let waitingCallers = 1_000
    /// Bytes of a file with settings or credentials.
    public static let settingsBytes = 1 << 20
    /// Levels of a predicate format's parentheses.
    public static let predicateDepth = 32
    /// Characters of a predicate format.
    public static let predicateLength = 16_384
}
