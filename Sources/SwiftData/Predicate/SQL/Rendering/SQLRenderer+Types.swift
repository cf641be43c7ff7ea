import Foundation

// `is`, `as?` and `as!` between the classes of a hierarchy, by the table's discriminator.

extension SQLRenderer {
    /// The column that tells the entity of a row of a hierarchy.
    private static let discriminator = "entity"

    mutating func typeCheck(_ node: FormNode) throws -> SQLCondition {
        guard case .object(let object) = try term(node.first) else {
            throw untranslatable("a type check of a value")
        }
        let (_, condition) = try narrowed(object, to: node)
        let present = object.isOptional ? object.isPresent : nil
        switch (condition, present) {
        case (nil, nil): return SQLCondition.known(true).guarded(by: object.guards)
        case (let condition?, _): return SQLCondition(sql: condition, null: .absent).guarded(by: object.guards)
        case (nil, let present?): return SQLCondition(sql: present).guarded(by: object.guards)
        }
    }

    mutating func cast(_ node: FormNode) throws -> SQLTerm {
        guard case .object(var object) = try term(node.first) else { throw untranslatable("a cast of a value") }
        let (plan, condition) = try narrowed(object, to: node)
        object.plan = plan
        guard let condition else { return .object(object) }
        if node.operation == .forceCast {
            object.guards.append("(\(condition)) IS 1")
        } else {
            object.isOptional = true
            object.key = "CASE WHEN \(condition) THEN \(object.key) END"
            if object.alias != nil { object.presence = condition }
        }
        return .object(object)
    }

    /// The plan of the wanted type, and the condition under which a row is of it; nil means always.
    private mutating func narrowed(_ object: SQLObject, to node: FormNode) throws -> (EntityPlan, SQLFragment?) {
        var wanted = node.target ?? node.type
        while let optional = wanted as? any OptionalType.Type { wanted = optional.wrappedType }
        guard let model = wanted as? any PersistentModel.Type, let plan = plans(model) else {
            throw untranslatable("a cast to \(wanted)")
        }
        if plan.family.contains(where: { $0 === object.plan }) { return (plan, nil) }
        let numbers = object.plan.family.contains { $0 === plan } ? plan.discriminators : []
        let list = numbers.map(String.init).joined(separator: ", ")
        return (plan, "\(column(Self.discriminator, of: object)) IN (\(text: list))")
    }
}
