import SwiftSyntax

/// How the value of a persisted property is kept in the object.
enum PropertyStorage: Equatable {
    /// `_Slot<T>`: a scalar type, recognised by its name.
    case scalar(String)
    /// `_LinkSlot<T>`: any other type that is written down.
    case link(String)
    /// `_ErasedSlot`: the type is known to the type checker only.
    case erased

    var typeText: String {
        switch self {
        case .scalar(let type): "SwiftData._Slot<\(type)>"
        case .link(let type): "SwiftData._LinkSlot<\(type)>"
        case .erased: "SwiftData._ErasedSlot"
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

    /// `T!` is not a type that can stand as a generic argument; it is stored as `T?`.
    private static func slotText(of type: TypeSyntax) -> String {
        guard let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return type.trimmedDescription }
        return implicit.wrappedType.trimmedDescription + "?"
    }
}
