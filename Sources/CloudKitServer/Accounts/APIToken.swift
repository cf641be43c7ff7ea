import CloudKitWebServices

/// What an app needs to talk to the service at all.
public struct APIToken: Hashable, Sendable {
    /// Digits of the hash that name a token to an operator.
    static let idLength = 16

    /// The token's hash.
    public let hash: [UInt8]
    /// The only container that it is good for.
    public let container: String
    /// The only environment that it is good for; nil is both, as for tokens from before they had one.
    public let environment: ServiceEnvironment?
    /// The origins of web pages that may use it; empty is any.
    public let origins: [String]
    /// Where the sign-in page sends people back to, with `ckWebAuthToken` in the query; nil is the page that opened it.
    public let callback: String?
    /// When it was made, in milliseconds since 1970.
    public let created: Int64

    /// A token.
    public init(
        hash: [UInt8],
        container: String,
        environment: ServiceEnvironment?,
        origins: [String],
        callback: String? = nil,
        created: Int64
    ) {
        self.hash = hash
        self.container = container
        self.environment = environment
        self.origins = origins
        self.callback = callback
        self.created = created
    }

    /// What an operator calls it: the token itself is not kept.
    public var id: String {
        String(hash.hexadecimal.prefix(Self.idLength))
    }

    /// Whether it is good for what a path names.
    func isGood(for path: ServicePath) -> Bool {
        container == path.container && (environment ?? path.environment) == path.environment
    }
}
