import Foundation

// Ranges and their `contains`.

extension SQLRenderer {
    mutating func range(_ node: FormNode) throws -> SQLTerm {
        var lower = try scalar(node.first)
        let upper = try scalar(node.second)
        // Bounds the wrong way round fail in Swift.
        let ordered = try comparison("<=", lower, upper)
        if lower.constant == nil || upper.constant == nil || ordered.null == .failure {
            lower.guards.append(ordered.nullAsFalse.sql)
        } else {
            lower.guards.append(ordered.sql)
        }
        return .range(SQLRange(lower: lower, upper: upper, isClosed: node.operation == .closedRange))
    }

    mutating func rangeContains(_ node: FormNode) throws -> SQLCondition {
        let range = try term(node.first)
        return try contains(range, scalar(node.second))
    }

    func contains(_ range: SQLTerm, _ element: SQLScalar) throws -> SQLCondition {
        switch range {
        case .range(let range): return try contains(range, element)
        case .captured(let index, let shape) where shape.kind == .range:
            return try contains(captured(index, shape, element.kind), element)
        default: throw untranslatable("a range of another kind")
        }
    }

    private func captured(_ index: Int, _ shape: ConstantShape, _ kind: ValueKind) -> SQLRange {
        let hasLower = shape.detail & 1 != 0
        let hasUpper = shape.detail & 2 != 0
        return SQLRange(
            lower: hasLower ? SQLScalar(sql: "\(SQLArgument.lowerBound(index))", kind: kind, null: .never) : nil,
            upper: hasUpper ? SQLScalar(sql: "\(SQLArgument.upperBound(index))", kind: kind, null: .never) : nil,
            isClosed: shape.detail & 4 != 0
        )
    }

    private func contains(_ range: SQLRange, _ element: SQLScalar) throws -> SQLCondition {
        var parts: [SQLCondition] = []
        if let lower = range.lower { parts.append(try comparison(">=", element, lower)) }
        if let upper = range.upper { parts.append(try comparison(range.isClosed ? "<=" : "<", element, upper)) }
        guard let first = parts.first else { return .known(true) }
        return parts.dropFirst().reduce(first) { junction($0, $1, isAnd: true) }
    }
}
