import Foundation

/// A JSON text, parsed: what two versions of a `Codable` value are compared by.
indirect enum JSONTree: Hashable {
    case null
    case bool(Bool)
    case string(String)
    /// A number that `Decimal` holds exactly, which all integers are.
    case decimal(Decimal)
    /// A number beyond the range of `Decimal`.
    case double(Double)
    case array([JSONTree])
    case object([String: JSONTree])

    var isNumber: Bool {
        switch self {
        case .decimal, .double: true
        default: false
        }
    }
}

extension JSONTree: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let string = try? container.decode(String.self) {
            // Before the numbers: the decoder of attributes takes some texts for numbers that JSON does not have.
            self = .string(string)
        } else if let decimal = try? container.decode(Decimal.self), !decimal.isNaN {
            self = .decimal(decimal)
        } else if let double = try? container.decode(Double.self) {
            self = .double(double)
        } else if let array = try? container.decode([JSONTree].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .string(let string): try container.encode(string)
        case .decimal(let decimal): try container.encode(decimal)
        case .double(let double): try container.encode(double)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}
