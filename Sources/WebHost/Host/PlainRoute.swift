import Foundation

/// A path of the app's own beside its page: a file to fetch, a place to put something.
public struct PlainRoute: Sendable {
    /// Who may ask.
    public enum Access: Sendable {
        /// The owner's browser, by its cookie, or a program that brings the secret in `Authorization: Bearer`.
        case owner
        /// Everybody on this machine. For answers that say nothing of the data.
        case anyone
    }

    /// `GET` or `POST`.
    public var method: String
    /// The whole path, for example `/export.json`; with `*` at its end, all that begin with it.
    public var path: String
    /// Who may ask.
    public var access: Access
    /// How many bytes the body of a request may have.
    public var bodyBytes: Int
    /// Answers a request.
    ///
    /// An error it throws is reported to the caller as 500, without its text.
    public var answer: @Sendable (PlainRequest) async throws -> PlainResponse

    /// A route as given.
    public init(
        method: String = "GET",
        path: String,
        access: Access = .owner,
        bodyBytes: Int = 0,
        answer: @escaping @Sendable (PlainRequest) async throws -> PlainResponse
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.bodyBytes = bodyBytes
        self.answer = answer
    }

    func matches(path other: String) -> Bool {
        path.hasSuffix("*") ? other.hasPrefix(path.dropLast()) : other == path
    }
}

/// A request to a plain route.
public struct PlainRequest: Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// The path without the query.
    public var path: String
    /// The query's names and values; of a name that comes twice, the last.
    public var query: [String: String]
    /// The media type of the body, as sent.
    public var contentType: String?
    /// The caller's languages in order of preference.
    public var languages: [String]
    /// The body, within the route's bound.
    public var body: Data

    /// A request as given, for tests of a route.
    public init(
        method: String,
        path: String,
        query: [String: String] = [:],
        contentType: String? = nil,
        languages: [String] = [],
        body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.contentType = contentType
        self.languages = languages
        self.body = body
    }
}

/// The answer of a plain route.
public struct PlainResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The media type of the body.
    public var contentType: String
    /// The name under which a browser saves the body; nil to show it.
    public var fileName: String?
    /// The body.
    public var body: Data

    /// An answer as given.
    public init(
        status: Int = 200,
        contentType: String = "text/plain; charset=utf-8",
        fileName: String? = nil,
        body: Data = Data()
    ) {
        self.status = status
        self.contentType = contentType
        self.fileName = fileName
        self.body = body
    }
}
