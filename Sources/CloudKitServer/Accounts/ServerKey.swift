import CloudKitWebServices

/// A server's key: it may read and write the public database of its container.
public struct ServerKey: Hashable, Sendable {
    /// What requests name it by.
    public let id: String
    /// Its container.
    public let container: String
    /// The only environment that it is good for; nil is both, as for keys from before they had one.
    public let environment: ServiceEnvironment?
    /// The public half, as PEM.
    public let publicKey: String
    /// When it was added, in milliseconds since 1970.
    public let created: Int64

    /// A key.
    public init(id: String, container: String, environment: ServiceEnvironment?, publicKey: String, created: Int64) {
        self.id = id
        self.container = container
        self.environment = environment
        self.publicKey = publicKey
        self.created = created
    }

    /// Whether it is good for what a path names.
    func isGood(for path: ServicePath) -> Bool {
        container == path.container && (environment ?? path.environment) == path.environment
    }
}
