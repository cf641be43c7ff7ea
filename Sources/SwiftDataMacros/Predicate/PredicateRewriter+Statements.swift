import SwiftSyntax

extension PredicateRewriter {
    typealias Statements = CodeBlockItemListSyntax.SubSequence

    func rewrite(
        statements: CodeBlockItemListSyntax,
        at place: some SyntaxProtocol,
        _ scope: PredicateScope
    ) -> BuiltExpression {
        rewrite(statements: statements[...], at: place, scope)
    }

    /// The condition that a list of statements ends in.
    func rewrite(statements: Statements, at place: some SyntaxProtocol, _ scope: PredicateScope) -> BuiltExpression {
        guard let first = statements.first else { return refuse(PredicateMessage.emptyBody, at: place) }
        let rest = statements.dropFirst()
        if case .decl(let declaration) = first.item {
            guard let inner = bind(declaration, scope) else { return .value("false") }
            return rewrite(statements: rest, at: place, inner)
        }
        if case .stmt(let statement) = first.item, let check = statement.as(GuardStmtSyntax.self) {
            return rewrite(conditions: check.conditions, scope) {
                self.rewrite(statements: rest, at: place, $0)
            } otherwise: {
                self.rewrite(statements: check.body.statements, at: check, scope)
            }
        }
        guard let expression = first.returnedExpression else {
            return refuse(PredicateMessage.statement("this statement"), at: first)
        }
        if let condition = expression.as(IfExprSyntax.self), !rest.isEmpty {
            return rewrite(if: condition, otherwise: { self.rewrite(statements: rest, at: place, scope) }, scope)
        }
        guard rest.isEmpty else { return refuse(PredicateMessage.statement("a statement without result"), at: first) }
        if let condition = expression.as(IfExprSyntax.self) { return rewrite(if: condition, otherwise: nil, scope) }
        if let choice = expression.as(SwitchExprSyntax.self) { return rewrite(switch: choice, scope) }
        return rewrite(expression, scope)
    }

    /// Constants at the head of the closure that do not depend on the input stay what they are.
    func leadingConstants(
        of statements: CodeBlockItemListSyntax,
        _ scope: PredicateScope
    ) -> ([String], Statements, PredicateScope) {
        var rest = statements[...]
        var constants: [String] = []
        var scope = scope
        while let first = rest.first, case .decl(let declaration) = first.item,
            let variable = declaration.as(VariableDeclSyntax.self), !scope.dependsOnInput(variable)
        {
            constants.append(variable.trimmedDescription)
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
                scope = scope.hiding(name.identifier.unescapedText)
            }
            rest = rest.dropFirst()
        }
        return (constants, rest, scope)
    }

    /// A constant that depends on the input stands for its expression.
    private func bind(_ declaration: DeclSyntax, _ scope: PredicateScope) -> PredicateScope? {
        guard let variable = declaration.as(VariableDeclSyntax.self),
            variable.bindingSpecifier.tokenKind == .keyword(.let)
        else {
            _ = refuse(PredicateMessage.statement("this declaration"), at: declaration)
            return nil
        }
        guard scope.dependsOnInput(variable) else {
            _ = refuse(PredicateMessage.localConstant, at: declaration)
            return nil
        }
        var inner = scope
        for binding in variable.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self), let value = binding.initializer?.value
            else {
                _ = refuse(PredicateMessage.statement("this declaration"), at: binding)
                return nil
            }
            inner = inner.binding(name.identifier.unescapedText, to: rewrite(value, inner))
        }
        return inner
    }
}
