import CloudKitWebServices
import Crypto

/// What a signed-in client sends along: signed, so that checking it needs no write.
///
/// A new one goes out with every answer; those before stay good until they expire, since clients ask several things at
/// once and some never take the new one.
struct WebToken: Hashable, Sendable {
    /// How long the secret of a sign-in is.
    static let secretLength = 16
    private static let version: UInt8 = 1

    let account: AccountID
    /// The secret of the sign-in; only its hash is stored.
    let secret: [UInt8]
    /// In milliseconds since 1970.
    let expires: Int64

    /// The hash under which the sign-in is kept.
    var sessionHash: [UInt8] {
        Array(SHA256.hash(data: secret))
    }

    func text(_ sealer: Sealer, container: String) -> String {
        var bytes = [Self.version]
        bytes.append(bigEndian: account.rawValue)
        bytes.append(bigEndian: expires)
        return sealer.seal(bytes + secret, for: .webToken, place: container)
    }

    /// Reads a token; nil if it was not signed here for this container.
    init?(_ text: String, _ sealer: Sealer, container: String) {
        guard let bytes = sealer.open(text, for: .webToken, place: container),
            bytes.count == 17 + Self.secretLength, bytes[0] == Self.version
        else { return nil }
        account = AccountID(rawValue: bytes.bigEndian(at: 1))
        expires = bytes.bigEndian(at: 9)
        secret = Array(bytes.suffix(Self.secretLength))
    }

    init(account: AccountID, secret: [UInt8], expires: Int64) {
        self.account = account
        self.secret = secret
        self.expires = expires
    }
}
