import Crypto
import CryptoExtras
import Foundation

/// A password as it is kept: its scrypt hash, with the salt and the costs that made it.
public struct PasswordHash: Hashable, Sendable {
    /// Characters that a password may have.
    public static let length = 8...1_000
    static let saltLength = 16
    private static let hashLength = 32
    /// What a guess costs whoever makes it.
    package struct Costs: Hashable, Sendable {
        let rounds: Int
        let blockSize: Int
        let parallelism: Int

        /// 32 MiB and about a tenth of a second.
        package static let standard = Costs(rounds: 1 << 15, blockSize: 8, parallelism: 1)
        /// As little as scrypt allows, for services whose passwords protect nothing: those of tests and simulations.
        package static let least = Costs(rounds: 2, blockSize: 1, parallelism: 1)

        /// What a program's accounts get: ``standard``.
        ///
        /// Without optimisation scrypt takes four times as long. So tests of programs may ask a debug build for ``least``,
        /// by its environment; a release build does not look there.
        static let ofProgram: Costs = {
            #if DEBUG
            if ProcessInfo.processInfo.environment["CLOUDKIT_SERVER_PASSWORD_COSTS"] == "least" { return .least }
            #endif
            return .standard
        }()

        fileprivate var text: String { "scrypt$\(rounds)$\(blockSize)$\(parallelism)" }
    }

    /// The hash, its salt and costs, in one line.
    public let text: String

    /// A hash like any other that no password is known for: to spend the same time where there is no account.
    static func nobodys(_ costs: Costs) -> PasswordHash {
        let (salt, hash) = ([UInt8](repeating: 0, count: saltLength), [UInt8](repeating: 0, count: hashLength))
        return PasswordHash(text: "\(costs.text)$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))")
    }

    /// A hash that was kept.
    public init(text: String) {
        self.text = text
    }

    /// The hash of a password.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - salt: 16 random bytes.
    ///   - costs: What a guess is to cost.
    /// - Throws: What scrypt throws.
    init(_ password: String, salt: [UInt8], costs: Costs = .standard) throws {
        let hash = try Self.derive(password, salt, costs)
        text = "\(costs.text)$\(Base64URL.encode(salt))$\(Base64URL.encode(hash))"
    }

    /// Whether a password is the one.
    public func matches(_ password: String) -> Bool {
        let parts = text.split(separator: "$").map(String.init)
        guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
            let parallelism = Int(parts[3]), let salt = Base64URL.decode(parts[4]),
            let right = Base64URL.decode(parts[5]),
            let hash = try? Self.derive(
                password,
                salt,
                Costs(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
            )
        else { return false }
        return zip(hash, right).reduce(hash.count == right.count ? 0 : 1) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derive(_ password: String, _ salt: [UInt8], _ costs: Costs) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8),
            salt: salt,
            outputByteCount: hashLength,
            rounds: costs.rounds,
            blockSize: costs.blockSize,
            parallelism: costs.parallelism
        )
        return key.withUnsafeBytes { Array($0) }
    }
}
