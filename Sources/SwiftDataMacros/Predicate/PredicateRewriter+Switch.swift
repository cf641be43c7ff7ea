import SwiftSyntax

extension PredicateRewriter {
    /// `switch`: each case is a condition, the last one the alternative.
    ///
    /// A switch that does not look at the model is decided when the predicate is made, so that its patterns may be of
    /// any kind.
    func rewrite(switch choice: SwitchExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        var cases: [SwitchCaseSyntax] = []
        for element in choice.cases {
            guard case .switchCase(let branch) = element else {
                return refuse(PredicateMessage.statement("'#if'"), at: element)
            }
            cases.append(branch)
        }
        guard let last = cases.popLast() else { return refuse(PredicateMessage.emptyBody, at: choice) }
        var result = rewrite(statements: last.statements, at: last, scope)
        for branch in cases.reversed() {
            guard case .case(let label) = branch.label else {
                return refuse(PredicateMessage.switchPattern, at: branch.label)
            }
            let body = rewrite(statements: branch.statements, at: branch, scope)
            result = .build("Conditional", test(label, of: choice.subject, scope), body, result)
        }
        return result
    }

    private func test(
        _ label: SwitchCaseLabelSyntax,
        of subject: ExprSyntax,
        _ scope: PredicateScope
    ) -> BuiltExpression {
        guard scope.dependsOnInput(subject) else {
            let patterns = label.caseItems.trimmedDescription
            let source = "{ switch \(subject.trimmedDescription) { case \(patterns): true; default: false } }()"
            return .value(source)
        }
        var result: BuiltExpression?
        for item in label.caseItems {
            guard let pattern = item.pattern.as(ExpressionPatternSyntax.self), item.whereClause == nil else {
                return refuse(PredicateMessage.switchPattern, at: item)
            }
            let match = match(pattern.expression, subject, scope)
            result = result.map { .binary("Disjunction", $0, match) } ?? match
        }
        return result ?? .value("false")
    }

    private func match(_ pattern: ExprSyntax, _ subject: ExprSyntax, _ scope: PredicateScope) -> BuiltExpression {
        let operand = rewrite(subject, scope)
        let name = pattern.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription
        let isRange =
            name == "..." || name == "..<" || pattern.is(PrefixOperatorExprSyntax.self) && !pattern.isNumber
            || pattern.is(PostfixOperatorExprSyntax.self)
        let value = rewrite(pattern, scope)
        return isRange ? .build("contains", value, operand) : .binary("Equal", operand, value)
    }
}

extension ExprSyntax {
    /// A number with a sign before it, which is a value and no range.
    fileprivate var isNumber: Bool {
        ["-", "+"].contains(self.as(PrefixOperatorExprSyntax.self)?.operator.text ?? "")
    }
}
