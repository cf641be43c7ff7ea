import CloudKitWebServices

/// Writes a schema in the published schema language.
///
/// Source: the framework's article on text-based schemas. Types and fields stand in the order of their names, so that
/// one schema always has one text.
struct SchemaText {
    private static let indent = "    "

    static func text(of schema: RecordSchema) -> String {
        var parts = ["DEFINE SCHEMA"]
        if !schema.roles.isEmpty {
            parts.append(schema.roles.map { indent + "CREATE ROLE \(name($0));" }.joined(separator: "\n"))
        }
        for (type, description) in schema.types.sorted(by: { $0.key < $1.key }) {
            parts.append(text(of: type, description))
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func text(of type: String, _ description: RecordType) -> String {
        let fields = description.fields.map { (name: name($0.key), field: $0.value) }.sorted { $0.name < $1.name }
        let width = fields.map(\.name.count).max() ?? 0
        var lines = fields.map { name, field in
            let words = [typeText(of: field)] + marks(field.marks)
            return name.padded(to: width) + " " + words.joined(separator: " ")
        }
        lines += description.grants.map { "GRANT \($0.permissions.joined(separator: ", ")) TO \(name($0.role))" }
        let inner = lines.map { indent + indent + $0 }.joined(separator: ",\n")
        let body = lines.isEmpty ? "" : "\n\(inner)\n\(indent)"
        return "\(indent)RECORD TYPE \(name(type)) (\(body));"
    }

    /// A name, in quotation marks where it would not be one without them.
    private static func name(_ name: String) -> String {
        let isPlain = Names.isTypeOrFieldName(name) && !SchemaWords.reserved.contains(name.uppercased())
        return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    private static func typeText(of field: SchemaField) -> String {
        let isSealed = field.marks.contains(.encrypted) || field.type == WireFieldType.encryptedBytes.rawValue
        let prefix = isSealed ? "ENCRYPTED " : ""
        guard let type = WireFieldType(rawValue: field.type) else { return prefix + name(field.type) }
        if let element = type.element { return prefix + "LIST<\(SchemaWords.word(for: element))>" }
        return prefix + SchemaWords.word(for: type)
    }

    private static func marks(_ marks: FieldMarks) -> [String] {
        SchemaWords.marks.filter { marks.contains($0.mark) }.map(\.word)
    }
}

/// The words of the schema language.
enum SchemaWords {
    static let marks: [(word: String, mark: FieldMarks)] = [
        ("QUERYABLE", .queryable), ("SEARCHABLE", .searchable), ("SORTABLE", .sortable),
    ]

    /// Words that are names only in quotation marks.
    static let reserved: Set<String> = [
        "DEFINE", "SCHEMA", "CREATE", "ROLE", "RECORD", "TYPE", "GRANT", "TO", "READ", "WRITE", "LIST", "ENCRYPTED",
        "QUERYABLE", "SEARCHABLE", "SORTABLE", "NUMBER", "PREFERRED", "AS",
    ]

    static let types: [(word: String, type: WireFieldType)] = [
        ("ASSET", .asset), ("BYTES", .bytes), ("DOUBLE", .double), ("INT64", .int64), ("LOCATION", .location),
        ("REFERENCE", .reference), ("STRING", .string), ("TIMESTAMP", .timestamp),
    ]

    /// Types whose values devices may seal.
    static let sealable: Set<WireFieldType> = [.asset, .bytes, .double, .int64, .location, .string, .timestamp]

    static func word(for type: WireFieldType) -> String {
        types.first { $0.type == (type == .encryptedBytes ? .bytes : type) }?.word ?? type.rawValue
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

extension RecordSchema {
    /// The schema in the published schema language.
    public var text: String {
        SchemaText.text(of: self)
    }
}
