import Crypto

/// What a signed request carries in its headers.
public struct RequestSignature: Hashable, Sendable {
    /// Which key signed: 64 hexadecimal digits.
    public var keyID: String
    /// When, in the very words that were signed.
    public var date: String
    /// The signature: base64 of ECDSA over P-256 and SHA-256 in DER.
    public var signature: String

    /// What the headers say.
    public init(keyID: String, date: String, signature: String) {
        self.keyID = keyID
        self.date = date
        self.signature = signature
    }

    /// The headers by name.
    public var headers: [(name: String, value: String)] {
        [
            (ServiceHeader.signatureKeyID, keyID),
            (ServiceHeader.signatureDate, date),
            (ServiceHeader.signature, signature),
        ]
    }
}

/// The text that is signed: date, digest of the body, and path, with colons between them.
enum SignedMessage {
    /// The text, with the digest of the body.
    static func bytes(date: String, body: [UInt8], subpath: String) -> [UInt8] {
        bytes(date: date, digest: Base64.encode(Array(SHA256.hash(data: body))), subpath: subpath)
    }

    /// The text, with whatever stands for the digest.
    static func bytes(date: String, digest: String, subpath: String) -> [UInt8] {
        Array("\(date):\(digest):\(subpath)".utf8)
    }
}
