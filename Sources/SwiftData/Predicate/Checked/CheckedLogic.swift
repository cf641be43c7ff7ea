import Foundation

// What passes values on: logic, comparisons, optionals, members.

extension PredicateExpressions.Conjunction: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try lhs.checkedValue(bindings) && rhs.checkedValue(bindings)
    }
}

extension PredicateExpressions.Disjunction: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try lhs.checkedValue(bindings) || rhs.checkedValue(bindings)
    }
}

extension PredicateExpressions.Negation: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool { try !wrapped.checkedValue(bindings) }
}

extension PredicateExpressions.Conditional: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        try test.checkedValue(bindings) ? trueBranch.checkedValue(bindings) : falseBranch.checkedValue(bindings)
    }
}

extension PredicateExpressions.Equal: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try lhs.checkedValue(bindings) == rhs.checkedValue(bindings)
    }
}

extension PredicateExpressions.NotEqual: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try lhs.checkedValue(bindings) != rhs.checkedValue(bindings)
    }
}

extension PredicateExpressions.Comparison: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        let left = try lhs.checkedValue(bindings)
        let right = try rhs.checkedValue(bindings)
        return switch op {
        case .lessThan: left < right
        case .lessThanOrEqual: left <= right
        case .greaterThan: left > right
        case .greaterThanOrEqual: left >= right
        }
    }
}

extension PredicateExpressions.KeyPath: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output { try root.checkedValue(bindings)[keyPath: keyPath] }
}

extension PredicateExpressions.OptionalFlatMap: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        guard let value = try wrapped.checkedValue(bindings) else { return nil }
        return try transform.checkedValue(bindings, variable, value) as? Output ?? nil
    }
}

extension PredicateExpressions.NilCoalesce: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        try lhs.checkedValue(bindings) ?? rhs.checkedValue(bindings)
    }
}

extension PredicateExpressions.ForcedUnwrap: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        guard let value = try inner.checkedValue(bindings) else {
            throw ValuelessExpression(reason: "a nil that is unwrapped")
        }
        return value
    }
}

// MARK: - Types

extension PredicateExpressions.TypeCheck: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool { try input.checkedValue(bindings) is Desired }
}

extension PredicateExpressions.ConditionalCast: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Desired? { try input.checkedValue(bindings) as? Desired }
}

extension PredicateExpressions.ForceCast: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Desired {
        guard let value = try input.checkedValue(bindings) as? Desired else {
            throw ValuelessExpression(reason: "a value that is no \(Desired.self)")
        }
        return value
    }
}

// MARK: - Predicates and expressions within predicates

extension PredicateExpressions.PredicateEvaluate: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        try CheckedPredicate(predicate).evaluate(input.checkedValue(bindings))
    }
}

extension PredicateExpressions.ExpressionEvaluation: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Result {
        let value = try input.checkedValue(bindings)
        return try expression.expression.checkedValue(PredicateBindings((expression.variable, value)))
    }
}

extension PredicateExpressions.PredicateJunction: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Bool {
        for predicate in predicates {
            var inner = bindings
            for (own, outer) in repeat (each predicate.variable, each variable) {
                try Self.bind(own, to: outer.evaluate(bindings), in: &inner)
            }
            let holds = try predicate.expression.checkedValue(inner)
            if holds != isConjunction { return holds }
        }
        return isConjunction
    }

    private static func bind<Value>(
        _ variable: PredicateExpressions.Variable<Value>,
        to value: Value,
        in bindings: inout PredicateBindings
    ) {
        bindings[variable] = value
    }
}
