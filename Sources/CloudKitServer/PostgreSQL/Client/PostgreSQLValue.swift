import CPostgreSQL

/// A value sent along with a statement, in PostgreSQL's binary form.
enum PostgreSQLValue: Sendable {
    case integer(Int64?)
    /// A text; PostgreSQL's texts have no character zero, so one becomes `␀`.
    case text(String?)
    case bytes([UInt8]?)
    case boolean(Bool?)
    case double(Double?)
    case integers([Int64])
    case texts([String])
    case byteStrings([[UInt8]?])
    case booleans([Bool])

    /// The number of its type.
    var type: Oid {
        switch self {
        case .integer: 20
        case .text: 25
        case .bytes: 17
        case .boolean: 16
        case .double: 701
        case .integers: 1_016
        case .texts: 1_009
        case .byteStrings: 1_001
        case .booleans: 1_000
        }
    }

    /// Appends the value's bytes; says false, and appends nothing, for null.
    func append(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .integer(let number?): bytes.append(bigEndian: number)
        case .double(let number?): bytes.append(bigEndian: Int64(bitPattern: number.bitPattern))
        case .text(let text?): Self.append(text, to: &bytes)
        case .bytes(let content?): bytes += content
        case .boolean(let isTrue?): bytes.append(isTrue ? 1 : 0)
        case .integers(let numbers):
            Self.append(numbers, element: 20, to: &bytes) { $1.append(bigEndian: $0) }
        case .texts(let texts):
            Self.append(texts, element: 25, to: &bytes) { Self.append($0, to: &$1) }
        case .byteStrings(let strings):
            Self.append(strings, element: 17, to: &bytes, isNull: { $0 == nil }, { $1 += $0 ?? [] })
        case .booleans(let booleans):
            Self.append(booleans, element: 16, to: &bytes) { $1.append($0 ? 1 : 0) }
        case .integer, .double, .text, .bytes, .boolean: return false
        }
        return true
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        if text.utf8.contains(0) {
            bytes += text.replacing("\0", with: "␀").utf8
        } else {
            bytes += text.utf8
        }
    }

    /// An array of one dimension: dimensions, whether nulls may be there, the type, its length, its first number, and
    /// then each element behind its length.
    private static func append<Element>(
        _ elements: [Element],
        element type: Int32,
        to bytes: inout [UInt8],
        isNull: (Element) -> Bool = { _ in false },
        _ write: (Element, inout [UInt8]) -> Void
    ) {
        for number in [elements.isEmpty ? 0 : 1, 1, type] { bytes.append(number: number) }
        if elements.isEmpty { return }
        bytes.append(number: Int32(elements.count))
        bytes.append(number: 1)
        for element in elements {
            let place = bytes.count
            bytes.append(number: -1)
            if isNull(element) { continue }
            write(element, &bytes)
            let length = UInt32(bytes.count - place - 4)
            for number in 0..<4 { bytes[place + number] = UInt8(truncatingIfNeeded: length >> (24 - 8 * number)) }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(number: Int32) {
        for shift in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
