import Foundation

// Apps written for Apple's systems pass Foundation's own classes: `"text" as NSString`, `5 as NSNumber`.

extension NSString: CKRecordValueProtocol {
    /// The text as a record keeps it.
    public var _fieldValue: _CKFieldValue? { _CKFieldValue(value: .string(String(describing: self))) }
    /// The value of a field as a text.
    public static func _value(from field: _CKFieldValue) -> Self? {
        String(fieldValue: field.value).flatMap { NSString(string: $0) as? Self }
    }
}

extension NSNumber: CKRecordValueProtocol {
    /// The number as a record keeps it: whole, unless it was made from a floating-point number.
    public var _fieldValue: _CKFieldValue? {
        let type = String(cString: objCType)
        return _CKFieldValue(value: type == "d" || type == "f" ? .double(doubleValue) : .int(int64Value))
    }

    /// The value of a field as a number.
    public static func _value(from field: _CKFieldValue) -> Self? {
        switch field.value {
        case .int(let value): NSNumber(value: value) as? Self
        case .double(let value): NSNumber(value: value) as? Self
        default: nil
        }
    }
}

extension NSDate: CKRecordValueProtocol {
    /// The date as a record keeps it.
    public var _fieldValue: _CKFieldValue? {
        _CKFieldValue(value: .date(Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)))
    }

    /// The value of a field as a date.
    public static func _value(from field: _CKFieldValue) -> Self? {
        Date(fieldValue: field.value).flatMap {
            NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) as? Self
        }
    }
}

extension NSData: CKRecordValueProtocol {
    /// The bytes as a record keeps them.
    public var _fieldValue: _CKFieldValue? { _CKFieldValue(value: .data(Data(referencing: self))) }
    /// The value of a field as bytes.
    public static func _value(from field: _CKFieldValue) -> Self? {
        Data(fieldValue: field.value).flatMap { NSData(data: $0) as? Self }
    }
}

extension NSArray: CKRecordValueProtocol {
    /// The list as a record keeps it; nil if one of its elements cannot be kept.
    public var _fieldValue: _CKFieldValue? {
        var values: [FieldValue] = []
        for element in self {
            guard let value = (element as? any CKRecordValueProtocol)?._fieldValue?.value else { return nil }
            if case .list = value { return nil }
            values.append(value)
        }
        return _CKFieldValue(value: .list(values))
    }

    /// The value of a field as a list.
    public static func _value(from field: _CKFieldValue) -> Self? {
        guard case .list(let values) = field.value else { return nil }
        return NSArray(array: values.map { $0.object as Any }) as? Self
    }
}
