import Foundation

/// The scalar types that most properties have, known without asking the runtime what they conform to.
///
/// A cast to a protocol that a type was not yet asked for searches every conformance of the process. Models of a few
/// hundred properties would spend most of their start on it.
enum PlainScalars {
    struct Entry {
        let type: any _SQLiteValue.Type
        let isOptional: Bool
    }

    static subscript(_ type: Any.Type) -> Entry? {
        // The name is only a hint: an app may have a `Date` of its own.
        let name = TypeNames.short(type)
        switch TypeNames.bare(name) {
        case "String": return entry(type, String.self)
        case "Int": return entry(type, Int.self)
        case "Bool": return entry(type, Bool.self)
        case "Double": return entry(type, Double.self)
        case "Date": return entry(type, Date.self)
        case "UUID": return entry(type, UUID.self)
        case "Data": return entry(type, Data.self)
        case "URL": return entry(type, URL.self)
        case "Float": return entry(type, Float.self)
        case "Int16": return entry(type, Int16.self)
        case "Int32": return entry(type, Int32.self)
        case "Int64": return entry(type, Int64.self)
        case "Decimal", "NSDecimal": return entry(type, Decimal.self)
        default: return nil
        }
    }

    private static func entry<T: _SQLiteValue>(_ type: Any.Type, _ scalar: T.Type) -> Entry? {
        if type == scalar { return Entry(type: scalar, isOptional: false) }
        if type == T?.self { return Entry(type: scalar, isOptional: true) }
        return nil
    }
}
