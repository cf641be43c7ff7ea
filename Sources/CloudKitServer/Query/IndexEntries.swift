import CloudKitWebServices

/// A row of the index: under this key of a field stands a record.
struct IndexEntry: Hashable, Sendable {
    /// The field; a system field under its internal name.
    let field: String
    /// The key of its value.
    let key: [UInt8]
}

/// Which fields of a record type stand in the index of a zone, and what stands there of a record.
///
/// A field with one value has exactly one entry for each record, a null's if the record has no value, so that an order
/// by it leaves nobody out. A list has one for each different element.
struct TypeIndex: Hashable, Sendable {
    /// Zones with fewer records have no index: reading all of them is as quick, and most zones are small.
    static let fewRecords = 256

    private struct Field: Hashable, Sendable {
        let name: String
        let isList: Bool
        let isMarked: Bool
    }

    private let fields: [Field]
    private let hasAuthors: Bool
    /// Whether the schema asks for an index, so that a zone has one as soon as it is large.
    ///
    /// Fields that grew may be asked for too, but nobody said that they will be: their index is made by the first query
    /// of a zone, since it is most of what writing a record costs, and apps that only sync never ask.
    let isDeclared: Bool

    /// What the index of a type has.
    ///
    /// - Parameters:
    ///   - fields: The type's fields in the schema.
    ///   - scope: In a public database records are looked for by their creator; in a private one all have the same.
    init(_ fields: [String: SchemaField], scope: DatabaseScope) {
        hasAuthors = scope == .public
        isDeclared = fields.values.contains { field in
            field.isDeclared && !field.marks.isDisjoint(with: [.queryable, .sortable])
        }
        self.fields = fields.compactMap { name, field in
            guard !name.hasPrefix("_"), let type = WireFieldType(rawValue: field.type),
                Self.hasKeys(type.element ?? type)
            else { return nil }
            let isMarked = !field.marks.isDisjoint(with: [.queryable, .sortable])
            return Field(name: name, isList: type.isList, isMarked: isMarked)
        }
    }

    private static func hasKeys(_ type: WireFieldType) -> Bool {
        [.string, .int64, .double, .timestamp, .reference, .bytes, .location].contains(type)
    }

    /// The names under which fields are to stand in the index: what is marked, and what every record has.
    ///
    /// An index may have more of them, whose marks were taken away since.
    var names: Set<String> {
        var names: Set = [Self.created, Self.modified]
        if hasAuthors { names.insert(Self.creator) }
        return names.union(fields.filter(\.isMarked).map(\.name))
    }

    /// What stands in the index of a record, under some of the names.
    func entries(of record: StoredRecord, under names: Set<String>) throws(JSONError) -> Set<IndexEntry> {
        let values = try record.readFields()
        var entries: Set<IndexEntry> = []
        let add = { (name: String, value: WireValue?, isList: Bool) in
            if isList {
                for key in (value?.elements ?? []).compactMap(IndexKey.of) {
                    entries.insert(IndexEntry(field: name, key: key))
                }
            } else {
                entries.insert(IndexEntry(field: name, key: value.flatMap(IndexKey.of) ?? IndexKey.null))
            }
        }
        for field in fields where names.contains(field.name) {
            add(field.name, values[field.name]?.value, field.isList)
        }
        let times = [(Self.created, record.created), (Self.modified, record.modified)]
        for (name, stamp) in times where names.contains(name) {
            add(name, .timestamp(WireTimestamp(milliseconds: stamp.milliseconds)), false)
        }
        if hasAuthors, names.contains(Self.creator) {
            add(Self.creator, .reference(WireReference(recordName: record.created.user)), false)
        }
        for name in names {
            guard let sort = SortIndex(name: name) else { continue }
            entries.insert(IndexEntry(field: name, key: sort.key(of: record, values)))
        }
        return entries
    }

    private static let created = "___createTime"
    private static let modified = "___modTime"
    private static let creator = "___createdBy"
}

extension QueriedField {
    /// The field that stands in an index under a name.
    init(indexName name: String) {
        self = WireSystemField(internalName: name).map(QueriedField.system) ?? .field(name)
    }

    /// The name under which the field would stand in an index.
    var indexName: String? {
        switch self {
        case .field(let name): name
        case .system(let field): field.internalName
        }
    }
}
