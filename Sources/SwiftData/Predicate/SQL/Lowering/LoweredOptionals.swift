import Foundation

extension PredicateExpressions.OptionalFlatMap: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.flatMap, self, form.lower(wrapped), form.lower(transform), binding: variable.key)
    }
}

extension PredicateExpressions.NilCoalesce: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.coalesce, self, form.lower(lhs), form.lower(rhs))
    }
}

extension PredicateExpressions.ForcedUnwrap: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.unwrap, self, form.lower(inner))
    }
}
