#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Base 64 in the alphabet for URLs, without padding: nothing in it needs an escape anywhere.
enum Base64URL {
    /// The text of some bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        let text = Data(bytes).base64EncodedString()
        return String(
            decoding: text.utf8.compactMap { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                case UInt8(ascii: "="): nil
                default: byte
                }
            },
            as: UTF8.self
        )
    }

    /// The bytes of a text; nil if it is none of ours.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): bytes.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): bytes.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: bytes.append(byte)
            }
        }
        while bytes.count % 4 != 0 { bytes.append(UInt8(ascii: "=")) }
        guard let data = Data(base64Encoded: Data(bytes)) else { return nil }
        // A text has one spelling only: spare bits at its end must be zero.
        let decoded = Array(data)
        return encode(decoded) == text ? decoded : nil
    }
}
