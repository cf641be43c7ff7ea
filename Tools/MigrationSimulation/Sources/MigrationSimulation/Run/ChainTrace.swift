/// What happened, line by line, and a number that two runs share only if all their lines are equal (FNV-1a).
package struct ChainTrace: Sendable {
    package private(set) var lines: [String] = []
    package private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func append(_ line: String) {
        for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
        digest = (digest ^ 10) &* 0x100_0000_01b3
        lines.append(line)
    }
}
