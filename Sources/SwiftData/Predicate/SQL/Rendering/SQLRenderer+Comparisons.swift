import Foundation

// Equality and order.

extension SQLRenderer {
    mutating func equality(_ node: FormNode) throws -> SQLCondition {
        let lhs = try term(node.first)
        let rhs = try term(node.second)
        switch (lhs, rhs) {
        case (.object(let object), let other), (let other, .object(let object)):
            return try equality(identifier(of: object), identity(other))
        case (.objects, .scalar(let scalar)) where scalar.isNullConstant,
            (.scalar(let scalar), .objects) where scalar.isNullConstant:
            // A to-many relationship reads as an empty collection, never as nil.
            return .known(false)
        default: return try equality(identity(lhs), identity(rhs))
        }
    }

    /// An instance counts as its identifier.
    private func identity(_ term: SQLTerm) throws -> SQLTerm {
        if case .object(let object) = term { return .scalar(identifier(of: object)) }
        return term
    }

    private func equality(_ scalar: SQLScalar, _ other: SQLTerm) throws -> SQLCondition {
        try equality(.scalar(scalar), other)
    }

    private func equality(_ lhs: SQLTerm, _ rhs: SQLTerm) throws -> SQLCondition {
        switch (lhs, rhs) {
        case (.captured(let index, let shape), let other) where shape.kind == .key,
            (let other, .captured(let index, let shape)) where shape.kind == .key:
            return try identifierEquality(scalar(other), index)
        default: return try equality(scalar(lhs), scalar(rhs))
        }
    }

    private func identifierEquality(_ scalar: SQLScalar, _ index: Int) throws -> SQLCondition {
        guard case .identifier = scalar.kind else { throw untranslatable("an identifier beside another value") }
        let key = SQLArgument.key(index, entities: scalar.entities)
        return scalar.tested { SQLCondition(sql: "\($0.sql) = \(key)", null: $0.null) }.guarded(by: scalar.guards)
    }

    func equality(_ lhs: SQLScalar, _ rhs: SQLScalar) throws -> SQLCondition {
        if lhs.isNullConstant { return isNull(rhs) }
        if rhs.isNullConstant { return isNull(lhs) }
        guard lhs.kind.isComparable, rhs.kind.isComparable else {
            throw untranslatable("equality of values kept as JSON")
        }
        if case .identifier = lhs.kind, lhs.entities.isDisjoint(with: rhs.entities) {
            throw untranslatable("equality of identifiers of different entities")
        }
        let guards = lhs.guards + rhs.guards
        if rhs.constant != nil { return lhs.tested { plainEquality($0, rhs) }.guarded(by: guards) }
        if lhs.constant != nil { return rhs.tested { plainEquality(lhs, $0) }.guarded(by: guards) }
        return plainEquality(lhs, rhs).guarded(by: guards)
    }

    private func isNull(_ scalar: SQLScalar) -> SQLCondition {
        if scalar.null == .never, scalar.constant != nil { return .known(false) }
        let scalar = scalar.withoutFailureNull
        return SQLCondition(sql: "\(scalar.sql) IS NULL").guarded(by: scalar.guards)
    }

    private func plainEquality(_ lhs: SQLScalar, _ rhs: SQLScalar) -> SQLCondition {
        if lhs.kind.isText {
            if rhs.constant != nil { return textEquality(lhs, rhs) }
            if lhs.constant != nil { return textEquality(rhs, lhs) }
        }
        let collation = collation(lhs.kind)
        if lhs.null == .absent, rhs.null == .absent {
            return SQLCondition(sql: "\(lhs.sql) IS \(rhs.sql)\(collation)")
        }
        return SQLCondition(sql: "\(lhs.sql) = \(rhs.sql)\(collation)", null: lhs.null.strict(rhs.null))
    }

    /// Swift's texts are equal when they are canonically equivalent.
    ///
    /// A captured text with one spelling needs a plain `=`, one with few an `IN`, both served by an index; any other is
    /// looked for between the bounds that its plain beginning sets, and compared there by a function.
    private func textEquality(_ text: SQLScalar, _ captured: SQLScalar) -> SQLCondition {
        guard let index = captured.constant, let spellings = captured.shape?.detail else {
            return SQLCondition(sql: "\(text.sql) = \(captured.sql)", null: text.null)
        }
        switch spellings {
        case 1: return SQLCondition(sql: "\(text.sql) = \(captured.sql)", null: text.null.strict(.never))
        case 0:
            let function = SQLFunctionName.equal(text.sql, captured.sql)
            return SQLCondition(
                sql: """
                    (\(text.sql) >= \(SQLArgument.textFloor(index)) \
                    AND \(text.sql) < \(SQLArgument.textCeiling(index)) AND \(function))
                    """,
                null: text.null.strict(.never)
            )
        default:
            let all = (0..<Int(spellings)).map { SQLFragment("\(SQLArgument.spelling(index, $0))") }
            return SQLCondition(
                sql: "\(text.sql) IN (\(SQLFragment(joining: all, separator: ", ")))",
                null: text.null.strict(.never)
            )
        }
    }

    /// The collation that makes SQLite compare as Swift does.
    func collation(_ kind: ValueKind) -> SQLFragment {
        if kind.isText { return " COLLATE \(text: SQLFunctionName.swiftCollation)" }
        return kind.isDecimal ? " COLLATE \(text: SQLFunctionName.decimalCollation)" : ""
    }
}

// MARK: - Order

extension SQLRenderer {
    mutating func comparison(_ node: FormNode) throws -> SQLCondition {
        let lhs = try scalar(node.first)
        let rhs = try scalar(node.second)
        return try comparison(sign(of: node.operation), lhs, rhs)
    }

    private func sign(of operation: FormOperation) -> String {
        switch operation {
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        default: ">="
        }
    }

    func comparison(_ sign: String, _ lhs: SQLScalar, _ rhs: SQLScalar) throws -> SQLCondition {
        if lhs.isNullConstant || rhs.isNullConstant { return .known(false) }
        guard isOrdered(lhs.kind) else { throw untranslatable("an order that only Swift knows") }
        let guards = lhs.guards + rhs.guards
        if rhs.constant != nil { return lhs.tested { order(sign, $0, rhs) }.guarded(by: guards) }
        if lhs.constant != nil { return rhs.tested { order(sign, lhs, $0) }.guarded(by: guards) }
        return order(sign, lhs, rhs).guarded(by: guards)
    }

    private func isOrdered(_ kind: ValueKind) -> Bool {
        switch kind {
        case .integer, .real, .date, .text, .uuid, .decimal: true
        default: false
        }
    }

    private func order(_ sign: String, _ lhs: SQLScalar, _ rhs: SQLScalar) -> SQLCondition {
        let sql: SQLFragment
        switch lhs.kind {
        case .integer(.uint64):
            // Kept by bit pattern: the upper half is negative in SQLite.
            sql = "(\(lhs.sql) < 0, \(lhs.sql)) \(text: sign) (\(rhs.sql) < 0, \(rhs.sql))"
        default: sql = "\(lhs.sql) \(text: sign) \(rhs.sql)\(collation(lhs.kind))"
        }
        return SQLCondition(sql: sql, null: lhs.null.strict(rhs.null))
    }
}
