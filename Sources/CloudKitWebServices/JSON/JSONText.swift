/// The text of a key or of a short string, compared in place without becoming a `String`.
///
/// Valid only until the reader reads the next key or string: use it in a `switch` at once.
public struct JSONText {
    let start: UnsafePointer<UInt8>
    let count: Int

    /// The text as a string.
    public var string: String {
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Whether the text is this literal, byte by byte.
    @inline(__always)
    public static func ~= (literal: StaticString, text: JSONText) -> Bool {
        literal.utf8CodeUnitCount == text.count && ByteWords.areEqual(literal.utf8Start, text.start, text.count)
    }

    /// A number that differs for most texts that differ.
    @inline(__always)
    var fingerprint: UInt64 {
        let ends =
            count >= 8
            ? ByteWords.load(start) ^ (ByteWords.load(start + count - 8) &* 31) : ByteWords.loadShort(start, count)
        return (ends ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
    }
}

/// Where a string literal stands in the document, without its quotation marks, before anyone made a `String` of it.
struct StringToken {
    var start: Int
    var count: Int
    var hasEscapes: Bool
    var isASCII: Bool
}
