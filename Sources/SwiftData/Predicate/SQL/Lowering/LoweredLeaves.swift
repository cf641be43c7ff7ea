import Foundation

extension PredicateExpressions.Variable: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.variable(self)
    }
}

extension PredicateExpressions.Value: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.constant(value)
    }
}

extension PredicateExpressions.NilLiteral: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.constant(Wrapped?.none)
    }
}

extension PredicateExpressions.KeyPath: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        let keyPath = keyPath
        return form.node(.keyPath, self, form.lower(root)) { $0.keyPath = keyPath }
    }
}
