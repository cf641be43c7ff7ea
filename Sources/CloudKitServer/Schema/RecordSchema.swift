import CloudKitWebServices

/// Whose schema: that of a container in an environment.
public struct SchemaKey: Hashable, Sendable {
    /// The container.
    public let container: String
    /// Development or production.
    public let environment: ServiceEnvironment

    /// A schema's key.
    public init(container: String, environment: ServiceEnvironment) {
        self.container = container
        self.environment = environment
    }

    /// The account under which the schema is kept.
    public var owner: AccountID {
        .publicOwner(container: container, environment: environment)
    }
}

extension DatabaseKey {
    /// The schema that the records of this database follow.
    public var schema: SchemaKey {
        SchemaKey(container: container, environment: environment)
    }
}

/// The record types of a container in an environment.
public struct RecordSchema: Hashable, Sendable {
    /// The record types by name.
    public var types: [String: RecordType]
    /// The roles that were created, in their order; accounts are given them (``AccountRole``).
    public var roles: [String]

    /// A schema.
    public init(types: [String: RecordType] = [:], roles: [String] = []) {
        self.types = types
        self.roles = roles
    }
}

/// A record type: its fields and what it says of rights.
public struct RecordType: Hashable, Sendable {
    /// The fields by name; of system fields those that have a mark.
    public var fields: [String: SchemaField]
    /// The grants, in their order; what they mean, ``SchemaRights`` says.
    public var grants: [SchemaGrant]

    /// A record type.
    public init(fields: [String: SchemaField] = [:], grants: [SchemaGrant] = []) {
        self.fields = fields
        self.grants = grants
    }
}

/// A field of a record type.
public struct SchemaField: Hashable, Sendable {
    /// The type of its values, as the wire names it; types unknown here are kept apart too.
    public var type: String
    /// What may be asked of it.
    public var marks: FieldMarks
    /// Whether somebody wrote it into a schema; otherwise it grew from a record that had it.
    ///
    /// It says how soon its index is made, and not what the field is: equal fields may differ in it.
    public private(set) var isDeclared = true

    /// A field.
    public init(type: String, marks: FieldMarks) {
        self.type = type
        self.marks = marks
    }

    /// A field as stores keep it: in one number with the marks whether it grew.
    init(type: String, stored: Int) {
        self.init(type: type, marks: FieldMarks(rawValue: stored & ~Self.grown))
        isDeclared = stored & Self.grown == 0
    }

    /// A field that grows in development.
    init(grown type: String) {
        self.init(type: type, marks: .grown(type))
        isDeclared = false
    }

    /// The number of ``init(type:stored:)``.
    var stored: Int { marks.rawValue | (isDeclared ? 0 : Self.grown) }

    private static let grown = 1 << 16

    /// Whether two fields are the same for all who ask of them.
    public static func == (lhs: SchemaField, rhs: SchemaField) -> Bool {
        (lhs.type, lhs.marks) == (rhs.type, rhs.marks)
    }

    /// Feeds type and marks into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(marks)
    }

    /// The type that values have on their way: what devices have sealed is bytes, whatever is inside.
    public var wireType: String {
        marks.contains(.encrypted) ? WireFieldType.encryptedBytes.rawValue : type
    }
}

/// What may be asked of a field.
public struct FieldMarks: OptionSet, Hashable, Sendable {
    /// The marks as one number, which is how stores keep them.
    public let rawValue: Int

    /// Marks from their number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Filters may name it.
    public static let queryable = FieldMarks(rawValue: 1)
    /// Sort criteria may name it.
    public static let sortable = FieldMarks(rawValue: 2)
    /// Its words may be looked for.
    public static let searchable = FieldMarks(rawValue: 4)
    /// Its values are sealed by the devices.
    public static let encrypted = FieldMarks(rawValue: 8)

    /// What a field of a type gets that grows in development: all that may be asked of it, as on Apple's service.
    public static func grown(_ type: String) -> FieldMarks {
        switch WireFieldType(rawValue: type) {
        case .string: [.queryable, .sortable, .searchable]
        case .int64, .double, .timestamp, .reference, .bytes, .location: [.queryable, .sortable]
        case .stringList: [.queryable, .searchable]
        case .encryptedBytes: .encrypted
        case .asset, .assetList, nil: []
        default: .queryable
        }
    }
}

/// Who may do what with the records of a type.
public struct SchemaGrant: Hashable, Sendable {
    /// What is granted, in the language's own words, such as `READ`.
    public var permissions: [String]
    /// To whom.
    public var role: String

    /// A grant.
    public init(permissions: [String], role: String) {
        self.permissions = permissions
        self.role = role
    }

    /// A grant as stores keep it: the words in one text, a space between them.
    init(words: String, role: String) {
        self.init(permissions: words.split(separator: " ").map(String.init), role: role)
    }
}
