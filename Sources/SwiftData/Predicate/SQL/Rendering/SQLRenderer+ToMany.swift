import Foundation

// To-many relationships as subqueries over either storage form.

extension SQLRenderer {
    /// FROM and WHERE that give a relationship's targets, filters included.
    mutating func rows(
        of objects: SQLCollection,
        alias: String,
        where condition: SQLCondition? = nil
    ) throws -> SQLFragment {
        let filters = try filters(of: objects, alias: alias)
        let ends = try ends(of: objects, alias: alias)
        let own: SQLFragment = "\(ends.owner) = \(objects.owner)"
        let conditions = [own] + filters + (condition.map { [$0.sql] } ?? [])
        return "FROM \(ends.tables) WHERE \(SQLFragment(joining: conditions, separator: " AND "))"
    }

    /// The tables that a relationship's targets come from, and the column there that holds the owner's key.
    private func ends(
        of objects: SQLCollection,
        alias: String
    ) throws -> (tables: SQLFragment, owner: SQLFragment) {
        let table = objects.plan.table
        switch objects.storage {
        case .inverseKey(let keyTable, let column, _):
            return ("\(name: keyTable) AS \(text: alias)", "\(text: alias).\(name: column)")
        case .joinTable(let links, let own, let other, _):
            let link = "l\(alias.dropFirst())"
            let tables: SQLFragment = """
                \(name: links) AS \(text: link) JOIN \(name: table) AS \(text: alias) \
                ON \(text: alias).pk = \(text: link).\(name: other)
                """
            return (tables, "\(text: link).\(name: own)")
        case .foreignKey, .inverseToOne: throw untranslatable("a to-many relationship with a to-one's storage")
        }
    }

    private mutating func filters(of objects: SQLCollection, alias: String) throws -> [SQLFragment] {
        try objects.filters.map { try test($0, on: objects.plan, alias: alias).sql }
    }

    /// A condition on a target.
    ///
    /// Where it fails for a target, that target does not meet it.
    private mutating func test(
        _ filter: SQLCollection.Filter,
        on plan: EntityPlan,
        alias: String
    ) throws -> SQLCondition {
        touch(plan)
        let row = SQLObject(plan: plan, alias: alias, key: "\(text: alias).pk")
        let test = try with(filter.slot, as: .object(row)) { try $0.condition(filter.test) }.failingIsFalse
        return SQLCondition(sql: "(\(test.sql))", null: test.null, known: test.known)
    }

    /// Whether a relationship has a target that meets its filters, and a condition on the alias that `condition` gets.
    ///
    /// Which owners have one is asked once, from the targets' side, where an index may serve. Where something else of the
    /// query's row is part of it, it is asked for each row.
    mutating func exists(
        _ objects: SQLCollection,
        where condition: (inout SQLRenderer, _ alias: String) throws -> SQLCondition? = { _, _ in nil }
    ) throws -> SQLCondition {
        let alias = "t\(nextAlias())"
        let (conditions, isIndependent) = try independently { renderer in
            try renderer.filters(of: objects, alias: alias) + [condition(&renderer, alias)].compactMap { $0?.sql }
        }
        let ends = try ends(of: objects, alias: alias)
        let rest = SQLFragment(joining: conditions, separator: " AND ")
        guard isIndependent else {
            let sql: SQLFragment = """
                EXISTS (SELECT 1 FROM \(ends.tables) WHERE \(ends.owner) = \(objects.owner) AND \(rest))
                """
            return SQLCondition(sql: sql).guarded(by: objects.guards)
        }
        // A NULL among the keys would make an answer of NULL for each owner that is not there.
        let sql: SQLFragment = """
            \(objects.owner) IN (SELECT \(ends.owner) FROM \(ends.tables) WHERE \(ends.owner) IS NOT NULL AND \(rest))
            """
        return SQLCondition(sql: sql, null: .absent).guarded(by: objects.guards)
    }

    mutating func count(of objects: SQLCollection) throws -> SQLScalar {
        let rows = try rows(of: objects, alias: "t\(nextAlias())")
        return SQLScalar(
            sql: "(SELECT COUNT(*) \(rows))",
            kind: .integer(.int64),
            null: .never,
            guards: objects.guards
        )
    }

    mutating func isEmpty(_ objects: SQLCollection) throws -> SQLCondition {
        let rows = try rows(of: objects, alias: "t\(nextAlias())")
        return SQLCondition(sql: "NOT EXISTS (SELECT 1 \(rows))").guarded(by: objects.guards)
    }

    /// The first target in the relationship's order.
    mutating func first(of objects: SQLCollection) -> SQLObject {
        let alias = "t\(nextAlias())"
        touch(objects.plan)
        let key: SQLFragment
        switch objects.storage {
        case .inverseKey(let table, let column, let order):
            key = """
                (SELECT \(text: alias).pk FROM \(name: table) AS \(text: alias) \
                WHERE \(text: alias).\(name: column) = \(objects.owner) \
                ORDER BY \(text: alias).\(name: order), \(text: alias).pk LIMIT 1)
                """
        case .joinTable(let table, let own, let other, let order):
            key = """
                (SELECT \(text: alias).\(name: other) FROM \(name: table) AS \(text: alias) \
                WHERE \(text: alias).\(name: own) = \(objects.owner) \
                ORDER BY \(text: alias).\(name: order), \(text: alias).rowid LIMIT 1)
                """
        case .foreignKey, .inverseToOne: key = "NULL"
        }
        return SQLObject(plan: objects.plan, key: key, isOptional: true, guards: objects.guards)
    }

    mutating func containsWhere(_ node: FormNode) throws -> SQLCondition {
        switch try term(node.first) {
        case .objects(var objects):
            objects.filters.append(.init(slot: node.slot, test: node.second))
            return try exists(objects)
        case .captured(let index, let shape): return try anyMember(of: index, shape, node, isAnd: false)
        case .scalar(let array): return try anyElement(of: array, node, negated: false)
        default: throw untranslatable("contains(where:) of another sequence")
        }
    }

    mutating func allSatisfy(_ node: FormNode) throws -> SQLCondition {
        switch try term(node.first) {
        case .objects(let objects):
            let alias = "t\(nextAlias())"
            let test = try test(.init(slot: node.slot, test: node.second), on: objects.plan, alias: alias)
            let rows = try rows(of: objects, alias: alias, where: test.negated)
            return SQLCondition(sql: "NOT EXISTS (SELECT 1 \(rows))").guarded(by: objects.guards)
        case .captured(let index, let shape): return try anyMember(of: index, shape, node, isAnd: true)
        case .scalar(let array): return try anyElement(of: array, node, negated: true)
        default: throw untranslatable("allSatisfy of another sequence")
        }
    }

    mutating func filter(_ node: FormNode) throws -> SQLTerm {
        guard case .objects(var objects) = try term(node.first) else {
            throw untranslatable("filter of a sequence that is no relationship")
        }
        objects.filters.append(.init(slot: node.slot, test: node.second))
        return .objects(objects)
    }

    /// A test put to each member of a captured list, joined by OR or AND.
    private mutating func anyMember(
        of index: Int,
        _ shape: ConstantShape,
        _ node: FormNode,
        isAnd: Bool
    ) throws -> SQLCondition {
        guard shape.kind == .list, let type = form[node.first].type as? any Sequence.Type, !shape.containsNil,
            Int(shape.detail) <= ConstantShape.exactListLimit
        else { throw untranslatable("a test of each member of a long captured collection") }
        let kind = ValueKind(Self.element(of: type))
        var result = SQLCondition.known(isAnd)
        for position in 0..<Int(shape.detail) {
            let member = SQLScalar(sql: "\(SQLArgument.element(index, position))", kind: kind, null: .never)
            let test = try with(node.slot, as: .scalar(member)) { try $0.condition(node.second) }
            result = result.known != nil ? test : junction(result, test, isAnd: isAnd)
        }
        return result
    }

    private static func element<Sequence: Swift.Sequence>(of: Sequence.Type) -> Any.Type { Sequence.Element.self }
}
