import Dispatch
import Foundation

/// What the service gets from outside: time and randomness.
public struct Surroundings: Sendable {
    /// Milliseconds since 1970.
    public let now: @Sendable () -> Int64
    /// Nanoseconds since some moment, which nobody sets back: to measure how long something took.
    public let nanoseconds: @Sendable () -> Int64
    /// So many random bytes, fit for secrets.
    public let randomBytes: @Sendable (Int) -> [UInt8]

    /// Surroundings.
    ///
    /// - Parameters:
    ///   - now: Milliseconds since 1970.
    ///   - nanoseconds: A clock that only goes forward; nil takes it from `now`.
    ///   - randomBytes: So many random bytes.
    public init(
        now: @escaping @Sendable () -> Int64,
        nanoseconds: (@Sendable () -> Int64)? = nil,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.now = now
        self.nanoseconds = nanoseconds ?? { now() * 1_000_000 }
        self.randomBytes = randomBytes
    }

    /// This machine's clocks and its random numbers.
    public static let system = Surroundings(
        now: { Int64(Date().timeIntervalSince1970 * 1_000) },
        nanoseconds: { Int64(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds) },
        randomBytes: { count in
            // The system is asked for eight bytes at a time: each asking is a call into its kernel.
            var generator = SystemRandomNumberGenerator()
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count + 7)
            while bytes.count < count { bytes.append(bigEndian: Int64(bitPattern: generator.next())) }
            return Array(bytes.prefix(count))
        }
    )

    /// A random UUID, in capital letters as records are named.
    func uuid() -> String {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(bytes.hexadecimal.uppercased())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
