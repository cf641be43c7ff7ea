import Crypto
import CryptoExtras

/// A password as it is kept: its scrypt hash, with the salt and the costs that made it.
public struct PasswordHash: Hashable, Sendable {
    /// Characters that a password may have.
    public static let length = 8...1_000
    static let saltLength = 16
    private static let hashLength = 32
    /// 32 MiB and about a tenth of a second: what an attacker pays for each guess.
    private static let costs = (rounds: 1 << 15, blockSize: 8, parallelism: 1)

    /// The hash, its salt and costs, in one line.
    public let text: String

    /// A hash like any other that no password is known for: to spend the same time where there is no account.
    static let nobodys = PasswordHash(
        text: "scrypt$\(costs.rounds)$\(costs.blockSize)$\(costs.parallelism)$"
            + "\(Base64URL.encode([UInt8](repeating: 0, count: saltLength)))$"
            + Base64URL.encode([UInt8](repeating: 0, count: hashLength))
    )

    /// A hash that was kept.
    public init(text: String) {
        self.text = text
    }

    /// The hash of a password.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - salt: 16 random bytes.
    /// - Throws: What scrypt throws.
    public init(_ password: String, salt: [UInt8]) throws {
        let (rounds, blockSize, parallelism) = Self.costs
        let hash = try Self.derive(password, salt, rounds, blockSize, parallelism)
        let costs = "scrypt$\(rounds)$\(blockSize)$\(parallelism)"
        text = "\(costs)$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
    }

    /// Whether a password is the one.
    public func matches(_ password: String) -> Bool {
        let parts = text.split(separator: "$").map(String.init)
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
            let parallelism = Int(parts[3]), let salt = Base64URL.decode(parts[4]),
            let right = Base64URL.decode(parts[5]),
            let hash = try? Self.derive(password, salt, rounds, blockSize, parallelism)
        else { return false }
        return zip(hash, right).reduce(hash.count == right.count ? 0 : 1) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(
        _ password: String,
        _ salt: [UInt8],
        _ rounds: Int,
        _ blockSize: Int,
        _ parallelism: Int
    ) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8),
            salt: salt,
            outputByteCount: hashLength,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: parallelism
        )
        return key.withUnsafeBytes { Array($0) }
    }
}
