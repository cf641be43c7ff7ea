import CloudKitWebServices

/// Tells whether records match the conditions of a query.
///
/// Source: the reference's table of comparators. A record without the field matches the comparators that begin with
/// `NOT_`, since it does not have the value; Apple's service is not known in this.
public struct RecordMatcher: Sendable {
    private let conditions: [Condition]

    /// A matcher for some conditions.
    ///
    /// - Parameters:
    ///   - filters: The conditions.
    ///   - recordType: The type of the records.
    ///   - fieldTypes: Its fields in the schema.
    /// - Throws: `BAD_REQUEST` for a field, comparator or value that does not fit.
    public init(_ filters: [WireFilter], recordType: String, fieldTypes: [String: String]) throws(WireError) {
        var conditions: [Condition] = []
        for filter in filters { conditions.append(try Condition(filter, recordType, fieldTypes)) }
        self.conditions = conditions
    }

    /// Whether all conditions hold.
    public func matches(_ record: StoredRecord, _ fields: WireFields) -> Bool {
        conditions.allSatisfy { $0.holds(for: record, fields) }
    }

    /// Where an index would find the records for which one of the conditions holds.
    var searches: [Condition.Search] {
        conditions.flatMap(\.searches)
    }

    /// The only records that can match, where a condition names them.
    var names: [String]? {
        conditions.lazy.compactMap(\.names).first
    }
}

/// What a condition or a criterion of order looks at.
enum QueriedField: Hashable, Sendable {
    case field(String)
    case system(WireSystemField)

    /// The field that a name means.
    init(
        _ name: String?,
        _ system: WireSystemField?,
        _ recordType: String,
        _ types: [String: String]
    ) throws(WireError) {
        if let field = system ?? name.flatMap(WireSystemField.init(internalName:)) {
            guard WireSystemField.known.contains(field) else {
                throw WireError(.badRequest, reason: ErrorReason.unknownField(field.rawValue, in: recordType))
            }
            self = .system(field)
            return
        }
        guard let name else { throw WireError(.badRequest, reason: ErrorReason.unexpectedInput) }
        guard types[name] != nil else {
            throw WireError(.badRequest, reason: ErrorReason.unknownField(name, in: recordType))
        }
        self = .field(name)
    }

    /// The type of its values; nil for one unknown here.
    func type(_ types: [String: String]) -> WireFieldType? {
        switch self {
        case .field(let name): types[name].flatMap(WireFieldType.init(rawValue:))
        case .system(.createdTimestamp), .system(.modifiedTimestamp): .timestamp
        case .system: .reference
        }
    }

    /// Its value in a record; nil if there is none.
    func value(in record: StoredRecord, _ fields: WireFields) -> WireValue? {
        switch self {
        case .field(let name): fields[name]?.value
        case .system(.recordName): .reference(WireReference(recordName: record.name))
        case .system(.createdTimestamp): .timestamp(WireTimestamp(milliseconds: record.created.milliseconds))
        case .system(.modifiedTimestamp): .timestamp(WireTimestamp(milliseconds: record.modified.milliseconds))
        case .system(.createdUserRecordName): .reference(WireReference(recordName: record.created.user))
        case .system(.modifiedUserRecordName): .reference(WireReference(recordName: record.modified.user))
        case .system(.parent): record.parent.flatMap { try? WireReference(json: $0) }.map(WireValue.reference)
        case .system: nil
        }
    }
}
