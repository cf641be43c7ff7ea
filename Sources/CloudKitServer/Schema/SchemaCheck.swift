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
    private let mayGrow: Bool

    /// A check.
    public init(mayGrow: Bool) {
        self.mayGrow = mayGrow
    }

    mutating func forgetNewFields() {
        newFields = []
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
    /// - Throws: `BAD_REQUEST` for a value that does not fit.
    mutating func merged(
        _ given: WireFields,
        into base: WireFields,
        of recordType: String,
        known: [String: String]?,
        recordName: String
    ) throws(WireError) -> WireFields {
        var result = base
        let isNew = known == nil && !newFields.contains { $0.recordType == recordType }
        if isNew { try grow(NewField(recordType: recordType, field: nil, type: ""), recordName) }
        for (name, field) in given {
            guard Names.isTypeOrFieldName(name) else {
                throw WireError(.badRequest, reason: "no field may be called so", recordName: recordName)
            }
            result[name] = try checked(field, name, recordType, known?[name], recordName)
        }
        return result
    }

    private mutating func checked(
        _ field: WireField,
        _ name: String,
        _ recordType: String,
        _ known: String?,
        _ recordName: String
    ) throws(WireError) -> WireField? {
        let type = known ?? newFields.first { $0.recordType == recordType && $0.field == name }?.type
        if field.value.isNull { return nil }
        guard let type else {
            let new = try Self.typeName(of: field.value, recordName)
            // A list without elements says nothing of its type, so it fixes none.
            if let new { try grow(NewField(recordType: recordType, field: name, type: new), recordName) }
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

    private mutating func grow(_ field: NewField, _ recordName: String) throws(WireError) {
        guard mayGrow else {
            let what = field.field.map { "field '\($0)' in type '\(field.recordType)'" } ?? "type '\(field.recordType)'"
            throw WireError(
                .badRequest,
                reason: "Cannot create new \(what) in production schema",
                recordName: recordName
            )
        }
        newFields.append(field)
    }
}
