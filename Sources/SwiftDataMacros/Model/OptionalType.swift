import SwiftSyntax

/// The spellings of an optional type.
enum OptionalType {
    /// What is inside `T?`, `T!`, `Optional<T>` or `Swift.Optional<T>`; nil for every other type.
    static func wrapped(in type: TypeSyntax) -> TypeSyntax? {
        if let sugar = type.as(OptionalTypeSyntax.self) { return sugar.wrappedType }
        if let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return implicit.wrappedType }
        if let identifier = type.as(IdentifierTypeSyntax.self), identifier.name.text == "Optional" {
            return onlyArgument(of: identifier.genericArgumentClause)
        }
        if let member = type.as(MemberTypeSyntax.self), member.name.text == "Optional",
            member.baseType.trimmedDescription == "Swift"
        {
            return onlyArgument(of: member.genericArgumentClause)
        }
        return nil
    }

    /// `T?` and `T!` start as nil without an initial value when they are variables; `Optional<T>` does not.
    static func startsAsNil(_ type: TypeSyntax) -> Bool {
        type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }

    private static func onlyArgument(of clause: GenericArgumentClauseSyntax?) -> TypeSyntax? {
        guard let arguments = clause?.arguments, arguments.count == 1, let only = arguments.first else { return nil }
        return only.argument.as(TypeSyntax.self)
    }
}
