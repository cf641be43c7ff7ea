import Foundation

/// A long list of values as a JSON array for `json_each`.
///
/// Integers and texts stand as they are, reals as the integer of their bit pattern (a decimal form could lose a bit on
/// the way) and blobs as hexadecimal text; `SQLFunctionName.realFromBits` and `.unhex` turn them back.
enum JSONList {
    static func encode(_ values: [SQLValue]) -> String {
        var json = "["
        json.reserveCapacity(values.count * 12)
        for value in values {
            if json.utf8.count > 1 { json += "," }
            append(value, to: &json)
        }
        return json + "]"
    }

    private static func append(_ value: SQLValue, to json: inout String) {
        switch value {
        case .null: json += "null"
        case .integer(let number): json += String(number)
        case .real(let number): json += String(Int64(bitPattern: number.bitPattern))
        case .text(let text): append(text, to: &json)
        case .blob(let data):
            json += "\""
            for byte in data {
                json += String(byte >> 4, radix: 16)
                json += String(byte & 15, radix: 16)
            }
            json += "\""
        }
    }

    private static func append(_ text: String, to json: inout String) {
        json += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\u{0}"..<" ":
                let hex = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: json.unicodeScalars.append(scalar)
            }
        }
        json += "\""
    }
}
