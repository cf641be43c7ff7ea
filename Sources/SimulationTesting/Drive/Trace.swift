/// What happened in a run, line by line, and a number that two runs share only if all their lines are equal.
package struct Trace: Sendable {
    /// Lines that are kept at most: the last ones.
    static let limit = 20_000

    /// The lines.
    package private(set) var lines: [String] = []
    /// The number (FNV-1a over all bytes of all lines).
    package private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func note(_ line: String) {
        for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
        digest = (digest ^ 10) &* 0x100_0000_01b3
        if lines.count >= Self.limit { lines.removeFirst(Self.limit / 2) }
        lines.append(line)
    }
}
