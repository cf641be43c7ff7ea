import Foundation

/// What a JSON document means, by Foundation's reading of it: the order of keys, blanks and spelling left aside.
indirect enum JSONMeaning: Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSONMeaning])
    case object([String: JSONMeaning])

    init(_ bytes: [UInt8]) throws {
        self.init(value: try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed))
    }

    private init(value: Any) {
        switch value {
        case let value as String: self = .string(value)
        case let value as [Any]: self = .array(value.map(JSONMeaning.init(value:)))
        case let value as [String: Any]: self = .object(value.mapValues(JSONMeaning.init(value:)))
        case let value as NSNumber: self = JSONMeaning(number: value)
        default: self = .null
        }
    }

    /// `5` and `5.0` mean the same, and true is not one.
    ///
    /// Foundation keeps numbers of many digits as decimals, whose `doubleValue` is not the nearest one; so the digits
    /// are asked for.
    private init(number: NSNumber) {
        let type = String(cString: number.objCType)
        let digits = number.stringValue
        if type == "c" || type == "B" {
            self = .bool(number.boolValue)
        } else if let whole = Int64(digits) {
            self = .integer(whole)
        } else {
            let value = Double(digits) ?? number.doubleValue
            self = Int64(exactly: value).map(JSONMeaning.integer) ?? .real(value)
        }
    }
}
