import Foundation

/// A value as it stands in a column.
enum StoredValue: Hashable, Comparable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)

    static func < (left: StoredValue, right: StoredValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer: 1
        case .real: 2
        case .text: 3
        case .blob: 4
        }
    }
}

extension StoredValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .null: "nil"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): "'\(text)'"
        case .blob(let data):
            data.count > 40 ? "\(data.count) bytes" : data.map { String(format: "%02x", $0) }.joined()
        }
    }
}
