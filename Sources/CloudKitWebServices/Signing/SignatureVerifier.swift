import Crypto

/// What was signed.
///
/// The reference leaves two things open, and clients in use fill them in differently.
public struct SignedForm: Hashable, Sendable {
    /// Whether the query stood behind the path.
    public var includesQuery: Bool
    /// Whether nothing at all, instead of the digest of nothing, stood for a body that is not there.
    public var omitsDigest: Bool

    /// A form.
    public init(includesQuery: Bool, omitsDigest: Bool) {
        self.includesQuery = includesQuery
        self.omitsDigest = omitsDigest
    }
}

/// Why a signed request is not believed.
///
/// To whoever sent it they are all the same: ``error``. The reason is for the service's own log.
public enum SignatureFault: Error, Hashable, Sendable, CaseIterable {
    /// The date is not `2026-01-25T22:15:43Z`, or no such day exists.
    case unreadableDate
    /// The date is more than ten minutes before or after the service's own.
    case outsideWindow
    /// The signature is no base64 of a signature in DER.
    case unreadableSignature
    /// The signature is not one of this key over this request.
    case wrongSignature

    /// The answer: HTTP 401.
    public var error: WireError {
        WireError(.authenticationFailed, reason: ErrorReason.authenticationFailed)
    }
}

/// Checks signatures of one server-to-server key.
public struct SignatureVerifier: Sendable {
    private let publicKey: P256.Signing.PublicKey

    /// A verifier for a public key in PEM (`PUBLIC KEY`), as `openssl ec -pubout` writes it.
    ///
    /// - Throws: swift-crypto's error, if it is no public key on P-256.
    public init(publicKeyPEM: String) throws {
        self.init(publicKey: try P256.Signing.PublicKey(pemRepresentation: publicKeyPEM))
    }

    /// A verifier for a public key in DER, the form inside PEM.
    ///
    /// - Throws: swift-crypto's error, if it is no public key on P-256.
    public init(publicKeyDER: [UInt8]) throws {
        self.init(publicKey: try P256.Signing.PublicKey(derRepresentation: publicKeyDER))
    }

    /// A verifier for a public key.
    public init(publicKey: P256.Signing.PublicKey) {
        self.publicKey = publicKey
    }

    /// Decides whether a request is signed by the key, at about this time.
    ///
    /// All forms that clients in use are known to sign are taken: the path with its query and without, and for a body
    /// that is not there the digest of nothing and nothing at all.
    /// - Parameters:
    ///   - signature: What the headers say.
    ///   - body: The body to the byte as it came, after decompression.
    ///   - path: The path as it came, still percent-encoded, without the query.
    ///   - query: What stands behind the question mark; nil if there is none.
    ///   - now: The service's own time.
    /// - Returns: The form that was signed.
    /// - Throws: ``SignatureFault``.
    @discardableResult
    public func verify(
        _ signature: RequestSignature,
        body: [UInt8],
        path: String,
        query: String?,
        now: WireTimestamp
    ) throws(SignatureFault) -> SignedForm {
        guard let seconds = SignatureDate.secondsSince1970(signature.date) else { throw .unreadableDate }
        guard abs(now.wholeSeconds - seconds) <= ServiceLimits.signatureSkewSeconds else { throw .outsideWindow }
        guard let bytes = Base64.decode(signature.signature),
            let value = try? P256.Signing.ECDSASignature(derRepresentation: bytes)
        else { throw .unreadableSignature }
        for form in Self.forms(hasBody: !body.isEmpty, hasQuery: query != nil) {
            let message = Self.message(form, date: signature.date, body: body, path: path, query: query)
            if publicKey.isValidSignature(value, for: message) { return form }
        }
        throw .wrongSignature
    }

    /// The forms that a request can have been signed in, the likeliest first.
    private static func forms(hasBody: Bool, hasQuery: Bool) -> [SignedForm] {
        (hasQuery ? [true, false] : [false]).flatMap { includesQuery in
            (hasBody ? [false] : [false, true]).map { omitsDigest in
                SignedForm(includesQuery: includesQuery, omitsDigest: omitsDigest)
            }
        }
    }

    private static func message(
        _ form: SignedForm,
        date: String,
        body: [UInt8],
        path: String,
        query: String?
    ) -> [UInt8] {
        let subpath = form.includesQuery ? path + "?" + (query ?? "") : path
        return form.omitsDigest
            ? SignedMessage.bytes(date: date, digest: "", subpath: subpath)
            : SignedMessage.bytes(date: date, body: body, subpath: subpath)
    }
}
