/// One persisted property, compiled: its column and how a value crosses into SQLite and back.
final class PropertyPlan: @unchecked Sendable {
    enum Kind {
        case attribute(AttributeStorage)
        case toOne(RelationshipPlan)
        case toMany(RelationshipPlan)
    }

    let name: String
    /// The column in the entity's table.
    ///
    /// A to-many property has none: see `RelationshipPlan.storage`.
    let column: String
    /// Position among the entity's properties, inherited ones first; also the bit in the dirty mask.
    let ordinal: Int
    let keyPath: AnyKeyPath
    /// The declared type, optional included.
    let valueType: Any.Type
    let isOptional: Bool
    /// Position among the columns of a full row read; nil for to-many and ephemeral properties.
    let columnIndex: Int?
    let kind: Kind
    /// What the model's source gives as initial value, if it gives one.
    let defaultValue: Any?
    /// `@Attribute(.ephemeral)`: tracked, never written.
    let isEphemeral: Bool
    /// `@Attribute(.preserveValueOnDeletion)`: kept in the tombstone.
    let isPreservedOnDeletion: Bool
    /// `@Attribute(.externalStorage)`.
    let isExternal: Bool

    init(
        name: String,
        column: String,
        ordinal: Int,
        keyPath: AnyKeyPath,
        valueType: Any.Type,
        isOptional: Bool,
        columnIndex: Int?,
        kind: Kind,
        defaultValue: Any? = nil,
        isEphemeral: Bool = false,
        isPreservedOnDeletion: Bool = false,
        isExternal: Bool = false
    ) {
        self.name = name
        self.column = column
        self.ordinal = ordinal
        self.keyPath = keyPath
        self.valueType = valueType
        self.isOptional = isOptional
        self.columnIndex = columnIndex
        self.kind = kind
        self.defaultValue = defaultValue
        self.isEphemeral = isEphemeral
        self.isPreservedOnDeletion = isPreservedOnDeletion
        self.isExternal = isExternal
        if case .attribute(.json) = kind { isCoded = true } else { isCoded = false }
    }

    var relationship: RelationshipPlan? {
        switch kind {
        case .attribute: nil
        case .toOne(let relationship), .toMany(let relationship): relationship
        }
    }

    /// Whether the column holds bytes, which may lie in a file of their own.
    var holdsData: Bool {
        switch kind {
        case .attribute(.scalar(let type)), .attribute(.rawValue(_, let type)): type == Data.self
        case .attribute(.transformed): true
        default: false
        }
    }

    /// Whether the column holds the JSON of a `Codable` value.
    let isCoded: Bool

    var isToMany: Bool {
        if case .toMany = kind { true } else { false }
    }
}

/// How an attribute is kept in its column.
enum AttributeStorage {
    /// A scalar with a column form of its own: `type` is the type without optional.
    case scalar(any _SQLiteValue.Type)
    /// A `RawRepresentable` kept by its raw value.
    case rawValue(type: any RawRepresentable.Type, raw: any _SQLiteValue.Type)
    /// Any other `Codable`, kept as JSON text.
    case json(any Codable.Type)
    /// A value of any type, kept as what a transformer makes of it.
    case transformed(_Transformer)

    /// SQLite's column type.
    var columnType: String {
        switch self {
        case .scalar(let type), .rawValue(_, let type): type._columnType
        case .json: "TEXT"
        case .transformed: "BLOB"
        }
    }
}
