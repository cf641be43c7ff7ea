/// The words that go with errors where apps and tests are known to compare them.
///
/// Source: reasons observed in answers of Apple's service.
public enum ErrorReason {
    /// A stale change tag.
    public static let staleChangeTag = "client oplock error updating record"
    /// A create of what exists.
    public static let recordExists = "record to insert already exists"
    /// A record that is not there.
    public static let recordNotFound = "Record not found"
    /// Nobody has signed in.
    public static let needsAuthorization = "request needs authorization"
    /// A wrong token or signature.
    public static let authenticationFailed = "Authentication failed"
    /// A value of the wrong shape.
    public static let unexpectedInput = "BadRequestException: Unexpected input"
    /// A sync token that is none.
    public static let unknownContinuation = "Unknown sync continuation type"
    /// A sync token that was cut.
    public static let invalidContinuation = "Invalid continuation format"
    /// Another record of the batch failed.
    public static let atomicFailure = "Atomic failure: another record in the batch failed"
    /// A path that leads nowhere.
    public static let noEndpoint = "could not find handler for endpoint"

    /// A record type that no record has.
    public static func unknownRecordType(_ type: String) -> String {
        "Did not find record type: \(type)"
    }

    /// A field that the record type does not have.
    public static func unknownField(_ field: String, in type: String) -> String {
        "Did not find field: '\(field)' in type: '\(type)'"
    }

    /// A field without an index to filter by.
    public static func notQueryable(_ field: String) -> String {
        "Field '\(field)' is not marked queryable"
    }

    /// A field without an index to sort by.
    public static func notSortable(_ field: String) -> String {
        "Field '\(field)' is not marked sortable"
    }

    /// A value that is not of the type it says, or that the schema says.
    public static func invalidValue(expected type: WireFieldType) -> String {
        "Invalid value, expected type \(type.rawValue)"
    }

    /// A zone that is not there.
    public static func zoneNotFound(_ name: String) -> String {
        "Zone '\(name)' does not exist"
    }
}
