import Foundation

extension PredicateExpressions.TypeCheck: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.typeCheck, self, form.lower(input)) { $0.target = Desired.self }
    }
}

extension PredicateExpressions.ConditionalCast: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.conditionalCast, self, form.lower(input)) { $0.target = Desired.self }
    }
}

extension PredicateExpressions.ForceCast: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.forceCast, self, form.lower(input)) { $0.target = Desired.self }
    }
}
