/// Looks at eight bytes of text at a time: each function marks the bytes that matter with their highest bit.
///
/// Only the lowest mark is exact (a borrow may mark bytes above it too), and only whether and where there is a first
/// one is ever asked.
enum ByteWords {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Eight bytes, the first of them lowest.
    @inline(__always)
    static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// Fewer than eight bytes, the first of them lowest, and zeros.
    @inline(__always)
    static func loadShort(_ pointer: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<count { word |= UInt64(pointer[index]) &<< UInt64(index &* 8) }
        return word
    }

    /// Whether so many bytes are the same in two places.
    @inline(__always)
    static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var index = 0
        while index &+ 8 <= count {
            if load(left + index) != load(right + index) { return false }
            index &+= 8
        }
        while index < count {
            if left[index] != right[index] { return false }
            index &+= 1
        }
        return true
    }

    /// Marks quotation marks, backslashes and control characters: what a JSON string cannot hold as it is.
    @inline(__always)
    static func marksToEscape(_ word: UInt64) -> UInt64 {
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let isQuote = (quotes &- ones) & ~quotes
        let isBackslash = (backslashes &- ones) & ~backslashes
        let isControl = (word &- (ones &* 0x20)) & ~word
        return (isQuote | isBackslash | isControl) & highBits
    }

    /// The place of the first marked byte among the eight.
    @inline(__always)
    static func firstMark(_ marks: UInt64) -> Int {
        marks.trailingZeroBitCount &>> 3
    }
}
