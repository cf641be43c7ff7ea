import Crypto

/// Signs requests with a server-to-server key.
///
/// Source: the reference's server-to-server requests, where they are silent as most clients do it: no query, and the
/// digest of nothing for a request without a body. ECDSA takes a random number for each signature, from swift-crypto.
public struct RequestSigner: Sendable {
    /// What names the key at the service.
    public let keyID: String
    private let privateKey: P256.Signing.PrivateKey

    /// A signer with a private key in PEM, as OpenSSL writes it (`EC PRIVATE KEY` or `PRIVATE KEY`).
    ///
    /// - Throws: swift-crypto's error, if it is no private key on P-256.
    public init(keyID: String, privateKeyPEM: String) throws {
        self.init(keyID: keyID, privateKey: try P256.Signing.PrivateKey(pemRepresentation: privateKeyPEM))
    }

    /// A signer with a private key.
    public init(keyID: String, privateKey: P256.Signing.PrivateKey) {
        self.keyID = keyID
        self.privateKey = privateKey
    }

    /// Signs a request.
    ///
    /// - Parameters:
    ///   - body: The body to the byte as it is sent, before compression; empty for a GET.
    ///   - subpath: The path as it is sent, from `/database` on.
    ///   - date: The time of the request.
    /// - Returns: What the headers have to say.
    /// - Throws: swift-crypto's error, if the signature fails.
    public func sign(body: [UInt8], subpath: String, date: WireTimestamp) throws -> RequestSignature {
        let text = SignatureDate.text(secondsSince1970: date.wholeSeconds)
        let message = SignedMessage.bytes(date: text, body: body, subpath: subpath)
        let signature = try privateKey.signature(for: message).derRepresentation
        return RequestSignature(keyID: keyID, date: text, signature: Base64.encode(Array(signature)))
    }
}

extension WireTimestamp {
    /// The second that the moment lies in.
    var wholeSeconds: Int64 {
        milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000
    }
}
