import Foundation

// Arithmetic that answers with an error where Swift's traps.

extension PredicateExpressions.Arithmetic: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let left = try lhs.checkedValue(bindings)
        let right = try rhs.checkedValue(bindings)
        if let integer = left as? any FixedWidthInteger { return try converted(result(integer, right)) }
        return switch op {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        }
    }

    private func result<Number: FixedWidthInteger>(_ left: Number, _ right: Any) throws -> Any {
        let right: Number = try converted(right)
        let result =
            switch op {
            case .add: left.addingReportingOverflow(right)
            case .subtract: left.subtractingReportingOverflow(right)
            case .multiply: left.multipliedReportingOverflow(by: right)
            }
        return try withoutOverflow(result)
    }
}

extension PredicateExpressions.IntDivision: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let left = try lhs.checkedValue(bindings)
        let right = try rhs.checkedValue(bindings)
        guard let integer = left as? any FixedWidthInteger else { return try quotient(left, right) }
        return try converted(quotient(fixed: integer, right))
    }

    private func quotient(_ left: Output, _ right: Output) throws -> Output {
        guard right != 0 else { throw ValuelessExpression(reason: "a division by zero") }
        return left / right
    }

    private func quotient<Number: FixedWidthInteger>(fixed left: Number, _ right: Any) throws -> Any {
        try withoutOverflow(left.dividedReportingOverflow(by: converted(right)))
    }
}

extension PredicateExpressions.IntRemainder: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let left = try lhs.checkedValue(bindings)
        let right = try rhs.checkedValue(bindings)
        guard let integer = left as? any FixedWidthInteger else { return try remainder(left, right) }
        return try converted(remainder(fixed: integer, right))
    }

    private func remainder(_ left: Output, _ right: Output) throws -> Output {
        guard right != 0 else { throw ValuelessExpression(reason: "a division by zero") }
        return left % right
    }

    private func remainder<Number: FixedWidthInteger>(fixed left: Number, _ right: Any) throws -> Any {
        try withoutOverflow(left.remainderReportingOverflow(dividingBy: converted(right)))
    }
}

extension PredicateExpressions.FloatDivision: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        try lhs.checkedValue(bindings) / rhs.checkedValue(bindings)
    }
}

extension PredicateExpressions.UnaryMinus: CheckedExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output {
        let value = try wrapped.checkedValue(bindings)
        guard let integer = value as? any FixedWidthInteger else { return -value }
        return try converted(negated(integer))
    }

    private func negated<Number: FixedWidthInteger>(_ value: Number) throws -> Any {
        try withoutOverflow((0 as Number).subtractingReportingOverflow(value))
    }
}

private func withoutOverflow<Number>(_ result: (partialValue: Number, overflow: Bool)) throws -> Number {
    guard !result.overflow else { throw ValuelessExpression(reason: "a result that \(Number.self) cannot hold") }
    return result.partialValue
}

private func converted<Number>(_ value: Any) throws -> Number {
    guard let number = value as? Number else { throw ValuelessExpression(reason: "\(value) as \(Number.self)") }
    return number
}
