/// Reads a JSON document: each byte of it, numbers exactly, and no member twice.
struct JSONDocument {
    /// The document is none.
    struct Malformed: Error {
        let offset: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    static func value(of bytes: [UInt8]) throws -> JSON {
        try bytes.withUnsafeBufferPointer { buffer in
            var document = JSONDocument(bytes: buffer)
            let value = try document.value()
            document.skipBlanks()
            guard document.place == buffer.count else { throw document.malformed }
            return value
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var malformed: Malformed { Malformed(offset: place) }

    private var next: UInt8 { place < bytes.count ? bytes[place] : 0 }

    private mutating func skipBlanks() {
        while [0x20, 0x0A, 0x0D, 0x09].contains(next) { place += 1 }
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ word: StaticString) throws {
        for offset in 0..<word.utf8CodeUnitCount where !accept(word.utf8Start[offset]) { throw malformed }
    }

    private mutating func value() throws -> JSON {
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"):
            try expect("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        default: return try number()
        }
    }

    private mutating func object() throws -> JSON {
        place += 1
        var members: [String: JSON] = [:]
        if accept(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            let key = try string()
            guard accept(UInt8(ascii: ":")) else { throw malformed }
            guard members.updateValue(try value(), forKey: key) == nil else { throw malformed }
        } while accept(UInt8(ascii: ","))
        guard accept(UInt8(ascii: "}")) else { throw malformed }
        return .object(members)
    }

    private mutating func array() throws -> JSON {
        place += 1
        var elements: [JSON] = []
        if accept(UInt8(ascii: "]")) { return .array(elements) }
        repeat { elements.append(try value()) } while accept(UInt8(ascii: ","))
        guard accept(UInt8(ascii: "]")) else { throw malformed }
        return .array(elements)
    }

    private mutating func number() throws -> JSON {
        let start = place
        var isWhole = true
        while true {
            switch next {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
            case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"): isWhole = false
            default:
                let text = String(decoding: bytes[start..<place], as: UTF8.self)
                if isWhole, let number = Int64(text) { return .integer(number) }
                guard let number = Double(text) else { throw malformed }
                return .fraction(number)
            }
            place += 1
        }
    }

    private mutating func string() throws -> String {
        guard accept(UInt8(ascii: "\"")) else { throw malformed }
        let start = place
        var isPlain = true
        while next != UInt8(ascii: "\"") {
            guard place < bytes.count, next >= 0x20 else { throw malformed }
            if next == UInt8(ascii: "\\") {
                isPlain = false
                place += 1
            }
            place += 1
        }
        let content = bytes[start..<place]
        place += 1
        return isPlain ? String(decoding: content, as: UTF8.self) : try Self.unescaped(content)
    }

    private static func unescaped(_ content: Slice<UnsafeBufferPointer<UInt8>>) throws -> String {
        var units: [UInt16] = []
        var text = String(decoding: content, as: UTF8.self).utf16[...]
        while let unit = text.popFirst() {
            guard unit == 0x5C else {
                units.append(unit)
                continue
            }
            let escape = text.popFirst() ?? 0
            switch escape {
            case 0x22, 0x5C, 0x2F: units.append(escape)
            case 0x6E: units.append(0x0A)
            case 0x74: units.append(0x09)
            case 0x72: units.append(0x0D)
            case 0x62: units.append(0x08)
            case 0x66: units.append(0x0C)
            default:
                guard escape == 0x75, let digits = String(text.prefix(4)), let code = UInt16(digits, radix: 16) else {
                    throw Malformed(offset: content.startIndex)
                }
                units.append(code)
                text = text.dropFirst(4)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
