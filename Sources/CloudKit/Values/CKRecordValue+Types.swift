import Foundation

// MARK: - Numbers

/// A whole number that fields keep in 64 bits.
protocol WholeNumber: FieldConvertible, BinaryInteger {}

extension WholeNumber {
    var field: FieldValue? { Int64(exactly: self).map(FieldValue.int) }

    static func from(fieldValue: FieldValue) -> Self? {
        switch fieldValue {
        case .int(let value): Self(exactly: value)
        case .double(let value): Self(exactly: value)
        default: nil
        }
    }
}

extension Int: CKRecordValueProtocol, WholeNumber {}
extension Int8: CKRecordValueProtocol, WholeNumber {}
extension Int16: CKRecordValueProtocol, WholeNumber {}
extension Int32: CKRecordValueProtocol, WholeNumber {}
extension Int64: CKRecordValueProtocol, WholeNumber {}
extension UInt: CKRecordValueProtocol, WholeNumber {}
extension UInt8: CKRecordValueProtocol, WholeNumber {}
extension UInt16: CKRecordValueProtocol, WholeNumber {}
extension UInt32: CKRecordValueProtocol, WholeNumber {}
extension UInt64: CKRecordValueProtocol, WholeNumber {}

extension Bool: CKRecordValueProtocol, FieldConvertible {
    var field: FieldValue? { .int(self ? 1 : 0) }

    static func from(fieldValue: FieldValue) -> Bool? {
        Int64(fieldValue: fieldValue).map { $0 != 0 }
    }
}

extension Double: CKRecordValueProtocol, FieldConvertible {
    var field: FieldValue? { .double(self) }

    static func from(fieldValue: FieldValue) -> Double? {
        switch fieldValue {
        case .double(let value): value
        case .int(let value): Double(value)
        default: nil
        }
    }
}

extension Float: CKRecordValueProtocol, FieldConvertible {
    var field: FieldValue? { .double(Double(self)) }

    static func from(fieldValue: FieldValue) -> Float? {
        Double(fieldValue: fieldValue).map { Float($0) }
    }
}

// MARK: - The others

extension String: CKRecordValueProtocol, FieldConvertible {
    var field: FieldValue? { .string(self) }

    static func from(fieldValue: FieldValue) -> String? {
        if case .string(let value) = fieldValue { value } else { nil }
    }
}

extension Date: CKRecordValueProtocol, FieldConvertible {
    var field: FieldValue? { .date(self) }

    static func from(fieldValue: FieldValue) -> Date? {
        if case .date(let value) = fieldValue { value } else { nil }
    }
}

extension Data: CKRecordValueProtocol, FieldConvertible {
    var field: FieldValue? { .data(self) }

    static func from(fieldValue: FieldValue) -> Data? {
        if case .data(let value) = fieldValue { value } else { nil }
    }
}

extension CLLocation: CKRecordValueProtocol {
    /// The place as a record keeps it.
    public var _fieldValue: _CKFieldValue? { _CKFieldValue(value: .location(self)) }
    /// The value of a field as a place.
    public static func _value(from field: _CKFieldValue) -> Self? { from(fieldValue: field.value) as? Self }

    static func from(fieldValue: FieldValue) -> CLLocation? {
        if case .location(let value) = fieldValue { value } else { nil }
    }
}

extension CKRecord.Reference: CKRecordValueProtocol {
    /// The reference as a record keeps it.
    public var _fieldValue: _CKFieldValue? { _CKFieldValue(value: .reference(self)) }
    /// The value of a field as a reference.
    public static func _value(from field: _CKFieldValue) -> Self? { from(fieldValue: field.value) as? Self }

    static func from(fieldValue: FieldValue) -> CKRecord.Reference? {
        if case .reference(let value) = fieldValue { value } else { nil }
    }
}

extension CKAsset: CKRecordValueProtocol {
    /// The asset as a record keeps it.
    public var _fieldValue: _CKFieldValue? { _CKFieldValue(value: .asset(self)) }
    /// The value of a field as an asset.
    public static func _value(from field: _CKFieldValue) -> Self? { from(fieldValue: field.value) as? Self }

    static func from(fieldValue: FieldValue) -> CKAsset? {
        if case .asset(let value) = fieldValue { value } else { nil }
    }
}

extension Array: CKRecordValueProtocol where Element: CKRecordValueProtocol {
    /// The list as a record keeps it; nil if one of its elements cannot be kept, or is a list itself.
    public var _fieldValue: _CKFieldValue? {
        var values: [FieldValue] = []
        for element in self {
            guard let value = element._fieldValue?.value else { return nil }
            if case .list = value { return nil }
            values.append(value)
        }
        return _CKFieldValue(value: .list(values))
    }

    /// The value of a field as a list; nil if one of the elements is of another type.
    public static func _value(from field: _CKFieldValue) -> [Element]? {
        guard case .list(let values) = field.value else { return nil }
        var elements: [Element] = []
        for value in values {
            guard let element = Element._value(from: _CKFieldValue(value: value)) else { return nil }
            elements.append(element)
        }
        return elements
    }
}
