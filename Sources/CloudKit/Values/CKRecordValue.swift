import Foundation

/// What a field may hold: text, numbers, truth, dates, data, places, references, assets, and arrays of one of these.
///
/// Apple's protocol of that name. Only the types of this module and of Foundation can conform.
public protocol CKRecordValueProtocol {
    /// The value as a record keeps it; nil for one that no field can hold.
    var _fieldValue: _CKFieldValue? { get }
    /// The value of a field as this type; nil where it is of another.
    static func _value(from field: _CKFieldValue) -> Self?
}

/// What a field may hold.
///
/// Apple's is a protocol of Objective-C; here it is any ``CKRecordValueProtocol``, so that `"text" as CKRecordValue`
/// and `record["title"] as? String` compile unchanged.
public typealias CKRecordValue = any CKRecordValueProtocol

/// The form in which records keep values; plumbing of ``CKRecordValueProtocol``.
public struct _CKFieldValue: Sendable {
    let value: FieldValue
}

/// A type whose values convert to fields and back.
protocol FieldConvertible: CKRecordValueProtocol {
    var field: FieldValue? { get }
    static func from(fieldValue: FieldValue) -> Self?
}

extension FieldConvertible {
    /// The value as a record keeps it.
    public var _fieldValue: _CKFieldValue? { field.map(_CKFieldValue.init) }
    /// The value of a field as this type.
    public static func _value(from field: _CKFieldValue) -> Self? { from(fieldValue: field.value) }
}

extension FieldConvertible {
    init?(fieldValue: FieldValue) {
        guard let value = Self.from(fieldValue: fieldValue) else { return nil }
        self = value
    }
}
