/// Bytes of UTF-8 in the making, with the one escaper for each language that the host writes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// Text of the program's own, as it is.
    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Text that is known to be safe where it stands: names of the closed vocabulary, numbers, drawings.
    mutating func trusted(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ other: ByteWriter) {
        bytes.append(contentsOf: other.bytes)
    }

    /// Text between tags or within a quoted attribute of HTML.
    ///
    /// One rule for both, so that none can be taken for the other.
    ///
    /// A carriage return would be read as a line feed, and a zero byte is not allowed in HTML at all.
    mutating func html(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): raw("&amp;")
            case UInt8(ascii: "<"): raw("&lt;")
            case UInt8(ascii: ">"): raw("&gt;")
            case UInt8(ascii: "\""): raw("&quot;")
            case UInt8(ascii: "'"): raw("&#39;")
            case 0x0D: raw("&#13;")
            case 0: raw("\u{FFFD}")
            default: bytes.append(byte)
            }
        }
    }

    /// A string of JSON with its quotes.
    mutating func json(_ text: String) {
        json(text.utf8)
    }

    mutating func json(_ text: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): raw("\\\"")
            case UInt8(ascii: "\\"): raw("\\\\")
            case 0x0A: raw("\\n")
            case 0..<0x20:
                raw("\\u00")
                bytes.append(Self.hex(byte >> 4))
                bytes.append(Self.hex(byte & 15))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func hex(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
