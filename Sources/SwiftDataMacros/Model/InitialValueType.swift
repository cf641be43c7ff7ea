import SwiftSyntax

/// The type of an initial value, where its syntax alone tells it.
enum InitialValueType {
    /// The type's source text, or nil when only the type checker could know.
    static func text(of expression: ExprSyntax) -> String? {
        literal(expression) ?? emptyCall(expression) ?? wellKnownMember(expression) ?? coercion(expression)
    }

    private static func literal(_ expression: ExprSyntax) -> String? {
        switch expression.kind {
        case .integerLiteralExpr: return "Int"
        case .floatLiteralExpr: return "Double"
        case .booleanLiteralExpr: return "Bool"
        case .stringLiteralExpr, .simpleStringLiteralExpr: return "String"
        case .prefixOperatorExpr: return negative(expression)
        case .arrayExpr: return arrayLiteral(expression)
        default: return nil
        }
    }

    private static func negative(_ expression: ExprSyntax) -> String? {
        guard let prefix = expression.as(PrefixOperatorExprSyntax.self), ["-", "+"].contains(prefix.operator.text)
        else {
            return nil
        }
        let isNumber =
            prefix.expression.is(IntegerLiteralExprSyntax.self) || prefix.expression.is(FloatLiteralExprSyntax.self)
        return isNumber ? literal(prefix.expression) : nil
    }

    /// `["a", "b"]`: literals of one kind.
    ///
    /// Mixed ones are left to the type checker.
    private static func arrayLiteral(_ expression: ExprSyntax) -> String? {
        guard let array = expression.as(ArrayExprSyntax.self), let first = array.elements.first,
            let type = literal(first.expression),
            array.elements.allSatisfy({ literal($0.expression) == type })
        else { return nil }
        return "[\(type)]"
    }

    /// `Date()`, `[Tag]()`, `[String: Int]()`, `Set<Int>()`: calls without arguments, which cannot fail.
    private static func emptyCall(_ expression: ExprSyntax) -> String? {
        guard let call = expression.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            call.trailingClosure == nil, call.leftParen != nil
        else { return nil }
        let callee = call.calledExpression
        if let name = scalarName(callee) { return name }
        if let array = callee.as(ArrayExprSyntax.self), array.elements.count == 1 { return array.trimmedDescription }
        if let dictionary = callee.as(DictionaryExprSyntax.self), case .elements(let elements) = dictionary.content,
            elements.count == 1
        {
            return dictionary.trimmedDescription
        }
        if let generic = callee.as(GenericSpecializationExprSyntax.self),
            ["Set", "Array", "Dictionary"].contains(generic.expression.trimmedDescription)
        {
            return generic.trimmedDescription
        }
        return nil
    }

    private static func scalarName(_ expression: ExprSyntax) -> String? {
        if let reference = expression.as(DeclReferenceExprSyntax.self) {
            return ScalarType.names.contains(reference.baseName.text) ? reference.baseName.text : nil
        }
        if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base?.trimmedDescription,
            ["Swift", "Foundation"].contains(base)
        {
            let name = member.declName.baseName.text
            return ScalarType.names.contains(name) ? "\(base).\(name)" : nil
        }
        return nil
    }

    private static func wellKnownMember(_ expression: ExprSyntax) -> String? {
        guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
            let type = scalarName(base)
        else { return nil }
        let isDate = type == "Date" || type == "Foundation.Date"
        return isDate && ["now", "distantPast", "distantFuture"].contains(member.declName.baseName.text) ? type : nil
    }

    /// `0 as Double`, with operators folded or not.
    private static func coercion(_ expression: ExprSyntax) -> String? {
        if let cast = expression.as(AsExprSyntax.self) {
            return cast.questionOrExclamationMark == nil ? cast.type.trimmedDescription : nil
        }
        guard let sequence = expression.as(SequenceExprSyntax.self) else { return nil }
        let elements = Array(sequence.elements)
        guard elements.count == 3, let cast = elements[1].as(UnresolvedAsExprSyntax.self),
            cast.questionOrExclamationMark == nil, let type = elements[2].as(TypeExprSyntax.self)
        else { return nil }
        return type.type.trimmedDescription
    }
}
