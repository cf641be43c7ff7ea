import Foundation

/// The hash that name-based UUIDs (version 5) are defined with.
///
/// It protects nothing here: it only names things.
enum SHA1 {
    private static let blockSize = 64
    private static let wordCount = 80

    /// The 20 bytes of the hash.
    static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        padding(Array(message)).withUnsafeBufferPointer { padded in
            // One set of words serves all blocks: a new one for each would cost more than the hash.
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: wordCount) { words in
                for start in stride(from: 0, to: padded.count, by: blockSize) {
                    fill(words, from: padded, at: start)
                    mix(words, into: &state)
                }
            }
        }
        return state.flatMap(bigEndianBytes)
    }

    private static func padding(_ message: [UInt8]) -> [UInt8] {
        var padded = message
        padded.append(0x80)
        while padded.count % blockSize != blockSize - 8 { padded.append(0) }
        let bits = UInt64(message.count) * 8
        return padded + bigEndianBytes(UInt32(bits >> 32)) + bigEndianBytes(UInt32(truncatingIfNeeded: bits))
    }

    private static func fill(
        _ words: UnsafeMutableBufferPointer<UInt32>,
        from bytes: UnsafeBufferPointer<UInt8>,
        at start: Int
    ) {
        var offset = start
        for index in 0..<16 {
            words[index] =
                UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
                | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
            offset += 4
        }
        for index in 16..<wordCount {
            words[index] = rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
        }
    }

    private static func mix(_ words: UnsafeMutableBufferPointer<UInt32>, into state: inout [UInt32]) {
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<wordCount {
            let (choice, constant) = round(index, b, c, d)
            let next = rotated(a, by: 5) &+ choice &+ e &+ constant &+ words[index]
            (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
    }

    private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch index {
        case ..<20: (b & c | ~b & d, 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
    }

    private static func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 {
        word << bits | word >> (32 - bits)
    }

    private static func bigEndianBytes(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}
