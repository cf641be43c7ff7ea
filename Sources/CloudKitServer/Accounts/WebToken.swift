import CloudKitWebServices
import Crypto

/// What a signed-in client sends along: signed, so that checking it needs no write.
///
/// A new one goes out with every answer; those before stay good until they expire, since clients ask several things at
/// once and some never take the new one.
struct WebToken: Hashable, Sendable {
    /// How long the secret of a sign-in is.
    static let secretLength = 16
    /// The first byte, which says for how long a token of the sign-in is good.
    private static let (long, short): (UInt8, UInt8) = (1, 2)

    let account: AccountID
    /// The secret of the sign-in; only its hash is stored.
    let secret: [UInt8]
    /// Whether the person wanted to stay signed in: two weeks from the last answer, else half an hour.
    let isLong: Bool
    /// In milliseconds since 1970.
    let expires: Int64

    /// The hash under which the sign-in is kept.
    var sessionHash: [UInt8] {
        Array(SHA256.hash(data: secret))
    }

    func text(_ sealer: Sealer, container: String) -> String {
        var bytes = [isLong ? Self.long : Self.short]
        bytes.append(bigEndian: account.rawValue)
        bytes.append(bigEndian: expires)
        return sealer.seal(bytes + secret, for: .webToken, place: container)
    }

    /// Reads a token; nil if it was not signed here for this container.
    init?(_ text: String, _ sealer: Sealer, container: String) {
        guard let bytes = sealer.open(text, for: .webToken, place: container),
            bytes.count == 17 + Self.secretLength, [Self.long, Self.short].contains(bytes[0])
        else { return nil }
        isLong = bytes[0] == Self.long
        account = AccountID(rawValue: bytes.bigEndian(at: 1))
        expires = bytes.bigEndian(at: 9)
        secret = Array(bytes.suffix(Self.secretLength))
    }

    /// A token that is good from now on.
    init(account: AccountID, secret: [UInt8], isLong: Bool, now: Int64) {
        self.account = account
        self.secret = secret
        self.isLong = isLong
        let seconds = isLong ? ServiceLimits.longWebTokenSeconds : ServiceLimits.webTokenSeconds
        expires = now + Int64(seconds) * 1_000
    }

    /// The same sign-in's next token.
    func renewed(now: Int64) -> WebToken {
        WebToken(account: account, secret: secret, isLong: isLong, now: now)
    }
}
