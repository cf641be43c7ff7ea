/// What the service gets from outside: time and randomness.
public struct Surroundings: Sendable {
    /// Milliseconds since 1970.
    public let now: @Sendable () -> Int64
    /// So many random bytes, fit for secrets.
    public let randomBytes: @Sendable (Int) -> [UInt8]

    /// Surroundings.
    public init(now: @escaping @Sendable () -> Int64, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.now = now
        self.randomBytes = randomBytes
    }

    /// A random UUID, in capital letters as records are named.
    func uuid() -> String {
        var bytes = randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(bytes.hexadecimal.uppercased())
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
