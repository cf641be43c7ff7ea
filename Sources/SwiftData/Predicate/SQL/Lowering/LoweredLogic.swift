import Foundation

extension PredicateExpressions.Conjunction: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.and, self, form.lower(lhs), form.lower(rhs))
    }
}

extension PredicateExpressions.Disjunction: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.or, self, form.lower(lhs), form.lower(rhs))
    }
}

extension PredicateExpressions.Negation: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.not, self, form.lower(wrapped))
    }
}

extension PredicateExpressions.Conditional: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.conditional, self, form.lower(test), form.lower(trueBranch), form.lower(falseBranch))
    }
}
