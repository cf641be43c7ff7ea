import SwiftDiagnostics
import SwiftSyntax

/// Rewrites the expressions of a predicate's closure into nodes.
///
/// The families of expressions have files of their own.
final class PredicateRewriter {
    let names: FreshNames
    private(set) var hasRefused = false
    private let report: (Diagnostic) -> Void

    init(names: FreshNames, report: @escaping (Diagnostic) -> Void) {
        self.names = names
        self.report = report
    }

    /// The node of an expression.
    func rewrite(_ expression: some ExprSyntaxProtocol, _ scope: PredicateScope) -> BuiltExpression {
        let expression = ExprSyntax(expression)
        if let replaced = scope[expression] { return replaced }
        if let inner = parenthesized(expression) { return rewrite(inner, scope) }
        if expression.is(NilLiteralExprSyntax.self) { return .nilLiteral }
        guard scope.dependsOnInput(expression) else { return .value(expression.trimmedDescription) }
        if let chain = optionalChain(expression, scope) { return chain }
        return rewriteDependent(expression, scope)
    }

    /// Says that a piece of source cannot be part of a predicate.
    ///
    /// The result only stands in for it.
    func refuse(
        _ message: MacroMessage,
        at node: some SyntaxProtocol,
        fixIts: [FixIt] = []
    ) -> BuiltExpression {
        hasRefused = true
        report(message.diagnostic(at: node, fixIts: fixIts))
        return .value("false")
    }

    private func rewriteDependent(_ expression: ExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let reference):
            return scope[reference.baseName.unescapedText] ?? .value(reference.trimmedDescription)
        case .memberAccessExpr(let member): return rewrite(member: member, scope)
        case .functionCallExpr(let call): return rewrite(call: call, scope)
        case .subscriptCallExpr(let call): return rewrite(subscript: call, scope)
        case .forceUnwrapExpr(let unwrap): return .build("ForcedUnwrap", rewrite(unwrap.expression, scope))
        case .infixOperatorExpr(let infix): return rewrite(infix: infix, scope)
        case .prefixOperatorExpr(let prefix): return rewrite(prefix: prefix, scope)
        case .isExpr(let check): return typeNode("TypeCheck", check.type, check.expression, scope)
        case .asExpr(let cast): return rewrite(cast: cast, scope)
        case .ternaryExpr(let ternary):
            return .build(
                "Conditional",
                rewrite(ternary.condition, scope),
                rewrite(ternary.thenExpression, scope),
                rewrite(ternary.elseExpression, scope)
            )
        case .ifExpr(let condition): return rewrite(if: condition, otherwise: nil, scope)
        case .switchExpr(let choice): return rewrite(switch: choice, scope)
        default: return refuse(.init(describing: expression), at: expression)
        }
    }

    private func parenthesized(_ expression: ExprSyntax) -> ExprSyntax? {
        guard let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first,
            only.label == nil
        else { return nil }
        return only.expression
    }
}

extension MacroMessage {
    /// The refusal of a kind of expression that has no node.
    fileprivate init(describing expression: ExprSyntax) {
        switch expression.kind {
        case .stringLiteralExpr: self = PredicateMessage.expression("a string")
        case .arrayExpr, .dictionaryExpr, .tupleExpr: self = PredicateMessage.expression("a list")
        case .closureExpr: self = PredicateMessage.expression("a closure")
        case .tryExpr: self = PredicateMessage.expression("'try'")
        case .awaitExpr: self = PredicateMessage.expression("'await'")
        case .macroExpansionExpr: self = PredicateMessage.expression("a macro")
        default: self = PredicateMessage.expression("an expression of this kind")
        }
    }
}
