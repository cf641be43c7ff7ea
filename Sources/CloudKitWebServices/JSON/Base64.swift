/// Base64 of RFC 4648 with its standard alphabet and padding: the form of BYTES values, receipts and signatures.
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    /// The six bits of each letter; 0xFF for what is no letter.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    /// The text of some bytes.
    public static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: encodedCount(bytes.count)) { room in
            guard let start = room.baseAddress else { return 0 }
            return bytes.withUnsafeBufferPointer { encode($0, into: start) }
        }
    }

    /// The bytes of a text; nil if it is not padded base64.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode($0) }
    }

    /// How long the text of so many bytes is.
    static func encodedCount(_ count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    /// Writes the text of some bytes and says how long it is.
    static func encode(_ bytes: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>) -> Int {
        alphabet.withUnsafeBufferPointer { alphabet in
            var (source, place) = (0, 0)
            while source &+ 3 <= bytes.count {
                let group = UInt32(bytes[source]) << 16 | UInt32(bytes[source &+ 1]) << 8 | UInt32(bytes[source &+ 2])
                target[place] = alphabet[Int(group &>> 18)]
                target[place &+ 1] = alphabet[Int(group &>> 12 & 63)]
                target[place &+ 2] = alphabet[Int(group &>> 6 & 63)]
                target[place &+ 3] = alphabet[Int(group & 63)]
                source &+= 3
                place &+= 4
            }
            if source < bytes.count { place &+= encodeRest(bytes, from: source, into: target + place) }
            return place
        }
    }

    private static func encodeRest(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from source: Int,
        into target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let second = source + 1 < bytes.count ? bytes[source + 1] : 0
        target[0] = alphabet[Int(bytes[source] >> 2)]
        target[1] = alphabet[Int((bytes[source] & 3) << 4 | second >> 4)]
        target[2] = source + 1 < bytes.count ? alphabet[Int((second & 15) << 2)] : padding
        target[3] = padding
        return 4
    }

    /// The bytes of a text; nil if it is not padded base64.
    ///
    /// Bits beyond the last byte are not looked at.
    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        guard text.count > 0 else { return [] }
        var missing = 0
        if text[text.count - 1] == padding { missing = text[text.count - 2] == padding ? 2 : 1 }
        let size = text.count / 4 * 3 - missing
        var isValid = true
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { room, count in
            isValid = values.withUnsafeBufferPointer { decode(text, values: $0, missing: missing, into: room) }
            count = isValid ? size : 0
        }
        return isValid ? bytes : nil
    }

    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>,
        values: UnsafeBufferPointer<UInt8>,
        missing: Int,
        into room: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        var (source, place) = (0, 0)
        let whole = missing == 0 ? text.count : text.count - 4
        while source < whole {
            let (a, b) = (values[Int(text[source])], values[Int(text[source &+ 1])])
            let (c, d) = (values[Int(text[source &+ 2])], values[Int(text[source &+ 3])])
            if (a | b | c | d) & 0x80 != 0 { return false }
            room[place] = a << 2 | b >> 4
            room[place &+ 1] = b << 4 | c >> 2
            room[place &+ 2] = c << 6 | d
            source &+= 4
            place &+= 3
        }
        guard missing > 0 else { return true }
        let (a, b) = (values[Int(text[source])], values[Int(text[source + 1])])
        let c = missing == 1 ? values[Int(text[source + 2])] : 0
        if (a | b | c) & 0x80 != 0 { return false }
        room[place] = a << 2 | b >> 4
        if missing == 1 { room[place + 1] = b << 4 | c >> 2 }
        return true
    }
}
