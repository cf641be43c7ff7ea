import Foundation

// And, or, conditional. Swift evaluates the right side only when the left does not decide; that matters where a side
// can fail.

extension SQLRenderer {
    mutating func junction(_ node: FormNode) throws -> SQLCondition {
        let isAnd = node.operation == .and
        let lhs = try condition(node.first)
        if lhs.known == !isAnd { return lhs }
        let rhs = try condition(node.second)
        if lhs.known != nil { return rhs }
        if rhs.known == isAnd { return lhs }
        return junction(lhs, rhs, isAnd: isAnd)
    }

    func junction(_ lhs: SQLCondition, _ rhs: SQLCondition, isAnd: Bool) -> SQLCondition {
        if lhs.null == .failure {
            let sql: SQLFragment =
                isAnd
                ? "CASE \(lhs.sql) WHEN 1 THEN \(rhs.nullAsFalse.sql) WHEN 0 THEN 0 END"
                : "CASE \(lhs.sql) WHEN 1 THEN 1 WHEN 0 THEN \(rhs.nullAsFalse.sql) END"
            return SQLCondition(sql: "(\(sql))", null: .failure)
        }
        let lhs = rhs.null == .failure ? lhs.nullAsFalse : lhs
        let word = isAnd ? "AND" : "OR"
        return SQLCondition(sql: "(\(lhs.sql) \(text: word) \(rhs.sql))", null: lhs.null.strict(rhs.null))
    }

    mutating func conditional(_ node: FormNode) throws -> SQLTerm {
        let test = try condition(node.first)
        if let known = test.known { return try term(known ? node.second : node.third) }
        let yes = try term(node.second)
        let no = try term(node.third)
        if case .condition(let yes) = yes, case .condition(let no) = no {
            let null: NullMeaning = [test.null, yes.null, no.null].contains(.failure) ? .failure : .never
            return .condition(SQLCondition(sql: choice(test, yes.nullAsFalse.sql, no.nullAsFalse.sql), null: null))
        }
        return .scalar(try choice(test, scalar(yes).withoutFailureNull, scalar(no).withoutFailureNull))
    }

    private func choice(_ test: SQLCondition, _ yes: SQLFragment, _ no: SQLFragment) -> SQLFragment {
        test.null == .failure
            ? "CASE \(test.sql) WHEN 1 THEN \(yes) WHEN 0 THEN \(no) END"
            : "CASE WHEN \(test.sql) THEN \(yes) ELSE \(no) END"
    }

    private func choice(_ test: SQLCondition, _ yes: SQLScalar, _ no: SQLScalar) throws -> SQLScalar {
        guard yes.entities == no.entities else { throw untranslatable("a choice between entities") }
        let settled = SQLFragment("(\(test.nullAsFalse.sql))")
        var guards = yes.guards.map { SQLFragment("(\(settled) IS 0 OR \($0))") }
        guards += no.guards.map { SQLFragment("(\(settled) IS 1 OR \($0))") }
        if test.null == .failure { guards.insert("\(settled) IS NOT NULL", at: 0) }
        let null = yes.null == .absent ? .absent : no.null == .absent ? .absent : yes.null.strict(no.null)
        let meaning: NullMeaning = yes.kind.isReal && null != .never && !isOptional(yes, no) ? .notANumber : null
        return SQLScalar(
            sql: "(\(choice(test, yes.sql, no.sql)))",
            kind: yes.kind,
            null: meaning,
            guards: guards,
            entities: yes.entities
        )
    }

    private func isOptional(_ lhs: SQLScalar, _ rhs: SQLScalar) -> Bool {
        lhs.null == .absent || rhs.null == .absent
    }
}
