/// Where an ideograph stands among its kind: by its sound (pinyin), as Chinese dictionaries and phone books have it.
///
/// The order is that of the Unicode CLDR for Chinese. Rarer ideographs, from U+20000 on, follow by code point.
enum HanOrder {
    private static let first: UInt32 = 0x3400
    private static let last: UInt32 = 0x9FFF

    /// The place of U+3400…U+4DBF or U+4E00…U+9FFF, moved into that range so that it collides with no other scalar; nil
    /// for any other scalar.
    static func place(of scalar: UInt32) -> UInt32? {
        guard scalar >= first, scalar <= last, !(0x4DC0...0x4DFF).contains(scalar) else { return nil }
        return place(ofIdeograph: scalar)
    }

    /// The same for a scalar that is known to be one of these.
    @inline(__always)
    static func place(ofIdeograph scalar: UInt32) -> UInt32 {
        first &+ UInt32(places[Int(scalar &- first)])
    }

    /// By scalar, from U+3400 on.
    ///
    /// Made once and kept, so that a comparison reads it without counting references.
    nonisolated(unsafe) private static let places: UnsafePointer<UInt16> = {
        let places = UnsafeMutablePointer<UInt16>.allocate(capacity: Int(last - first) + 1)
        places.initialize(repeating: 0, count: Int(last - first) + 1)
        var place: UInt16 = 0
        byPinyin.withUTF8Buffer { bytes in
            var offset = 0
            while offset + 2 < bytes.count {
                guard bytes[offset] >= 0xE3 else {
                    offset += 1
                    continue
                }
                let scalar =
                    UInt32(bytes[offset] & 0x0F) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6
                    | UInt32(bytes[offset + 2] & 0x3F)
                places[Int(scalar - first)] = place
                place += 1
                offset += 3
            }
        }
        return UnsafePointer(places)
    }()
}
