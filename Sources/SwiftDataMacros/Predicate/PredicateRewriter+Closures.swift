import SwiftSyntax

extension PredicateRewriter {
    /// The closure that builds the whole predicate.
    func builder(for closure: ClosureExprSyntax) -> BuiltExpression {
        let (parameters, scope) = enter(closure, PredicateScope())
        let head = parameters.joined(separator: ", ")
        let (leading, statements, inner) = leadingConstants(of: closure.statements, scope)
        let constants = PredicateClosure.namedCaptures(of: closure).compactMap(constant) + leading
        let body = rewrite(statements: statements, at: closure.rightBrace, inner)
        return takenApart(head, constants, body, isCondition: true)
    }

    /// A closure over the elements of a collection or the value of an optional.
    func closure(_ closure: ClosureExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        let (parameters, inner) = enter(closure, scope)
        guard parameters.count == 1, let parameter = parameters.first else {
            return refuse(PredicateMessage.oneParameter, at: closure)
        }
        let body = rewrite(statements: closure.statements, at: closure.rightBrace, inner)
        return takenApart(parameter, [], body, isCondition: scope.expectsCondition)
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
}
