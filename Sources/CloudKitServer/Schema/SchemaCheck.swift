import CloudKitWebServices

/// Holds the fields of records to the types that the schema has for them, and lets the schema grow in development.
///
/// A type is the wire's name of it, so that types unknown here are kept apart too.
public struct SchemaCheck {
    /// A field that nobody has saved before.
    public struct NewField: Hashable, Sendable {
        /// The record type.
        public let recordType: String
        /// The field; nil for a type without any fields yet.
        public let field: String?
        /// The type of its values.
        public let type: String
    }

    /// The fields whose types this fixes.
    public private(set) var newFields: [NewField] = []
    /// Whether types and fields may come into being.
    let mayGrow: Bool
    /// How many record types the schema had before; nil until a type comes that may be new.
    var typeCount: Int?
    /// What is in ``newFields``, to be found by record type and field; a type that is new itself is here too.
    private var grown: [String: [String: String]] = [:]
    private var newTypes = 0

    /// A check.
    public init(mayGrow: Bool) {
        self.mayGrow = mayGrow
    }

    /// How far the schema has grown.
    var mark: Int {
        newFields.count
    }

    /// Takes back what has grown since a mark.
    mutating func goBack(to mark: Int) {
        for new in newFields[mark...] {
            if let field = new.field {
                grown[new.recordType]?[field] = nil
            } else {
                grown[new.recordType] = nil
                newTypes -= 1
            }
        }
        newFields.removeSubrange(mark...)
    }

    /// Refuses more fields than a record of the type can have, before they cost more than to be counted.
    ///
    /// - Throws: `BAD_REQUEST`.
    static func checkCount(
        of given: WireFields,
        known: [String: String]?,
        recordName: String
    ) throws(WireError) {
        // A schema that was imported may have larger types than those that grow.
        let most = max(ServiceLimits.fieldsPerType, known?.count ?? 0)
        guard given.count <= most else {
            throw WireError(.badRequest, reason: "a record has at most \(most) fields", recordName: recordName)
        }
    }

    /// The fields of a record after some were given.
    ///
    /// - Parameters:
    ///   - given: What the request says; a null clears.
    ///   - base: What stays unless it is mentioned.
    ///   - recordType: The record's type.
    ///   - known: The fields of that type in the schema; nil if there is no such type.
    ///   - recordName: For the error.
    /// - Returns: The fields, each with its type.
    /// - Throws: `BAD_REQUEST` for a value that does not fit, and for what the schema has no room for.
    mutating func merged(
        _ given: WireFields,
        into base: WireFields,
        of recordType: String,
        known: [String: String]?,
        recordName: String
    ) throws(WireError) -> WireFields {
        if known == nil, grown[recordType] == nil { try growType(recordType, recordName) }
        var changes = WireFields()
        for (name, field) in given {
            guard Names.isTypeOrFieldName(name) else {
                throw WireError(.badRequest, reason: "no field may be called so", recordName: recordName)
            }
            changes[name] = try checked(field, name, recordType, known, recordName)
        }
        // All at once: of many fields, taking away one after the other is slow.
        var result = base
        result.merge(changes)
        return result
    }

    /// The field as it is kept; one without a value is still to be cleared.
    private mutating func checked(
        _ field: WireField,
        _ name: String,
        _ recordType: String,
        _ known: [String: String]?,
        _ recordName: String
    ) throws(WireError) -> WireField {
        if field.value.isNull { return field }
        guard let type = known?[name] ?? grown[recordType]?[name] else {
            // A list without elements says nothing of its type, so it fixes none.
            if let new = try Self.typeName(of: field.value, recordName) {
                let field = NewField(recordType: recordType, field: name, type: new)
                try growField(field, name, beside: known?.count ?? 0, recordName)
            }
            return WireField(field.value, isEncrypted: field.isEncrypted)
        }
        return WireField(try Self.fitted(field, to: type, recordName), isEncrypted: field.isEncrypted)
    }

    private static func fitted(
        _ field: WireField,
        to type: String,
        _ recordName: String
    ) throws(WireError) -> WireValue {
        guard let known = WireFieldType(rawValue: type) else {
            if case .unknown(type, _) = field.value { return field.value }
            throw WireError(.badRequest, reason: "Invalid value, expected type \(type)", recordName: recordName)
        }
        if case .emptyList = field.value, known.isList { return .emptyList }
        if case .mismatched = field.value { throw invalid(known, recordName) }
        guard let value = field.interpreted(as: known) else { throw invalid(known, recordName) }
        return value
    }

    private static func typeName(of value: WireValue, _ recordName: String) throws(WireError) -> String? {
        switch value {
        case .mismatched(let type, _): throw invalid(type, recordName)
        case .unknown(nil, _):
            throw WireError(.badRequest, reason: ErrorReason.unexpectedInput, recordName: recordName)
        case .unknown(let type?, _): return type
        case .emptyList: return nil
        default:
            guard let type = value.type else { return nil }
            return type.rawValue
        }
    }

    private static func invalid(_ type: WireFieldType, _ recordName: String) -> WireError {
        WireError(.badRequest, reason: ErrorReason.invalidValue(expected: type), recordName: recordName)
    }

    // MARK: - Growing

    /// Lets a record type come into being.
    private mutating func growType(_ recordType: String, _ recordName: String) throws(WireError) {
        try checkMayGrow("type '\(recordType)'", recordName)
        guard (typeCount ?? 0) + newTypes < ServiceLimits.recordTypes else {
            let reason = "the schema of a container grows to at most \(ServiceLimits.recordTypes) record types"
            throw WireError(.badRequest, reason: reason, recordName: recordName)
        }
        newTypes += 1
        grown[recordType] = [:]
        newFields.append(NewField(recordType: recordType, field: nil, type: ""))
    }

    /// Lets a field come into being in a type that has so many already.
    private mutating func growField(
        _ new: NewField,
        _ name: String,
        beside count: Int,
        _ recordName: String
    ) throws(WireError) {
        try checkMayGrow("field '\(name)' in type '\(new.recordType)'", recordName)
        guard count + (grown[new.recordType]?.count ?? 0) < ServiceLimits.fieldsPerType else {
            let reason = "a record type grows to at most \(ServiceLimits.fieldsPerType) fields"
            throw WireError(.badRequest, reason: reason, recordName: recordName)
        }
        grown[new.recordType, default: [:]][name] = new.type
        newFields.append(new)
    }

    private func checkMayGrow(_ what: String, _ recordName: String) throws(WireError) {
        guard !mayGrow else { return }
        throw WireError(
            .badRequest,
            reason: "Cannot create new \(what) in production schema",
            recordName: recordName
        )
    }
}
