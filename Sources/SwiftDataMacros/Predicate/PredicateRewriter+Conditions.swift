import SwiftSyntax

extension PredicateRewriter {
    /// `if`: `otherwise` is what follows an `if` without `else` whose branch returns.
    func rewrite(
        if condition: IfExprSyntax,
        otherwise: (() -> BuiltExpression)?,
        _ scope: PredicateScope
    ) -> BuiltExpression {
        rewrite(conditions: condition.conditions, scope) {
            self.rewrite(statements: condition.body.statements, at: condition.body, $0)
        } otherwise: {
            switch condition.elseBody {
            case .ifExpr(let next): return self.rewrite(if: next, otherwise: otherwise, scope)
            case .codeBlock(let block): return self.rewrite(statements: block.statements, at: block, scope)
            case nil: return otherwise?() ?? self.refuse(PredicateMessage.missingElse, at: condition.ifKeyword)
            }
        }
    }

    /// The conditions of `if` and `guard`, the first outermost.
    func rewrite(
        conditions: ConditionElementListSyntax,
        _ scope: PredicateScope,
        then: @escaping (PredicateScope) -> BuiltExpression,
        otherwise: () -> BuiltExpression
    ) -> BuiltExpression {
        let alternative = otherwise()
        return rewrite(conditions: Array(conditions.map(\.condition))[...], scope, then, alternative)
    }

    private func rewrite(
        conditions: ArraySlice<ConditionElementSyntax.Condition>,
        _ scope: PredicateScope,
        _ then: (PredicateScope) -> BuiltExpression,
        _ otherwise: BuiltExpression
    ) -> BuiltExpression {
        guard let first = conditions.first else { return then(scope) }
        var rest = conditions.dropFirst()
        switch first {
        case .expression(let expression):
            var test = rewrite(expression, scope)
            while case .expression(let next)? = rest.first {
                test = .binary("Conjunction", test, rewrite(next, scope))
                rest = rest.dropFirst()
            }
            return .build("Conditional", test, rewrite(conditions: rest, scope, then, otherwise), otherwise)
        case .optionalBinding(let binding):
            return rewrite(binding: binding, scope, otherwise) {
                self.rewrite(conditions: rest, $0, then, otherwise)
            }
        case .matchingPattern(let pattern):
            return refuse(PredicateMessage.condition("'case'"), at: pattern)
        case .availability(let availability):
            return refuse(PredicateMessage.condition("'#available'"), at: availability)
        }
    }

    /// `if let v = x`: the value flows into the branch, and nothing of it remains where there is none.
    private func rewrite(
        binding: OptionalBindingConditionSyntax,
        _ scope: PredicateScope,
        _ otherwise: BuiltExpression,
        _ then: (PredicateScope) -> BuiltExpression
    ) -> BuiltExpression {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
            return refuse(PredicateMessage.condition("this pattern"), at: binding.pattern)
        }
        let name = pattern.identifier.unescapedText
        let value = binding.initializer?.value ?? ExprSyntax(DeclReferenceExprSyntax(baseName: pattern.identifier))
        let generated = scope[name] == nil ? pattern.identifier.text : names.make("value")
        let inner = scope.binding(name, to: .text(generated))
        let branch = takenApart(generated, [], then(inner), isCondition: scope.expectsCondition)
        let mapped = BuiltExpression.build("flatMap", rewrite(value, scope), branch)
        return .binary("NilCoalesce", mapped, otherwise)
    }
}
