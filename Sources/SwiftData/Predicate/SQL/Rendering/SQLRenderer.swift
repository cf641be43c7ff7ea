import Foundation

/// Writes the SQL of a form's nodes.
///
/// Extensions hold one family of operations each.
struct SQLRenderer {
    let form: PredicateForm
    /// The plan of another model type of the container.
    let plans: (any PersistentModel.Type) -> EntityPlan?
    /// What the variables stand for.
    var scopes: [Int: SQLTerm] = [:]
    /// The entities that are reached by a link; the fetched one is among them where a link leads back to it.
    var touchedEntities: Set<Int> = []
    /// The variables that were asked for.
    private var usedSlots: Set<Int> = []
    private var aliases = 0

    init(
        form: PredicateForm,
        variable: Int32,
        plan: EntityPlan,
        plans: @escaping (any PersistentModel.Type) -> EntityPlan?
    ) {
        self.form = form
        self.plans = plans
        scopes[Int(variable)] = .object(SQLObject(plan: plan, alias: "t0", key: "t0.pk"))
    }

    /// A new number for the aliases of a subquery.
    mutating func nextAlias() -> Int {
        aliases += 1
        return aliases
    }

    mutating func touch(_ plan: EntityPlan) {
        for member in plan.family { touchedEntities.insert(member.index) }
    }

    /// Renders with a variable standing for a term.
    mutating func with<Result>(
        _ slot: Int32,
        as term: SQLTerm,
        _ render: (inout SQLRenderer) throws -> Result
    ) rethrows -> Result {
        let outer = scopes.updateValue(term, forKey: Int(slot))
        defer { scopes[Int(slot)] = outer }
        return try render(&self)
    }

    /// Renders, and says whether no variable that stood for something before was needed.
    mutating func independently<Result>(
        _ render: (inout SQLRenderer) throws -> Result
    ) rethrows -> (Result, isIndependent: Bool) {
        let outer = Set(scopes.keys)
        let usedBefore = usedSlots
        usedSlots = []
        defer { usedSlots.formUnion(usedBefore) }
        let result = try render(&self)
        return (result, usedSlots.isDisjoint(with: outer))
    }

    func untranslatable(_ reason: String) -> UntranslatableExpression {
        UntranslatableExpression(reason: reason)
    }
}

// MARK: - Nodes

extension SQLRenderer {
    mutating func term(_ index: Int32) throws -> SQLTerm {
        let node = form[index]
        switch node.operation {
        case .constant: return captured(node)
        case .variable: return try variable(node)
        case .reference: return try term(node.first)
        case .inlined: return try term(node.second)
        case .unsupported: throw untranslatable(form.reasons[Int(node.first)])
        case .failure:
            return .scalar(SQLScalar(sql: "NULL", kind: ValueType(node.type).kind, null: .absent, guards: ["0"]))
        case .keyPath: return try member(node)
        case .conditional: return try conditional(node)
        case .flatMap: return try flatMap(node)
        case .coalesce: return try coalesce(node)
        case .unwrap: return try unwrap(node)
        case .add, .subtract, .multiply, .divideInteger, .remainder, .divideReal, .negate:
            return .scalar(try arithmetic(node))
        case .filter: return try filter(node)
        case .minimum, .maximum: return .scalar(try extreme(node))
        case .range, .closedRange: return try range(node)
        case .conditionalCast, .forceCast: return try cast(node)
        case .textFunction: return try textFunction(node)
        case .dictionaryValue: return try dictionaryValue(node)
        default: return .condition(try logic(node))
        }
    }

    /// The nodes whose result is a truth value.
    private mutating func logic(_ node: FormNode) throws -> SQLCondition {
        switch node.operation {
        case .equal: return try equality(node)
        case .notEqual: return try equality(node).negated
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return try comparison(node)
        case .and, .or: return try junction(node)
        case .not: return try negation(node)
        case .contains: return try contains(node)
        case .containsWhere: return try containsWhere(node)
        case .allSatisfy: return try allSatisfy(node)
        case .startsWith: return try startsWith(node)
        case .containsCollection: return try containsCollection(node)
        case .rangeContains: return try rangeContains(node)
        case .typeCheck: return try typeCheck(node)
        case .matches: return try matches(node)
        default: throw untranslatable("\(node.operation)")
        }
    }

    /// The negation of a column stays a comparison that an index can serve.
    private mutating func negation(_ node: FormNode) throws -> SQLCondition {
        if case .scalar(let scalar) = try term(node.first), scalar.isPath, scalar.null == .never,
            scalar.guards.isEmpty
        {
            return SQLCondition(sql: "\(scalar.sql) = 0")
        }
        return try condition(node.first).negated
    }

    private mutating func variable(_ node: FormNode) throws -> SQLTerm {
        usedSlots.insert(Int(node.slot))
        guard let term = scopes[Int(node.slot)] else { throw untranslatable("a variable of another scope") }
        return term
    }

    private func captured(_ node: FormNode) -> SQLTerm {
        switch node.shape.kind {
        case .null, .notANumber, .no, .yes, .number, .text, .blob:
            return .scalar(captured(node, type: ValueType(node.type)))
        default: return .captured(Int(node.first), node.shape)
        }
    }

    private func captured(_ node: FormNode, type: ValueType) -> SQLScalar {
        let index = Int(node.first)
        switch node.shape.kind {
        case .null: return SQLScalar(sql: "NULL", kind: type.kind, null: .absent, constant: index, shape: node.shape)
        case .notANumber:
            return SQLScalar(sql: "NULL", kind: type.kind, null: .notANumber, constant: index, shape: node.shape)
        default:
            return SQLScalar(
                sql: "\(SQLArgument.value(index))",
                kind: type.kind,
                null: .never,
                constant: index,
                shape: node.shape
            )
        }
    }
}

// MARK: - Coercions

extension SQLRenderer {
    mutating func condition(_ index: Int32) throws -> SQLCondition {
        switch try term(index) {
        case .condition(let condition): return condition
        case .scalar(let scalar): return condition(scalar)
        default: throw untranslatable("not a condition")
        }
    }

    func condition(_ scalar: SQLScalar) -> SQLCondition {
        if let shape = scalar.shape, scalar.constant != nil { return .known(shape.kind == .yes) }
        let condition = scalar.tested { scalar in
            // Compared, not just named: only so can an index on the column serve.
            let sql: SQLFragment = scalar.isPath ? "\(scalar.sql) = 1" : scalar.sql
            let null: NullMeaning = scalar.null == .never ? .never : scalar.null == .failure ? .failure : .absent
            return SQLCondition(sql: sql, null: null)
        }
        return condition.guarded(by: scalar.guards)
    }

    mutating func scalar(_ index: Int32) throws -> SQLScalar {
        try scalar(term(index))
    }

    func scalar(_ term: SQLTerm) throws -> SQLScalar {
        switch term {
        case .scalar(let scalar): return scalar
        case .condition(let condition):
            return SQLScalar(sql: "(\(condition.nullAsFalse.sql))", kind: .bool, null: condition.nullAsFalse.null)
        default: throw untranslatable("not a value that a column can hold")
        }
    }

    mutating func collection(_ index: Int32) throws -> SQLTerm {
        let term = try term(index)
        switch term {
        case .objects, .captured, .scalar: return term
        default: throw untranslatable("not a collection")
        }
    }
}
