import SwiftDiagnostics
import SwiftSyntax

extension PredicateRewriter {
    private static let comparisons = [
        "<": "lessThan", "<=": "lessThanOrEqual", ">": "greaterThan", ">=": "greaterThanOrEqual",
    ]
    private static let arithmetic = ["+": "add", "-": "subtract", "*": "multiply"]
    private static let binary = [
        "&&": "Conjunction", "||": "Disjunction", "??": "NilCoalesce", "/": "Division", "%": "Remainder",
        "==": "Equal", "!=": "NotEqual",
    ]

    func rewrite(infix: InfixOperatorExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        guard let token = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
            return refuse(PredicateMessage.binaryOperator(infix.operator.trimmedDescription), at: infix.operator)
        }
        let name = token.text
        if name == "===" || name == "!==" { return refuseIdentity(token) }
        let (left, right) = ordered(infix, name, scope)
        let lhs = rewrite(left, scope)
        let rhs = rewrite(right, scope)
        if let node = Self.binary[name] { return .binary(node, lhs, rhs) }
        if let comparison = Self.comparisons[name] {
            return .build("Comparison", labeled: ["lhs": lhs, "rhs": rhs, "op": .text(".\(comparison)")])
        }
        if let operation = Self.arithmetic[name] {
            return .build("Arithmetic", labeled: ["lhs": lhs, "rhs": rhs, "op": .text(".\(operation)")])
        }
        switch name {
        case "...": return .build("ClosedRange", labeled: ["lower": lhs, "upper": rhs])
        case "..<": return .build("Range", labeled: ["lower": lhs, "upper": rhs])
        case "~=": return .build("contains", lhs, rhs)
        default: return refuse(PredicateMessage.binaryOperator(name), at: token)
        }
    }

    func rewrite(prefix: PrefixOperatorExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        let operand = rewrite(prefix.expression, scope)
        switch prefix.operator.text {
        case "!": return .build("Negation", operand)
        case "-": return .build("UnaryMinus", operand)
        case "+": return operand
        default: return refuse(PredicateMessage.binaryOperator(prefix.operator.text), at: prefix.operator)
        }
    }

    func rewrite(cast: AsExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        switch cast.questionOrExclamationMark?.tokenKind {
        case .postfixQuestionMark: return typeNode("ConditionalCast", cast.type, cast.expression, scope)
        case .exclamationMark: return typeNode("ForceCast", cast.type, cast.expression, scope)
        default: return rewrite(cast.expression, scope)
        }
    }

    func typeNode(
        _ name: String,
        _ type: TypeSyntax,
        _ operand: ExprSyntax,
        _ scope: PredicateScope
    ) -> BuiltExpression {
        let argument = BuiltExpression.Argument(label: nil, value: rewrite(operand, scope))
        return .call("PredicateExpressions.\(name)<_, \(type.trimmedDescription)>", [argument])
    }

    /// Equality holds either way round; what is captured stands to the right, where stores look for it.
    private func ordered(
        _ infix: InfixOperatorExprSyntax,
        _ name: String,
        _ scope: PredicateScope
    ) -> (ExprSyntax, ExprSyntax) {
        let (left, right) = (infix.leftOperand, infix.rightOperand)
        guard name == "==" || name == "!=", !scope.dependsOnInput(left) else { return (left, right) }
        return (right, left)
    }

    private func refuseIdentity(_ token: TokenSyntax) -> BuiltExpression {
        let equality = token.with(\.tokenKind, .binaryOperator(token.text == "===" ? "==" : "!="))
        let fixIt = FixIt(
            message: MacroMessage.fixIt("predicateIdentity", "use '\(equality.text)'"),
            changes: [.replace(oldNode: Syntax(token), newNode: Syntax(equality))]
        )
        return refuse(PredicateMessage.identity, at: token, fixIts: [fixIt])
    }
}
