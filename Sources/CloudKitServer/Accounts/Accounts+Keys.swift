import CloudKitWebServices
import Crypto

/// API tokens and servers' keys.
extension Accounts {
    /// Tokens, and keys, that are read at a time.
    private static let keysAtOnce = 500

    /// Makes an API token for a container in an environment: 64 hexadecimal digits.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - environment: The environment.
    ///   - origins: The origins of pages that may use it; none is any.
    ///   - callback: Where the sign-in page sends people back to.
    /// - Returns: The token; only its hash is kept.
    /// - Throws: What the store throws.
    public func makeAPIToken(
        container: String,
        environment: ServiceEnvironment = .development,
        origins: [String],
        callback: String? = nil
    ) async throws -> String {
        let text = surroundings.randomBytes(32).hexadecimal
        let token = APIToken(
            hash: Self.hash(ofAPIToken: text),
            container: container,
            environment: environment,
            origins: origins,
            callback: callback,
            created: surroundings.now()
        )
        try await store.add(token)
        return text
    }

    /// Adds a server's key and returns its ID, which is another one in each container and environment.
    ///
    /// - Throws: What reading the PEM throws.
    public func addServerKey(
        container: String,
        environment: ServiceEnvironment = .development,
        publicKeyPEM: String
    ) async throws -> String {
        let key = try P256.Signing.PublicKey(pemRepresentation: publicKeyPEM)
        let place = Array("\(container)\n\(environment.rawValue)\n".utf8)
        let id = Array(SHA256.hash(data: place + key.derRepresentation)).hexadecimal
        try await store.add(
            ServerKey(
                id: id,
                container: container,
                environment: environment,
                publicKey: key.pemRepresentation,
                created: surroundings.now()
            )
        )
        return id
    }

    /// The API token of a text; nil if there is none.
    func apiToken(_ text: String) async throws -> APIToken? {
        try await apiTokens.token(Self.hash(ofAPIToken: text), in: store, now: surroundings.now())
    }

    static func hash(ofAPIToken text: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(text.utf8)))
    }

    /// All API tokens, a page after the other.
    ///
    /// - Throws: What the store or the body throws.
    public func forEachAPIToken(_ body: (APIToken) async throws -> Void) async throws {
        var last: [UInt8]?
        while true {
            let page = try await store.apiTokens(after: last, limit: Self.keysAtOnce)
            for token in page { try await body(token) }
            guard page.count == Self.keysAtOnce else { return }
            last = page.last?.hash
        }
    }

    /// All servers' keys, a page after the other.
    ///
    /// - Throws: What the store or the body throws.
    public func forEachServerKey(_ body: (ServerKey) async throws -> Void) async throws {
        var last: String?
        while true {
            let page = try await store.serverKeys(after: last, limit: Self.keysAtOnce)
            for key in page { try await body(key) }
            guard page.count == Self.keysAtOnce else { return }
            last = page.last?.id
        }
    }

    /// Takes an API token away; servers that run refuse it within `APITokenCache/milliseconds`.
    ///
    /// Sign-ins that were made with it on the sign-in page end at once, also for apps with another token of the container.
    ///
    /// - Parameter name: Its ID, or the token itself.
    /// - Throws: ``RevocationError``; what the store throws.
    public func revokeAPIToken(_ name: String) async throws {
        let secret = Self.hash(ofAPIToken: name)
        if try await endingSessions({ try await store.revokeAPIToken(secret) }) { return }
        var found: [[UInt8]] = []
        try await forEachAPIToken { token in if token.id == name.lowercased() { found.append(token.hash) } }
        guard found.count < 2 else { throw RevocationError.isAmbiguous }
        guard let hash = found.first, try await endingSessions({ try await store.revokeAPIToken(hash) }) else {
            throw RevocationError.unknownToken
        }
    }

    /// Takes a server's key away; it is refused from then on.
    ///
    /// - Throws: ``RevocationError``; what the store throws.
    public func revokeServerKey(_ id: String) async throws {
        guard try await store.revokeServerKey(id.lowercased()) else { throw RevocationError.unknownKey }
    }
}

/// Why nothing was taken away.
public enum RevocationError: Error, Hashable, Sendable {
    /// There is no such API token.
    case unknownToken
    /// There is no such key.
    case unknownKey
    /// Several tokens have this ID.
    case isAmbiguous
}
