extension JSONWriter {
    /// Writes true or false.
    public mutating func bool(_ value: Bool) {
        separate()
        append(value ? "true" : "false")
    }

    /// Writes null.
    public mutating func null() {
        separate()
        append("null")
    }

    /// Writes a value that came from the wire, as it came.
    public mutating func raw(_ value: RawJSON) {
        separate()
        reserve(value.bytes.count)
        value.bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            (base + count).update(from: start, count: bytes.count)
        }
        count &+= value.bytes.count
    }

    /// Writes bytes as a base64 string.
    public mutating func base64(_ bytes: [UInt8]) {
        separate()
        reserve(Base64.encodedCount(bytes.count) + 2)
        append(UInt8(ascii: "\""))
        bytes.withUnsafeBufferPointer { count &+= Base64.encode($0, into: base + count) }
        append(UInt8(ascii: "\""))
    }

    /// Writes a string that is known to need no escape.
    @inline(__always)
    mutating func plain(_ literal: StaticString) {
        separate()
        append(UInt8(ascii: "\""))
        append(literal)
        append(UInt8(ascii: "\""))
    }
}

// MARK: - Strings

extension JSONWriter {
    /// Writes a string.
    @inline(__always)
    public mutating func string(_ value: String) {
        let written: Void? = value.utf8.withContiguousStorageIfAvailable { string(utf8: $0) }
        if written == nil { Array(value.utf8).withUnsafeBufferPointer { string(utf8: $0) } }
    }

    /// Writes a string from its UTF-8.
    @inline(__always)
    private mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        separate()
        // Two quotation marks, and room for the last word to be stored whole.
        reserve(text.count &+ 16)
        base[count] = UInt8(ascii: "\"")
        count &+= 1
        if let start = text.baseAddress {
            let plain = copyPlain(start, text.count)
            if plain < text.count { copyEscaping(start + plain, text.count &- plain) }
        }
        base[count] = UInt8(ascii: "\"")
        count &+= 1
    }

    /// Copies bytes up to the first one that needs an escape, and says how many.
    @inline(__always)
    private mutating func copyPlain(_ source: UnsafePointer<UInt8>, _ length: Int) -> Int {
        let target = base + count
        var index = 0
        while index &+ 8 <= length {
            let word = ByteWords.load(source + index)
            UnsafeMutableRawPointer(target + index).storeBytes(of: word.littleEndian, as: UInt64.self)
            let marks = ByteWords.marksToEscape(word)
            if marks != 0 {
                index &+= ByteWords.firstMark(marks)
                count &+= index
                return index
            }
            index &+= 8
        }
        while index < length, !Self.needsEscape(source[index]) {
            target[index] = source[index]
            index &+= 1
        }
        count &+= index
        return index
    }

    /// Copies bytes of which some need an escape.
    @inline(never)
    private mutating func copyEscaping(_ source: UnsafePointer<UInt8>, _ length: Int) {
        // No escape is longer than six bytes.
        reserve(length &* 6 &+ 16)
        for index in 0..<length {
            let byte = source[index]
            if Self.needsEscape(byte) {
                escape(byte)
            } else {
                append(byte)
            }
        }
        reserve(1)
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append("\\u00")
            append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let low = byte & 0x0F
            append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}
