import Foundation

// Optional chaining, `??` and `!`.

extension SQLRenderer {
    mutating func flatMap(_ node: FormNode) throws -> SQLTerm {
        var wrapped = try term(node.first)
        var present: SQLFragment?
        var guards: [SQLFragment] = []
        switch wrapped {
        case .object(var object):
            present = object.isPresent
            object.isOptional = false
            guards = object.guards
            object.guards = []
            wrapped = .object(object)
        case .scalar(var scalar):
            if scalar.isNullConstant { return .scalar(nothing(node)) }
            scalar = scalar.withoutFailureNull
            present = scalar.null == .never ? nil : "\(scalar.sql) IS NOT NULL"
            if scalar.null == .absent { scalar.null = .never }
            guards = scalar.guards
            scalar.guards = []
            wrapped = .scalar(scalar)
        case .condition, .objects, .range, .captured: break
        }
        let transformed = try with(node.slot, as: wrapped) { try $0.term(node.second) }
        return try optional(transformed, where: present, guards)
    }

    private func nothing(_ node: FormNode) -> SQLScalar {
        SQLScalar(sql: "NULL", kind: ValueType(node.type).kind, null: .absent)
    }

    /// The result of a transform, nil where there was nothing to transform.
    private func optional(
        _ term: SQLTerm,
        where present: SQLFragment?,
        _ guards: [SQLFragment]
    ) throws -> SQLTerm {
        switch term {
        case .object(var object):
            object.guards = guards + object.guards.map { only(where: present, $0) }
            object.isOptional = true
            return .object(object)
        case .objects(var objects):
            objects.guards = guards + objects.guards.map { only(where: present, $0) }
            return .objects(objects)
        case .condition(let condition):
            let sql = SQLFragment("(\(condition.nullAsFalse.sql))")
            let scalar = SQLScalar(sql: sql, kind: .bool, null: condition.nullAsFalse.null)
            return .scalar(optional(scalar, where: present, guards))
        case .scalar(let scalar): return .scalar(optional(scalar, where: present, guards))
        case .captured where present == nil: return term
        case .range, .captured: throw untranslatable("an optional collection")
        }
    }

    private func optional(
        _ scalar: SQLScalar,
        where present: SQLFragment?,
        _ guards: [SQLFragment]
    ) -> SQLScalar {
        var result = scalar.withoutFailureNull
        result.guards = guards + result.guards.map { only(where: present, $0) }
        if let present {
            if !scalar.isPath { result.sql = "CASE WHEN \(present) THEN \(result.sql) END" }
            result.null = .absent
            result.constant = nil
            result.shape = nil
        }
        return result
    }

    private func only(where present: SQLFragment?, _ condition: SQLFragment) -> SQLFragment {
        present.map { "(NOT (\($0)) OR \(condition))" } ?? condition
    }
}

extension SQLRenderer {
    mutating func coalesce(_ node: FormNode) throws -> SQLTerm {
        let optional = try term(node.first)
        switch optional {
        case .objects, .condition: return optional
        case .object(let object): return .object(try coalesce(object, term(node.second)))
        case .scalar(let scalar):
            if scalar.isNullConstant { return try term(node.second) }
            if scalar.null == .never { return optional }
            if case .bool = scalar.kind { return try coalesce(truth: scalar, term(node.second)) }
            return .scalar(try coalesce(scalar, scalar: self.scalar(node.second)))
        case .range, .captured: throw untranslatable("?? of a collection")
        }
    }

    private func coalesce(_ object: SQLObject, _ substitute: SQLTerm) throws -> SQLObject {
        guard case .object(let other) = substitute, other.plan === object.plan else {
            throw untranslatable("?? with an instance from outside")
        }
        return SQLObject(
            plan: object.plan,
            key: "COALESCE(\(object.key), \(other.key))",
            isOptional: other.isOptional,
            guards: object.guards + other.guards.map { "(\(object.key) IS NOT NULL OR \($0))" }
        )
    }

    private func coalesce(_ optional: SQLScalar, scalar substitute: SQLScalar) throws -> SQLScalar {
        let optional = optional.withoutFailureNull
        let other = substitute.withoutFailureNull
        guard optional.kind.isComparable, other.kind.isComparable else {
            throw untranslatable("?? of values kept as JSON")
        }
        guard optional.entities == other.entities else { throw untranslatable("?? between entities") }
        return SQLScalar(
            sql: "COALESCE(\(optional.sql), \(other.sql))",
            kind: optional.kind,
            null: other.null,
            guards: optional.guards + other.guards.map { "(\(optional.sql) IS NOT NULL OR \($0))" },
            entities: optional.entities
        )
    }

    /// `x ?? false` needs no function: NULL counts as false, and an index on `x` can serve.
    private func coalesce(truth: SQLScalar, _ substitute: SQLTerm) throws -> SQLTerm {
        let truth = truth.withoutFailureNull
        let other =
            if case .scalar(let scalar) = substitute, scalar.isNullConstant { scalar } else { try scalar(substitute) }
        if other.isNullConstant { return .scalar(truth) }
        if other.constant != nil, let shape = other.shape {
            let sql: SQLFragment = shape.kind == .yes ? "\(truth.sql) IS NOT 0" : "\(truth.sql) = 1"
            let null: NullMeaning = shape.kind == .yes ? .never : .absent
            return .condition(SQLCondition(sql: sql, null: null).guarded(by: truth.guards))
        }
        return .scalar(try coalesce(truth, scalar: other))
    }

    mutating func unwrap(_ node: FormNode) throws -> SQLTerm {
        switch try term(node.first) {
        case .scalar(var scalar):
            guard scalar.null == .absent else { return .scalar(scalar) }
            if scalar.isNullConstant || scalar.kind.isReal {
                scalar.guards.append("\(scalar.sql) IS NOT NULL")
                scalar.null = scalar.kind.isReal ? .notANumber : .never
                scalar.constant = nil
            } else {
                scalar.null = .failure
            }
            return .scalar(scalar)
        case .object(var object):
            if object.isOptional, let present = object.isPresent { object.guards.append(present) }
            object.isOptional = false
            return .object(object)
        case let term: return term
        }
    }
}
