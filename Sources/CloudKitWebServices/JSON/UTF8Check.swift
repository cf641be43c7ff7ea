/// Decides whether bytes are UTF-8, and if not, where they stop being it.
enum UTF8Check {
    /// The offset of the first byte that begins no well-formed character; nil if all is well.
    ///
    /// Refuses overlong forms, surrogates and values above U+10FFFF, as Unicode's table of well-formed sequences does.
    static func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        while index < bytes.count {
            let length = sequenceLength(in: bytes, at: index)
            if length == 0 { return index }
            index += length
        }
        return nil
    }

    /// How many bytes the character at `index` has; zero if it is malformed or cut off.
    private static func sequenceLength(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let first = bytes[index]
        if first < 0x80 { return 1 }
        let (length, second) = shape(of: first)
        guard length > 0, index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        var offset = 2
        while offset < length {
            guard bytes[index + offset] & 0xC0 == 0x80 else { return 0 }
            offset += 1
        }
        return length
    }

    /// The length that a first byte announces, and which second bytes it allows.
    private static func shape(of first: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: (0, 0x80...0xBF)
        }
    }
}
