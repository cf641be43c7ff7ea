import SwiftSyntax

/// The types that the runtime keeps in a typed slot, recognised by how they are written.
enum ScalarType {
    static let names: Set<String> = [
        "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
        "Float", "Double", "String", "Date", "Data", "UUID", "URL", "Decimal",
    ]

    /// The bare name of a scalar type, or nil: `Date` for `Date`, `Foundation.Date`, `(Date)`.
    static func name(of type: TypeSyntax) -> String? {
        if let identifier = type.as(IdentifierTypeSyntax.self), identifier.genericArgumentClause == nil {
            return names.contains(identifier.name.text) ? identifier.name.text : nil
        }
        if let member = type.as(MemberTypeSyntax.self), member.genericArgumentClause == nil,
            ["Swift", "Foundation"].contains(member.baseType.trimmedDescription), names.contains(member.name.text)
        {
            return member.name.text
        }
        return nil
    }

    /// Whether a type is a scalar or one level of optional around one.
    static func isScalarOrOptional(_ type: TypeSyntax) -> Bool {
        name(of: OptionalType.wrapped(in: type) ?? type) != nil
    }
}
