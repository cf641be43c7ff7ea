import Foundation

/// How SQL has to treat values of a Swift type.
indirect enum ValueKind: Sendable {
    case bool
    case integer(IntegerCode)
    case real(isSingle: Bool)
    case date
    case text
    case uuid
    case data
    case url
    case decimal
    /// A `RawRepresentable`, treated as its raw value, though never ordered.
    case raw(ValueKind)
    case identifier
    case model(any PersistentModel.Type)
    case models(any PersistentModel.Type)
    /// An array or set of values, kept as JSON.
    case array(element: Any.Type)
    /// Any other `Codable`, kept as JSON.
    case other(Any.Type)

    /// The integer types, by what their arithmetic may reach.
    enum IntegerCode: Int, Sendable {
        case int8 = 1
        case int16 = 2
        case int32 = 4
        case int64 = 8
        case uint8 = 17
        case uint16 = 18
        case uint32 = 20
        case uint64 = 24
    }
}

/// A Swift type as SQL sees it.
struct ValueType {
    var kind: ValueKind
    var isOptional: Bool

    init(_ type: Any.Type) {
        if let plain = PlainScalars[type] {
            isOptional = plain.isOptional
            kind = ValueKind(plain.type)
            return
        }
        var type = type
        isOptional = false
        while let optional = type as? any OptionalType.Type {
            isOptional = true
            type = optional.wrappedType
        }
        kind = ValueKind(type)
    }
}

extension ValueKind {
    init(_ type: Any.Type) {
        if let scalar = Self.scalars[ObjectIdentifier(type)] {
            self = scalar
        } else if let model = type as? any PersistentModel.Type {
            self = .model(model)
        } else if let collection = type as? any ValueCollection.Type {
            self = Self.collection(of: collection.elementType)
        } else if let raw = type as? any RawRepresentable.Type {
            self = Self.raw(of: raw, type)
        } else {
            self = .other(type)
        }
    }

    private static func collection(of element: Any.Type) -> ValueKind {
        if let model = element as? any PersistentModel.Type { return .models(model) }
        return .array(element: element)
    }

    private static func raw<Raw: RawRepresentable>(of: Raw.Type, _ type: Any.Type) -> ValueKind {
        scalars[ObjectIdentifier(Raw.RawValue.self)].map(ValueKind.raw) ?? .other(type)
    }

    private static let scalars: [ObjectIdentifier: ValueKind] = [
        ObjectIdentifier(Bool.self): .bool,
        ObjectIdentifier(Int.self): .integer(.int64), ObjectIdentifier(Int8.self): .integer(.int8),
        ObjectIdentifier(Int16.self): .integer(.int16), ObjectIdentifier(Int32.self): .integer(.int32),
        ObjectIdentifier(Int64.self): .integer(.int64), ObjectIdentifier(UInt.self): .integer(.uint64),
        ObjectIdentifier(UInt8.self): .integer(.uint8), ObjectIdentifier(UInt16.self): .integer(.uint16),
        ObjectIdentifier(UInt32.self): .integer(.uint32), ObjectIdentifier(UInt64.self): .integer(.uint64),
        ObjectIdentifier(Double.self): .real(isSingle: false), ObjectIdentifier(Float.self): .real(isSingle: true),
        ObjectIdentifier(String.self): .text, ObjectIdentifier(Substring.self): .text,
        ObjectIdentifier(Date.self): .date, ObjectIdentifier(UUID.self): .uuid, ObjectIdentifier(Data.self): .data,
        ObjectIdentifier(URL.self): .url, ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier(PersistentIdentifier.self): .identifier,
    ]

    /// The kind of what stands in the column.
    var stored: ValueKind {
        if case .raw(let kind) = self { kind.stored } else { self }
    }

    var isReal: Bool {
        if case .real = stored { true } else { false }
    }

    var isText: Bool {
        if case .text = stored { true } else { false }
    }

    /// A collation for `=`, where bytes are not enough.
    var isDecimal: Bool {
        if case .decimal = stored { true } else { false }
    }

    /// Whether two values can be compared by what stands in the columns.
    var isComparable: Bool {
        switch stored {
        case .model, .models, .array, .other: false
        default: true
        }
    }
}

/// `Array` and `Set`, whatever they hold.
protocol ValueCollection {
    static var elementType: Any.Type { get }
}

extension Array: ValueCollection {
    static var elementType: Any.Type { Element.self }
}

extension Set: ValueCollection {
    static var elementType: Any.Type { Element.self }
}
