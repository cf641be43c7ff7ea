import Foundation

/// A predicate that is asked in memory and cannot end the process: where Swift would trap (an overflow, a division by
/// zero, bounds the wrong way round, a position outside), it throws, as the same expression is NULL in SQL.
struct CheckedPredicate<Input> {
    let predicate: Predicate<Input>
    /// Whether there is anything in the predicate that could trap; the others are evaluated by Foundation.
    private let isRisky: Bool

    init(_ predicate: Predicate<Input>) {
        self.predicate = predicate
        var form = PredicateForm()
        _ = form.slot(of: predicate.variable.key)
        _ = form.lower(predicate.expression)
        isRisky = form.nodes.contains { $0.operation.canTrap }
    }

    /// The predicate's answer.
    ///
    /// - Throws: What an expression throws that has no value.
    func evaluate(_ input: Input) throws -> Bool {
        guard isRisky else { return try predicate.evaluate(input) }
        return try predicate.expression.checkedValue(PredicateBindings((predicate.variable, input)))
    }

    /// As in SQL, an instance for which an expression has no value (an unwrapped nil, an overflow) does not match.
    func matches(_ input: Input) -> Bool {
        (try? evaluate(input)) ?? false
    }
}

extension FormOperation {
    /// Whether Foundation's evaluation of such a node may trap.
    fileprivate var canTrap: Bool {
        switch self {
        case .add, .subtract, .multiply, .divideInteger, .remainder, .negate, .range, .closedRange, .forceCast,
            .unsupported:
            true
        default: false
        }
    }
}

/// An expression that has no value for its input.
struct ValuelessExpression: Error {
    let reason: String
}

/// An expression that can be evaluated without a trap, together with those inside of it.
protocol CheckedExpression<Output>: PredicateExpression {
    func checked(_ bindings: PredicateBindings) throws -> Output
}

extension PredicateExpression {
    /// The value, by way of ``CheckedExpression`` where the node has one.
    func checkedValue(_ bindings: PredicateBindings) throws -> Output {
        if let known = self as? any CheckedExpression<Output> { return try known.checked(bindings) }
        return try evaluate(bindings)
    }

    /// The value of an expression for one more variable.
    func checkedValue<Value>(
        _ bindings: PredicateBindings,
        _ variable: PredicateExpressions.Variable<Value>,
        _ value: Value
    ) throws -> Output {
        var inner = bindings
        inner[variable] = value
        return try checkedValue(inner)
    }
}
