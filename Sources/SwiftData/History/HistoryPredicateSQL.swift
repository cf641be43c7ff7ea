import Foundation

/// A history predicate or a part of it, as SQL over `_history`.
enum HistoryTerm {
    /// A condition in parentheses.
    case condition(String)
    /// A column, or a parameter.
    case operand(String, isNullable: Bool)
    /// The position of the transaction.
    case tokenColumn
    /// A position to compare with.
    case token(DefaultHistoryToken)
}

/// Translates history predicates; what it does not know is left to evaluation in memory.
struct HistoryTranslation {
    /// Thrown where a part has no translation.
    struct Untranslatable: Error {}

    let storeIdentifier: String
    private(set) var arguments: [SQLValue] = []
    /// The positions after which the predicate asks for transactions: older history must still be complete.
    private(set) var lowerBounds: [Int64] = []

    init(storeIdentifier: String) {
        self.storeIdentifier = storeIdentifier
    }

    /// The condition for a predicate; nil where it has no translation.
    mutating func condition(of predicate: Predicate<DefaultHistoryTransaction>) -> String? {
        let untouched = self
        do {
            return try condition(of: predicate.expression)
        } catch {
            self = untouched
            return nil
        }
    }

    mutating func term(of expression: any PredicateExpression) throws -> HistoryTerm {
        guard let expression = expression as? any HistoryTranslatable else { throw Untranslatable() }
        return try expression.historyTerm(&self)
    }

    mutating func condition(of expression: any PredicateExpression) throws -> String {
        guard case .condition(let sql) = try term(of: expression) else { throw Untranslatable() }
        return sql
    }

    mutating func parameter(_ value: SQLValue) -> HistoryTerm {
        arguments.append(value)
        return .operand("?", isNullable: true)
    }

    /// The condition that compares two terms with SQL's `operation`.
    mutating func comparison(
        _ left: any PredicateExpression,
        _ operation: String,
        _ right: any PredicateExpression
    ) throws -> HistoryTerm {
        let isOrder = operation.first == "<" || operation.first == ">"
        switch (try term(of: left), try term(of: right)) {
        case (.operand(let left, let leftNullable), .operand(let right, let rightNullable)):
            // An order between optionals has no meaning in Swift; what gets here by another way is not ours.
            if isOrder, leftNullable, rightNullable { throw Untranslatable() }
            return .condition(Self.comparison(left, operation, right))
        case (.tokenColumn, .token(let token)):
            return position(operation, token)
        case (.token(let token), .tokenColumn):
            return position(mirrored(operation), token)
        default:
            throw Untranslatable()
        }
    }

    /// The number of a transaction is compared by the key that it is a part of: SQLite finds that, and would look at all of
    /// the history for the number itself.
    private static func comparison(_ left: String, _ operation: String, _ right: String) -> String {
        let number = HistorySQL.transactionNumber
        return switch (left == number, right == number) {
        case (true, false): "(id \(operation) \(HistorySQL.firstChange(ofTransaction: right)))"
        case (false, true): "(\(HistorySQL.firstChange(ofTransaction: left)) \(operation) id)"
        default: "(\(left) \(operation) \(right))"
        }
    }

    private mutating func position(_ operation: String, _ token: DefaultHistoryToken) -> HistoryTerm {
        let transaction = token.transaction(in: storeIdentifier)
        if operation == ">" { lowerBounds.append(transaction) }
        if operation == ">=" { lowerBounds.append(max(transaction - 1, 0)) }
        arguments.append(.integer(HistorySQL.firstChange(ofTransaction: transaction)))
        return .condition("(id \(operation) ?)")
    }

    private func mirrored(_ operation: String) -> String {
        switch operation {
        case "<": ">"
        case "<=": ">="
        case ">": "<"
        case ">=": "<="
        default: operation
        }
    }
}

/// A node of a predicate that has a translation.
protocol HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm
}

/// A property of a transaction as a column.
enum HistoryColumn {
    static func name(_ keyPath: AnyKeyPath) -> String? {
        switch keyPath {
        case \DefaultHistoryTransaction.transactionIdentifier, \DefaultHistoryTransaction.id:
            HistorySQL.transactionNumber
        case \DefaultHistoryTransaction.timestamp: "timestamp"
        case \DefaultHistoryTransaction.author: "author"
        case \DefaultHistoryTransaction.bundleIdentifier: "bundle"
        case \DefaultHistoryTransaction.processIdentifier: "process"
        default: nil
        }
    }
}

extension PredicateExpressions.KeyPath: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        let path = keyPath as AnyKeyPath
        if path == \DefaultHistoryTransaction.token { return .tokenColumn }
        if path == \DefaultHistoryTransaction.storeIdentifier {
            return translation.parameter(.text(translation.storeIdentifier))
        }
        guard let column = HistoryColumn.name(path) else { throw HistoryTranslation.Untranslatable() }
        return .operand(column, isNullable: column == "author")
    }
}

extension PredicateExpressions.Value: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        switch value {
        case let token as DefaultHistoryToken: return .token(token)
        case let value as any _SQLiteValue: return translation.parameter(value._sqlValue)
        default: throw HistoryTranslation.Untranslatable()
        }
    }
}

extension PredicateExpressions.NilLiteral: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        .operand("NULL", isNullable: true)
    }
}

extension PredicateExpressions.Equal: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        try translation.comparison(lhs, "IS", rhs)
    }
}

extension PredicateExpressions.NotEqual: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        try translation.comparison(lhs, "IS NOT", rhs)
    }
}

extension PredicateExpressions.Comparison: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        switch op {
        case .lessThan: try translation.comparison(lhs, "<", rhs)
        case .lessThanOrEqual: try translation.comparison(lhs, "<=", rhs)
        case .greaterThan: try translation.comparison(lhs, ">", rhs)
        case .greaterThanOrEqual: try translation.comparison(lhs, ">=", rhs)
        @unknown default: throw HistoryTranslation.Untranslatable()
        }
    }
}

extension PredicateExpressions.Conjunction: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        let left = try translation.condition(of: lhs)
        return .condition("(\(left) AND \(try translation.condition(of: rhs)))")
    }
}

extension PredicateExpressions.Disjunction: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        let left = try translation.condition(of: lhs)
        return .condition("(\(left) OR \(try translation.condition(of: rhs)))")
    }
}

extension PredicateExpressions.Negation: HistoryTranslatable {
    func historyTerm(_ translation: inout HistoryTranslation) throws -> HistoryTerm {
        .condition("(NOT \(try translation.condition(of: wrapped)))")
    }
}
