import Foundation

// Never evaluated here, not even over captured values alone: Swift would trap where SQL can say no.

extension PredicateExpressions.Arithmetic: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(operation, self, form.lower(lhs), form.lower(rhs), folds: false)
    }

    private var operation: FormOperation {
        switch op {
        case .add: .add
        case .subtract: .subtract
        case .multiply: .multiply
        }
    }
}

extension PredicateExpressions.IntDivision: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.divideInteger, self, form.lower(lhs), form.lower(rhs), folds: false)
    }
}

extension PredicateExpressions.IntRemainder: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.remainder, self, form.lower(lhs), form.lower(rhs), folds: false)
    }
}

extension PredicateExpressions.FloatDivision: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.divideReal, self, form.lower(lhs), form.lower(rhs), folds: false)
    }
}

extension PredicateExpressions.UnaryMinus: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.negate, self, form.lower(wrapped), folds: false)
    }
}
