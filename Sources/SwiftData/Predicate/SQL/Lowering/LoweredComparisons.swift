import Foundation

extension PredicateExpressions.Equal: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.equal, self, form.lower(lhs), form.lower(rhs))
    }
}

extension PredicateExpressions.NotEqual: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.notEqual, self, form.lower(lhs), form.lower(rhs))
    }
}

extension PredicateExpressions.Comparison: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(operation, self, form.lower(lhs), form.lower(rhs))
    }

    private var operation: FormOperation {
        switch op {
        case .lessThan: .less
        case .lessThanOrEqual: .lessOrEqual
        case .greaterThan: .greater
        case .greaterThanOrEqual: .greaterOrEqual
        }
    }
}
