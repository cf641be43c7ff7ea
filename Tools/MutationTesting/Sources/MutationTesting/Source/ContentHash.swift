/// FNV-1a of 64 bits: the same on every machine and in every run, unlike `Hasher`.
package struct ContentHash: Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// The hash of parts, which are kept apart.
    package init(_ parts: [String]) {
        for part in parts {
            for byte in part.utf8 { add(byte) }
            add(0xff)
        }
    }

    package mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// Sixteen hexadecimal digits.
    package var text: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
