import Foundation

// Predicates and expressions within predicates: their trees take the place of the call, with the input for their
// variable.

extension PredicateExpressions.PredicateEvaluate: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.inline(self, input, predicate.expression, for: predicate.variable.key)
    }
}

extension PredicateExpressions.ExpressionEvaluation: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.inline(self, input, expression.expression, for: expression.variable.key)
    }
}

extension PredicateForm {
    /// Takes in a body whose variable stands for an input.
    ///
    /// The same body may stand in several places with several inputs, so its variable is bound anew each time.
    fileprivate mutating func inline<Expression: PredicateExpression>(
        _ expression: Expression,
        _ input: some PredicateExpression,
        _ body: some PredicateExpression,
        for variable: PredicateExpressions.VariableID
    ) -> Int32 {
        let target = lower(input)
        if self[target].free == 0 { return node(.inlined, expression, target) }
        replace(variable, by: target)
        let body = lower(body)
        return node(.inlined, expression, target, body)
    }
}

extension PredicateExpressions.PredicateJunction: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        var result: Int32?
        for predicate in predicates {
            for (inner, outer) in repeat (each predicate.variable, each variable) {
                form.replace(inner.key, by: form.variable(outer))
            }
            let next = form.lower(predicate.expression)
            result = result.map { form.node(isConjunction ? .and : .or, self, $0, next, folds: false) } ?? next
        }
        return result ?? form.constant(isConjunction)
    }
}
