import CloudKitWebServices
import Foundation

extension QueryCondition {
    /// The condition of one of Foundation's predicates.
    ///
    /// - Throws: ``CKError`` `invalidArguments` for what the service cannot be asked.
    init<Model>(_ predicate: Predicate<Model>, fields: [PartialKeyPath<Model>: String]) throws(CKError) {
        let names = Dictionary(uniqueKeysWithValues: fields.map { ($0.key as AnyKeyPath, $0.value) })
        self = try QueryTranslation(fields: names).condition(predicate.expression)
    }
}

/// Turns the expressions of a predicate into conditions.
struct QueryTranslation {
    let fields: [AnyKeyPath: String]

    func condition(_ expression: Any) throws(CKError) -> QueryCondition {
        if let expression = expression as? any ConditionExpression { return try expression.condition(self) }
        // A property of type Bool stands for itself.
        if let operand = try? operand(expression), case .key(let key) = operand {
            return .compare(field: key, .equals, .int(1))
        }
        throw .predicate("\(Self.name(of: expression)) cannot be sent to the service")
    }

    func operand(_ expression: Any) throws(CKError) -> PredicateOperand {
        guard let expression = expression as? any OperandExpression else {
            throw .predicate("\(Self.name(of: expression)) cannot be sent to the service")
        }
        return try expression.operand(self)
    }

    func compare(
        _ left: Any,
        _ comparison: String,
        _ right: Any
    ) throws(CKError) -> QueryCondition {
        let sides = (try operand(left), try operand(right))
        return try PredicateComparison(isAny: false, left: sides.0, comparison: comparison, right: sides.1).condition()
    }

    private static func name(of expression: Any) -> String {
        String("\(type(of: expression))".prefix { $0 != "<" })
    }
}

/// An expression that is true or false.
protocol ConditionExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition
}

/// An expression that stands for a field or a value.
protocol OperandExpression {
    func operand(_ translation: QueryTranslation) throws(CKError) -> PredicateOperand
}

extension PredicateExpressions.Conjunction: ConditionExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition {
        .all([try translation.condition(lhs), try translation.condition(rhs)])
    }
}

extension PredicateExpressions.Negation: ConditionExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition {
        .not(try translation.condition(wrapped))
    }
}

extension PredicateExpressions.Equal: ConditionExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition {
        try translation.compare(lhs, "=", rhs)
    }
}

extension PredicateExpressions.NotEqual: ConditionExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition {
        try translation.compare(lhs, "!=", rhs)
    }
}

extension PredicateExpressions.Comparison: ConditionExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition {
        let name =
            switch op {
            case .lessThan: "<"
            case .lessThanOrEqual: "<="
            case .greaterThan: ">"
            case .greaterThanOrEqual: ">="
            @unknown default: "?"
            }
        return try translation.compare(lhs, name, rhs)
    }
}

extension PredicateExpressions.SequenceContains: ConditionExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition {
        switch (try translation.operand(sequence), try translation.operand(element)) {
        case (.list(let values), .key(let key)): return .oneOf(field: key, .in, values)
        case (.key(let key), .value(let value)): return .compare(field: key, .listContains, value)
        default: throw .predicate("contains goes with a list and a field")
        }
    }
}

extension PredicateExpressions.SequenceStartsWith: ConditionExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition {
        try translation.compare(base, "BEGINSWITH", prefix)
    }
}

extension PredicateExpressions.Value: ConditionExpression, OperandExpression {
    func condition(_ translation: QueryTranslation) throws(CKError) -> QueryCondition {
        guard let isTrue = value as? Bool else { throw .predicate("a value stands alone") }
        return .always(isTrue)
    }

    func operand(_ translation: QueryTranslation) throws(CKError) -> PredicateOperand {
        try PredicateOperand(argument: value)
    }
}

extension PredicateExpressions.KeyPath: OperandExpression {
    func operand(_ translation: QueryTranslation) throws(CKError) -> PredicateOperand {
        guard root is any VariableExpression else { throw .predicate("key paths have one step") }
        if let name = translation.fields[keyPath] { return .key(name) }
        // The description of a key path to a stored property ends in the property's name.
        let text = "\(keyPath)"
        guard let dot = text.lastIndex(of: "."), text[text.index(after: dot)...].allSatisfy(\.isPropertyLetter) else {
            throw .predicate("the field of \(text) is not known: name it in `fields`")
        }
        return .key(String(text[text.index(after: dot)...]))
    }
}

extension Character {
    fileprivate var isPropertyLetter: Bool { isLetter || isNumber || self == "_" }
}

/// The model that a predicate is about.
protocol VariableExpression {}

extension PredicateExpressions.Variable: VariableExpression {}
