import SwiftSyntax

/// How the value of a persisted property is kept in the object.
enum PropertyStorage: Equatable {
    /// `_Slot<T>`: a scalar type, recognised by its name.
    case scalar(String)
    /// `_LinkSlot<T>`: any other type that is written down.
    case link(String)
    /// `_ErasedSlot`: the type is known to the type checker only.
    case erased
    /// `_TransformedSlot<T>`: any type, kept through a value transformer.
    case transformed(String)
    /// `_ErasedSlot`, for a value kept through a transformer.
    case erasedTransformed

    var typeText: String {
        switch self {
        case .scalar(let type): "SwiftData._Slot<\(type)>"
        case .link(let type): "SwiftData._LinkSlot<\(type)>"
        case .erased, .erasedTransformed: "SwiftData._ErasedSlot"
        case .transformed(let type): "SwiftData._TransformedSlot<\(type)>"
        }
    }

    init(annotation: TypeSyntax) {
        let text = Self.slotText(of: annotation)
        self = ScalarType.isScalarOrOptional(annotation) ? .scalar(text) : .link(text)
    }

    init(initialValue: ExprSyntax) {
        guard let text = InitialValueType.text(of: initialValue) else {
            self = .erased
            return
        }
        self.init(annotation: TypeSyntax("\(raw: text)"))
    }

    /// The same type's storage where a transformer keeps the value.
    var transformed: PropertyStorage {
        switch self {
        case .scalar(let type), .link(let type), .transformed(let type): .transformed(type)
        case .erased, .erasedTransformed: .erasedTransformed
        }
    }

    /// How the slot of the property at a key path is reached.
    func slot(_ peer: String, _ keyPath: String) -> String {
        switch self {
        case .scalar, .link, .transformed: peer
        case .erased: "\(peer)[\(keyPath)]"
        case .erasedTransformed: "\(peer)[transformed: \(keyPath)]"
        }
    }

    /// The slot of the property at a key path, made of a typed one.
    func assigned(_ value: String, _ keyPath: String) -> String {
        switch self {
        case .scalar, .link, .transformed: value
        case .erased: ".init(\(keyPath), \(value))"
        case .erasedTransformed: ".init(transformed: \(keyPath), \(value))"
        }
    }

    /// `T!` is not a type that can stand as a generic argument; it is stored as `T?`.
    private static func slotText(of type: TypeSyntax) -> String {
        guard let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return type.trimmedDescription }
        return implicit.wrappedType.trimmedDescription + "?"
    }
}
