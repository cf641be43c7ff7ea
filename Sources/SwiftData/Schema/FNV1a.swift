/// A hash that is the same in every process and for ever, for numbers that are stored.
enum FNV1a {
    /// The hash of no bytes, from which the first ones go on.
    static let start64: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of some bytes behind those that `start` is the hash of.
    static func hash64(_ bytes: some Sequence<UInt8>, from start: UInt64 = start64) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    static func hash32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }
}
