import Foundation

extension PredicateForm {
    fileprivate mutating func text<Expression: PredicateExpression>(
        _ function: TextFunction,
        _ expression: Expression,
        _ operands: some PredicateExpression,
        _ other: some PredicateExpression
    ) -> Int32 {
        node(.textFunction, expression, lower(operands), lower(other), detail: function.rawValue)
    }
}

extension PredicateExpressions.StringLocalizedStandardContains: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.text(.localizedStandardContains, self, root, other)
    }
}

extension PredicateExpressions.StringLocalizedCaseInsensitiveContains: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.text(.localizedCaseInsensitiveContains, self, root, other)
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.text(.caseInsensitiveCompare, self, root, other)
    }
}

extension PredicateExpressions.StringLocalizedCompare: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.text(.localizedCompare, self, root, other)
    }
}

extension PredicateExpressions.StringLocalizedCaseInsensitiveCompare: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.text(.localizedCaseInsensitiveCompare, self, root, other)
    }
}

extension PredicateExpressions.StringLocalizedStandardCompare: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.text(.localizedStandardCompare, self, root, other)
    }
}

extension PredicateExpressions.StringHasSuffix: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.text(.hasSuffix, self, root, suffix)
    }
}

extension PredicateExpressions.StringLowercased: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.textFunction, self, form.lower(root), detail: TextFunction.lowercased.rawValue)
    }
}

extension PredicateExpressions.StringUppercased: SQLLowerable {
    func lower(into form: inout PredicateForm) -> Int32 {
        form.node(.textFunction, self, form.lower(root), detail: TextFunction.uppercased.rawValue)
    }
}
