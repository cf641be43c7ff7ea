import Foundation

extension PredicateExpressions.StringContainsRegex: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.matches, self, form.lower(subject), form.lower(regex))
    }
}
