/// FNV-1a of 64 bits: the same on every machine and in every run, unlike `Hasher`.
public struct ContentHash: Sendable {
    public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    public init() {}

    /// The hash of parts, which are kept apart.
    public init(_ parts: [String]) {
        for part in parts {
            for byte in part.utf8 { add(byte) }
            add(0xff)
        }
    }

    public mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// Sixteen hexadecimal digits.
    public var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
