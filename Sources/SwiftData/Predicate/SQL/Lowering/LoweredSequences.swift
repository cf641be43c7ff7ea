import Foundation

extension PredicateExpressions.SequenceContains: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.contains, self, form.lower(sequence), form.lower(element))
    }
}

extension PredicateExpressions.SequenceContainsWhere: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.containsWhere, self, form.lower(sequence), form.lower(test), binding: variable.key)
    }
}

extension PredicateExpressions.SequenceAllSatisfy: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.allSatisfy, self, form.lower(sequence), form.lower(test), binding: variable.key)
    }
}

extension PredicateExpressions.Filter: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.filter, self, form.lower(sequence), form.lower(filter), binding: variable.key)
    }
}

extension PredicateExpressions.SequenceMinimum: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.minimum, self, form.lower(elements))
    }
}

extension PredicateExpressions.SequenceMaximum: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.maximum, self, form.lower(elements))
    }
}

extension PredicateExpressions.SequenceStartsWith: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.startsWith, self, form.lower(base), form.lower(prefix))
    }
}
