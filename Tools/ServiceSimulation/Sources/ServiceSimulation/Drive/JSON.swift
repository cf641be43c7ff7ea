/// A JSON value, read without the code that the service writes it with.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case fraction(Double)
    case text(String)
    case array([JSON])
    case object([String: JSON])

    /// Reads a document.
    ///
    /// - Throws: ``JSONDocument/Malformed`` if it is none.
    package init(reading bytes: [UInt8]) throws { self = try JSONDocument.value(of: bytes) }

    /// The member of an object; nil if there is none.
    package subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    package var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

    /// An object without the members that are nil.
    static func object(of members: [String: JSON?]) -> JSON { .object(members.compactMapValues { $0 }) }

    static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.text)) }
}

extension JSON {
    /// The document, without blanks; members stand in the order of their names.
    package var document: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .fraction(let value): text += String(value)
        case .text(let value): Self.write(value, to: &text)
        case .array(let elements):
            text += "["
            for (place, element) in elements.enumerated() {
                if place > 0 { text += "," }
                element.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if place > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSON {
    /// Where another value differs from this one; nil if nowhere.
    func difference(from actual: JSON, at path: String = "") -> String? {
        switch (self, actual) {
        case (.object(let expected), .object(let found)):
            for key in Set(expected.keys).union(found.keys).sorted() {
                switch (expected[key], found[key]) {
                case (let expected?, let found?):
                    if let difference = expected.difference(from: found, at: "\(path).\(key)") { return difference }
                case (let expected?, nil): return "\(path).\(key) is missing, not \(expected.document)"
                case (nil, let found?): return "\(path).\(key) is there: \(found.document)"
                case (nil, nil): continue
                }
            }
            return nil
        case (.array(let expected), .array(let found)):
            for (place, pair) in zip(expected, found).enumerated() {
                if let difference = pair.0.difference(from: pair.1, at: "\(path)[\(place)]") { return difference }
            }
            return expected.count == found.count ? nil : "\(path) has \(found.count) elements, not \(expected.count)"
        default:
            return self == actual ? nil : "\(path) is \(actual.document), not \(document)"
        }
    }
}
