import Foundation

/// The hash that name-based UUIDs (version 5) are defined with. It protects nothing here: it only names things.
enum SHA1 {
    private static let blockSize = 64

    /// The 20 bytes of the hash.
    static func hash(_ message: some Sequence<UInt8>) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        let padded = padding(Array(message))
        for start in stride(from: 0, to: padded.count, by: blockSize) {
            mix(padded[start..<start + blockSize], into: &state)
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

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = [UInt32](repeating: 0, count: 80)
        for (offset, byte) in block.enumerated() {
            words[offset / 4] = words[offset / 4] << 8 | UInt32(byte)
        }
        for index in 16..<80 {
            words[index] = rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (choice, constant) = round(index, b, c, d)
            let next = rotated(a, by: 5) &+ choice &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() {
            state[index] &+= value
        }
    }

    private static func round(_ index: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
        switch index {
        case 0..<20: (b & c | ~b & d, 0x5a82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case 40..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
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
