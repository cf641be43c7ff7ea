import Foundation

// Never evaluated here: bounds the wrong way round would trap.

extension PredicateExpressions.Range: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.range, self, form.lower(lower), form.lower(upper), folds: false)
    }
}

extension PredicateExpressions.ClosedRange: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.closedRange, self, form.lower(lower), form.lower(upper), folds: false)
    }
}

extension PredicateExpressions.RangeExpressionContains: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.rangeContains, self, form.lower(range), form.lower(element), folds: false)
    }
}
