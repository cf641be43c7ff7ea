/// What a field says of its own type.
enum DeclaredType {
    /// Nothing, or null.
    case none
    /// A type of the protocol.
    case known(WireFieldType)
    /// A type that this version does not know.
    case unknown(String)

    init(from reader: inout JSONReader) throws(JSONError) {
        if reader.skipNull() {
            self = .none
            return
        }
        let text = try reader.text()
        if let type = WireFieldType(text) {
            self = .known(type)
        } else {
            self = .unknown(text.string)
        }
    }

    /// The value of a field that has none.
    var absentValue: WireValue {
        switch self {
        case .none: .null()
        case .known(let type): .null(type)
        case .unknown(let name): .unknown(type: name, value: RawJSON(checked: Array("null".utf8)))
        }
    }

    var isGiven: Bool {
        if case .none = self { false } else { true }
    }
}
