/// The strings that a page repeats in every record (types, user names, zone names), each made once.
///
/// A small direct-mapped table: a place holds the last string that fell on it. What is not found is simply made.
struct RecentStrings {
    private static let places = 32
    /// Strings up to this length live inside the `String` itself and cost nothing to make.
    private static let longestInline = 15

    private var table: [String] = []

    /// The string of a key.
    @inline(__always)
    mutating func string(of key: JSONText) -> String {
        string(of: UnsafeBufferPointer(start: key.start, count: key.count))
    }

    /// The string of some bytes, which are known to be UTF-8.
    @inline(__always)
    mutating func string(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard bytes.count > Self.longestInline, let start = bytes.baseAddress else {
            return String(decoding: bytes, as: UTF8.self)
        }
        if table.isEmpty { table = Array(repeating: "", count: Self.places) }
        let place = Self.place(of: start, count: bytes.count)
        if Self.isEqual(table[place], bytes) { return table[place] }
        let string = String(decoding: bytes, as: UTF8.self)
        table[place] = string
        return string
    }

    @inline(__always)
    private static func place(of start: UnsafePointer<UInt8>, count: Int) -> Int {
        let mixed = (ByteWords.load(start) ^ ByteWords.load(start + count - 8)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed &>> 59)
    }

    @inline(__always)
    private static func isEqual(_ string: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        string.utf8.withContiguousStorageIfAvailable { stored in
            guard stored.count == bytes.count, let left = stored.baseAddress, let right = bytes.baseAddress else {
                return false
            }
            return ByteWords.areEqual(left, right, bytes.count)
        } ?? false
    }
}
