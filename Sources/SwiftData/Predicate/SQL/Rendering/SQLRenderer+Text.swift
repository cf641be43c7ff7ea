import Foundation

// Texts within texts, and the functions on texts.

extension SQLRenderer {
    mutating func containsCollection(_ node: FormNode) throws -> SQLCondition {
        let (text, part) = try texts(node)
        return binary(text, part, SQLFunctionName.contains(text.sql, part.sql))
    }

    /// A captured beginning bounds the texts that can match, so that an index on the column serves.
    mutating func startsWith(_ node: FormNode) throws -> SQLCondition {
        let (text, part) = try texts(node)
        var sql = SQLFunctionName.startsWith(text.sql, part.sql)
        if text.isPath, let index = part.constant {
            sql = """
                (\(text.sql) >= \(SQLArgument.textFloor(index)) AND \(text.sql) < \(SQLArgument.textCeiling(index)) \
                AND \(sql))
                """
        }
        return binary(text, part, sql)
    }

    mutating func matches(_ node: FormNode) throws -> SQLCondition {
        let text = try scalar(node.first)
        guard text.kind.isText, case .captured(let index, let shape) = try term(node.second),
            shape.kind == .pattern
        else {
            throw untranslatable("a regular expression that is no constant")
        }
        let pattern = SQLFragment("\(SQLArgument.value(index))")
        return SQLCondition(sql: SQLFunctionName.matches(text.sql, pattern), null: text.null)
            .guarded(by: text.guards)
    }

    mutating func textFunction(_ node: FormNode) throws -> SQLTerm {
        guard let function = TextFunction(rawValue: node.detail) else { throw untranslatable("a text function") }
        var operands = [try scalar(node.first)]
        if function.operandCount == 2 { operands.append(try scalar(node.second)) }
        guard operands.allSatisfy(\.kind.isText) else { throw untranslatable("a text function on another value") }
        let null = operands.reduce(NullMeaning.never) { $0.strict($1.null) }
        let guards = operands.flatMap(\.guards)
        let sql = SQLFunctionName.text(function, operands.map(\.sql))
        if case .bool = function.result {
            return .condition(SQLCondition(sql: sql, null: null).guarded(by: guards))
        }
        return .scalar(SQLScalar(sql: sql, kind: function.result, null: null, guards: guards))
    }

    private mutating func texts(_ node: FormNode) throws -> (SQLScalar, SQLScalar) {
        let text = try scalar(node.first)
        let part = try scalar(node.second)
        guard text.kind.isText, part.kind.isText, text.json == nil || text.json?.path != "$" else {
            throw untranslatable("a part of a collection that is no text")
        }
        return (text, part)
    }

    private func binary(_ lhs: SQLScalar, _ rhs: SQLScalar, _ sql: SQLFragment) -> SQLCondition {
        if lhs.isNullConstant || rhs.isNullConstant { return .known(false) }
        return SQLCondition(sql: sql, null: lhs.null.strict(rhs.null)).guarded(by: lhs.guards + rhs.guards)
    }
}
