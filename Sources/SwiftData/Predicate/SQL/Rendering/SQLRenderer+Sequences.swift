import Foundation

// `contains` of an element, in captured collections, relationships, JSON arrays and ranges.

extension SQLRenderer {
    mutating func contains(_ node: FormNode) throws -> SQLCondition {
        switch try term(node.first) {
        case .captured(let index, let shape): return try contains(index, shape, node)
        case .range(let range): return try contains(.range(range), scalar(node.second))
        case .objects(let objects): return try contains(objects, node)
        case .scalar(let scalar): return try contains(array: scalar, node)
        default: throw untranslatable("contains of another sequence")
        }
    }

    private mutating func contains(_ index: Int, _ shape: ConstantShape, _ node: FormNode) throws -> SQLCondition {
        var element = try term(node.second)
        if case .object(let object) = element { element = .scalar(identifier(of: object)) }
        let value = try scalar(element)
        switch shape.kind {
        case .list: return try contains(index, shape, value, members(of: index, shape, value.kind))
        case .keys: return try contains(index, shape, value, keys(of: index, shape, value))
        case .range: return try contains(.captured(index, shape), value)
        default: throw untranslatable("a captured collection of \(form[node.first].type)")
        }
    }

    private func contains(
        _ index: Int,
        _ shape: ConstantShape,
        _ value: SQLScalar,
        _ members: SQLFragment
    ) throws -> SQLCondition {
        guard value.kind.isComparable else { throw untranslatable("equality of values kept as JSON") }
        if shape.detail == 0 {
            guard shape.containsNil else { return .known(false).guarded(by: value.withoutFailureNull.guards) }
            return SQLCondition(sql: "\(value.sql) IS NULL").guarded(by: value.guards)
        }
        let collation = shape.isLoose || value.kind.isDecimal ? collation(value.kind) : ""
        var condition = SQLCondition(
            sql: "\(value.sql)\(collation) IN (\(members))",
            null: value.null.strict(.never)
        )
        if shape.containsNil, value.null == .absent {
            condition = SQLCondition(sql: "(\(value.sql) IS NULL OR \(condition.sql))")
        }
        return condition.guarded(by: value.guards)
    }

    private func members(of index: Int, _ shape: ConstantShape, _ kind: ValueKind) -> SQLFragment {
        guard let count = shape.boundCount else {
            return "SELECT \(value(ofMember: "value", kind)) FROM json_each(\(SQLArgument.json(index)))"
        }
        let all = (0..<count).map { SQLFragment("\(SQLArgument.element(index, $0))") }
        return SQLFragment(joining: all, separator: ", ")
    }

    /// See `JSONList` for the forms.
    private func value(ofMember member: SQLFragment, _ kind: ValueKind) -> SQLFragment {
        switch kind.stored {
        case .real, .date: SQLFunctionName.realFromBits(member)
        case .uuid, .data: SQLFunctionName.unhex(member)
        default: member
        }
    }

    private func keys(of index: Int, _ shape: ConstantShape, _ value: SQLScalar) -> SQLFragment {
        guard let count = shape.boundCount else {
            return "SELECT value FROM json_each(\(SQLArgument.keysJSON(index, entities: value.entities)))"
        }
        let all = (0..<count).map { position in
            SQLFragment("\(SQLArgument.keyElement(index, position, entities: value.entities))")
        }
        return SQLFragment(joining: all, separator: ", ")
    }

    /// `$0.tags.contains($0.favourite)`, or a captured identifier among the targets.
    private mutating func contains(_ objects: SQLCollection, _ node: FormNode) throws -> SQLCondition {
        try exists(objects) { renderer, alias in
            let target = SQLScalar(
                sql: "\(text: alias).pk",
                kind: .identifier,
                null: .never,
                entities: Set(objects.plan.family.map(\.name))
            )
            switch try renderer.term(node.second) {
            case .object(let object):
                return try renderer.equality(target, renderer.identifier(of: object)).failingIsFalse
            case .captured(let index, let shape) where shape.kind == .key:
                return SQLCondition(sql: "\(target.sql) = \(SQLArgument.key(index, entities: target.entities))")
            default: throw renderer.untranslatable("contains of another value")
            }
        }
    }
}
