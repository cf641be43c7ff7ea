import SwiftSyntax

extension PredicateRewriter {
    /// From this many conditions on, each is type-checked on its own: one large expression can be too much for the
    /// compiler.
    private static let splitLimit = 3

    /// The closure that builds the whole predicate.
    func builder(for closure: ClosureExprSyntax) -> BuiltExpression {
        let (parameters, scope) = enter(closure, PredicateScope())
        let head = parameters.joined(separator: ", ")
        let (leading, statements, inner) = leadingConstants(of: closure.statements, scope)
        let constants = PredicateClosure.namedCaptures(of: closure).compactMap(constant) + leading
        guard let condition = lastExpression(of: statements), countConditions(condition) >= Self.splitLimit else {
            let body = rewrite(statements: statements, at: closure.rightBrace, inner)
            return constants.isEmpty ? .closure(head, body) : .block(head, constants, [], body)
        }
        var parts: [(name: String, value: BuiltExpression)] = []
        let result = split(condition, inner, into: &parts)
        return .block(head, constants, parts, result)
    }

    /// A closure over the elements of a collection or the value of an optional.
    func closure(_ closure: ClosureExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        let (parameters, inner) = enter(closure, scope)
        guard parameters.count == 1, let parameter = parameters.first else {
            return refuse(PredicateMessage.oneParameter, at: closure)
        }
        return .closure(parameter, rewrite(statements: closure.statements, at: closure, inner))
    }

    private func constant(for capture: ClosureCaptureSyntax) -> String? {
        guard let value = capture.initializer, capture.specifier == nil else {
            _ = refuse(PredicateMessage.weakCapture, at: capture)
            return nil
        }
        return "let \(capture.name.text) \(value.trimmedDescription)"
    }

    /// The parameters of a closure as the generated one names them, and what they stand for in its body.
    private func enter(_ closure: ClosureExprSyntax, _ scope: PredicateScope) -> ([String], PredicateScope) {
        var inner = scope
        if let parameters = PredicateClosure.parameterNames(of: closure) {
            for parameter in parameters where parameter != "_" {
                inner = inner.binding(parameter, to: .text(parameter))
            }
            return (parameters, inner)
        }
        let shorthands = PredicateClosure.shorthandParameters(of: closure)
        let parameters = shorthands.map { _ in names.make("input") }
        for (shorthand, parameter) in zip(shorthands, parameters) {
            inner = inner.binding(shorthand, to: .text(parameter))
        }
        return (parameters, inner)
    }

    private func lastExpression(of statements: CodeBlockItemListSyntax.SubSequence) -> ExprSyntax? {
        guard statements.count == 1, let only = statements.first else { return nil }
        return only.returnedExpression
    }

    private func countConditions(_ expression: ExprSyntax) -> Int {
        guard let (left, right, _) = logicalOperands(expression) else { return 1 }
        return countConditions(left) + countConditions(right)
    }

    private func split(
        _ expression: ExprSyntax,
        _ scope: PredicateScope,
        into parts: inout [(name: String, value: BuiltExpression)]
    ) -> BuiltExpression {
        if let (left, right, node) = logicalOperands(expression) {
            let lhs = split(left, scope, into: &parts)
            return .binary(node, lhs, split(right, scope, into: &parts))
        }
        let name = names.make("condition")
        parts.append((name, rewrite(expression, scope)))
        return .text(name)
    }

    private func logicalOperands(_ expression: ExprSyntax) -> (ExprSyntax, ExprSyntax, String)? {
        if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return logicalOperands(only.expression)
        }
        guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return nil }
        switch infix.operator.trimmedDescription {
        case "&&": return (infix.leftOperand, infix.rightOperand, "Conjunction")
        case "||": return (infix.leftOperand, infix.rightOperand, "Disjunction")
        default: return nil
        }
    }
}

extension CodeBlockItemSyntax {
    /// The expression that a statement is or returns.
    var returnedExpression: ExprSyntax? {
        switch item {
        case .expr(let expression): expression
        case .stmt(let statement):
            statement.as(ReturnStmtSyntax.self)?.expression ?? statement.as(ExpressionStmtSyntax.self)?.expression
        case .decl: nil
        }
    }

    var isReturn: Bool {
        guard case .stmt(let statement) = item else { return false }
        return statement.is(ReturnStmtSyntax.self)
    }
}
