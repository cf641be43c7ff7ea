/// Names, types and values that requests are made of.
enum Vocabulary {
    static let recordNames = ["A", "B", "C", "D", "E", "F", "G", "H", "long name/with: signs"]
    static let recordTypes = ["Note", "Task", "Bin"]
    static let publicTypes = ["Board", "Drop", "Blind", "Locked", "Note"]
    static let zones = ["Notes", "Work", "Attic", ModelZone.defaultName]
    static let devices: [String?] = [nil, "phone", "tablet", "die Küche"]
    static let fieldNames = ["title", "count", "ratio", "due", "data", "labels", "sizes", "marks", "owner", "links"]
    /// Names that no record and no zone may have.
    static let forbiddenNames = ["", "_hidden", "naïve", String(repeating: "x", count: 256)]
}

/// Values of fields from random numbers.
struct FieldDraws {
    var random: SeededRandom
    /// The names that references lead to.
    let targets: [String]

    /// The value of a field; each name has one type.
    mutating func value(of name: String) -> FieldValue {
        switch name {
        case "title": .string(text())
        case "count": FieldValue(type: "INT64", value: .integer(number()))
        case "ratio": FieldValue(type: "DOUBLE", value: .fraction(fraction()))
        case "due": FieldValue(type: "TIMESTAMP", value: .integer(Int64(random.number(0...2_000_000_000)) * 1_000))
        case "data": FieldValue(type: "BYTES", value: .text(["", "AA==", "AAEC", "/+8="][random.number(0...3)]))
        case "labels": FieldValue(type: "STRING_LIST", value: list { .text($0.text()) })
        case "sizes": FieldValue(type: "INT64_LIST", value: list { .integer($0.number()) })
        case "marks": FieldValue(type: "DOUBLE_LIST", value: list { .fraction($0.fraction()) })
        case "owner": FieldValue(type: "REFERENCE", value: reference())
        default: FieldValue(type: "REFERENCE_LIST", value: list { $0.reference() })
        }
    }

    /// A value that is of another type than the field's, or of none.
    mutating func wrongValue(of name: String) -> FieldValue {
        switch name {
        case "due": FieldValue(type: "TIMESTAMP", value: .fraction(1.5))
        case "title": FieldValue(type: "INT64", value: .integer(7))
        default: FieldValue(type: "STRING", value: .text("no"))
        }
    }

    private mutating func list(_ element: (inout FieldDraws) -> JSON) -> JSON {
        .array((0..<random.number(1...3)).map { _ in element(&self) })
    }

    private mutating func text() -> String {
        let words = ["", "milk", "a \"quoted\" word", "line\nbreak", "süß", "back\\slash", "🌍", "eggs and bread"]
        return words[random.number(0...words.count - 1)]
    }

    private mutating func number() -> Int64 {
        random.pick([0, 1, -1, 41, 9_007_199_254_740_993, .max, .min]) ?? 0
    }

    private mutating func fraction() -> Double { random.pick([0.5, -2.25, 1234.125, 0.0625]) ?? 0.5 }

    private mutating func reference() -> JSON {
        let actions: [String?] = ["DELETE_SELF", "DELETE_SELF", "VALIDATE", "NONE", nil]
        let zone: String? = random.once(in: 10) ? "Elsewhere" : nil
        return .object(of: [
            "recordName": .text(random.pick(targets) ?? "A"),
            "action": (random.pick(actions) ?? nil).map(JSON.text),
            "zoneID": zone.map { .object(["zoneName": .text($0)]) },
        ])
    }
}
