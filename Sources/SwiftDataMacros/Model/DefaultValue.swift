import SwiftSyntax

/// The initial value of a property as an expression that keeps its type where only `Any?` is expected.
struct DefaultValue {
    let text: String

    init(of property: PersistedProperty) {
        guard let value = property.initialValue, !value.is(NilLiteralExprSyntax.self) else {
            text = "nil"
            return
        }
        guard let annotation = property.annotation, InitialValueType.text(of: value) != annotation.trimmedDescription
        else {
            text = value.trimmedDescription
            return
        }
        let isSimple =
            value.is(MemberAccessExprSyntax.self) || value.is(FunctionCallExprSyntax.self)
            || value.is(DeclReferenceExprSyntax.self) || value.isLiteral
        let operand = isSimple ? value.trimmedDescription : "(\(value.trimmedDescription))"
        text = "\(operand) as \(Self.coercible(annotation))"
    }

    /// `as T!` is not allowed in an expression.
    private static func coercible(_ type: TypeSyntax) -> String {
        guard let implicit = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return type.trimmedDescription }
        return implicit.wrappedType.trimmedDescription + "?"
    }
}

extension ExprSyntax {
    /// A literal without operators, which binds tighter than a coercion behind it.
    var isLiteral: Bool {
        switch kind {
        case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .stringLiteralExpr, .simpleStringLiteralExpr,
            .arrayExpr, .dictionaryExpr, .prefixOperatorExpr:
            return true
        default:
            return false
        }
    }
}
