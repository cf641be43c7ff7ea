import Foundation

/// Writes JSON objects with their fields in the order in which they are added.
package struct JSONText {
    private var body = ""

    package init() {}

    /// The object.
    package var text: String { "{\(body)}" }

    package mutating func add(_ name: String, _ value: String?) {
        add(name, raw: value.map(Self.quoted))
    }

    package mutating func add(_ name: String, _ value: Int?) {
        add(name, raw: value.map(String.init))
    }

    package mutating func add(_ name: String, _ value: Bool) {
        add(name, raw: value ? "true" : "false")
    }

    /// Adds a value that is JSON already; nil is written as `null`.
    package mutating func add(_ name: String, raw value: String?) {
        if !body.isEmpty { body += "," }
        body += "\(Self.quoted(name)):\(value ?? "null")"
    }

    /// An array with one element on each line.
    package static func array(_ elements: [String]) -> String {
        elements.isEmpty ? "[]" : "[\n\(elements.joined(separator: ",\n"))\n]"
    }

    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        bytes.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0a: bytes += Array("\\n".utf8)
            case 0x0d: bytes += Array("\\r".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0..<0x20, 0x7f: bytes += Array("\\u00".utf8) + hexadecimal(byte)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> [UInt8] {
        Array(String(byte >> 4, radix: 16).utf8) + Array(String(byte & 15, radix: 16).utf8)
    }
}
