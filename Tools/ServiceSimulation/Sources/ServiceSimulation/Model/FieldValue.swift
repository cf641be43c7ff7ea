/// The value of a field, with the type that stands beside it.
struct FieldValue: Sendable, Hashable {
    let type: String
    let value: JSON

    static func string(_ text: String) -> FieldValue { FieldValue(type: "STRING", value: .text(text)) }

    /// The field as an answer has it.
    func json(numbersAsStrings: Bool = false) -> JSON {
        .object(["value": numbersAsStrings ? valueWithStrings : value, "type": .text(type)])
    }

    /// Whole numbers and fractions as strings, alone or in lists; moments stay numbers.
    private var valueWithStrings: JSON {
        switch type {
        case "INT64", "DOUBLE": Self.string(of: value)
        case "INT64_LIST", "DOUBLE_LIST": .array((value.array ?? []).map(Self.string(of:)))
        default: value
        }
    }

    private static func string(of number: JSON) -> JSON {
        switch number {
        case .integer(let value): .text(String(value))
        case .fraction(let value): .text(String(value))
        default: number
        }
    }

    /// The pointers in it that have an action, and lead to a record of the zone.
    func targets(_ action: String, in zone: String) -> [String] {
        let references: [JSON] =
            switch type {
            case "REFERENCE": [value]
            case "REFERENCE_LIST": value.array ?? []
            default: []
            }
        return references.filter { reference in
            let target = reference["zoneID"]?["zoneName"]?.text ?? zone
            return reference["action"]?.text == action && target == zone
        }.compactMap { $0["recordName"]?.text }
    }
}
