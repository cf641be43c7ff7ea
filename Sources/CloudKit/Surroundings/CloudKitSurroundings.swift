import Foundation

/// What the client takes from outside: time, randomness and what the process was started with.
///
/// An addition of this package: tests and simulations hand in their own.
public struct CloudKitSurroundings: Sendable {
    /// The time.
    public let now: @Sendable () -> Date
    /// Seconds by a clock that nobody sets, and that goes on while the machine sleeps.
    ///
    /// They count from any moment. What ``wait`` waits for is measured by it.
    public let uptime: @Sendable () -> TimeInterval
    /// So many random bytes, fit for secrets.
    public let randomBytes: @Sendable (Int) -> [UInt8]
    /// Waits so many seconds; ends with `CancellationError` when the task is cancelled.
    public let wait: @Sendable (TimeInterval) async throws -> Void
    /// The variables of the process.
    public let environment: [String: String]
    /// The name of the process.
    public let processName: String

    /// Surroundings; without an uptime of their own they have the machine's.
    public init(
        now: @escaping @Sendable () -> Date,
        uptime: (@Sendable () -> TimeInterval)? = nil,
        randomBytes: @escaping @Sendable (Int) -> [UInt8],
        wait: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        environment: [String: String] = [:],
        processName: String = "app"
    ) {
        self.now = now
        self.uptime = uptime ?? { Self.continuousUptime }
        self.randomBytes = randomBytes
        self.wait = wait
        self.environment = environment
        self.processName = processName
    }

    /// A random number from 0 up to 1.
    func chance() -> Double {
        let bits = randomBytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(bits) / 4_294_967_296
    }

    /// A random UUID, in capital letters as records are named.
    public func newIdentifier() -> String {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }
}
