import Foundation

// Arithmetic. Where Swift would trap (overflow, division by zero) the functions give NULL, which means failure: the row
// is no result.

extension SQLRenderer {
    mutating func arithmetic(_ node: FormNode) throws -> SQLScalar {
        let lhs = try scalar(node.first)
        if node.operation == .negate { return try negated(lhs) }
        return try arithmetic(sign(of: node.operation), lhs, scalar(node.second))
    }

    private func sign(of operation: FormOperation) -> String {
        switch operation {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .remainder: "%"
        default: "/"
        }
    }

    private func negated(_ operand: SQLScalar) throws -> SQLScalar {
        if case .integer = operand.kind {
            return try arithmetic("-", SQLScalar(sql: "0", kind: operand.kind, null: .never), operand)
        }
        guard case .real = operand.kind else { throw untranslatable("arithmetic on \(operand.kind)") }
        return SQLScalar(sql: "(- \(operand.sql))", kind: operand.kind, null: .notANumber, guards: operand.guards)
    }

    private func arithmetic(_ sign: String, _ lhs: SQLScalar, _ rhs: SQLScalar) throws -> SQLScalar {
        let guards = lhs.guards + rhs.guards
        switch lhs.kind {
        case .integer(let code):
            if sign == "/" || sign == "%", code != .uint64, isHarmless(divisor: rhs) {
                let sql = SQLFragment("(\(lhs.sql) \(text: sign) \(rhs.sql))")
                return SQLScalar(sql: sql, kind: lhs.kind, null: lhs.null, guards: guards)
            }
            let sql = SQLFunctionName.integer(sign, lhs.sql, rhs.sql, code: code.rawValue)
            return SQLScalar(sql: sql, kind: lhs.kind, null: .failure, guards: guards)
        case .real(let isSingle):
            let sql: SQLFragment =
                isSingle || sign == "/"
                ? SQLFunctionName.real(sign, lhs.sql, rhs.sql, isSingle: isSingle)
                : "(\(lhs.sql) \(text: sign) \(rhs.sql))"
            return SQLScalar(sql: sql, kind: lhs.kind, null: .notANumber, guards: guards)
        default: throw untranslatable("arithmetic on \(lhs.kind)")
        }
    }

    /// A captured divisor that is neither 0 nor -1: nothing can fail, and SQLite divides as Swift does.
    private func isHarmless(divisor: SQLScalar) -> Bool {
        guard divisor.constant != nil, let shape = divisor.shape else { return false }
        return shape.kind == .yes || shape.kind == .number && shape.detail != ConstantShape.minusOne
    }
}
