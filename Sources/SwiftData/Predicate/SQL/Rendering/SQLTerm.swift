/// What NULL says in a piece of SQL.
enum NullMeaning {
    /// It is never NULL.
    case never
    /// Swift's nil.
    case absent
    /// Not a number: SQLite keeps NaN as NULL.
    case notANumber
    /// Swift would have failed (an unwrapped nil, a division by zero): the row is no result, whatever stands around.
    case failure
}

/// A value in SQL.
struct SQLScalar {
    var sql: SQLFragment {
        didSet { route = nil }
    }
    var kind: ValueKind
    var null: NullMeaning
    /// Conditions without which Swift would have failed.
    var guards: [SQLFragment] = []
    /// A column, reached over to-one relationships: NULL when a link on the way is missing.
    var isPath = false
    /// The captured value that this is, if it is one.
    var constant: Int?
    var shape: ConstantShape?
    /// The entities that an identifier can belong to.
    var entities: Set<String> = []
    /// Where in the column's JSON the value stands.
    var json: JSONPath?
    /// The way to its column over to-one relationships; nil for a value of the row itself, and for what is computed.
    var route: SQLRoute?
}

/// A place in a JSON column.
struct JSONPath {
    var column: SQLFragment
    var path: String
    var type: Any.Type
}

/// A condition in SQL: 1, 0, or NULL as told.
struct SQLCondition {
    /// `absent` stands for a NULL that counts as 0.
    var sql: SQLFragment
    var null: NullMeaning = .never
    /// The answer, where it is known without a row.
    var known: Bool?

    static func known(_ answer: Bool) -> SQLCondition {
        SQLCondition(sql: answer ? "1" : "0", known: answer)
    }

    /// Without a NULL that means 0.
    var nullAsFalse: SQLCondition {
        null == .absent ? SQLCondition(sql: "(\(sql)) IS 1") : self
    }

    /// The condition within a subquery, from which no failure gets out: it counts as 0.
    var failingIsFalse: SQLCondition {
        null == .failure ? SQLCondition(sql: sql, null: .absent) : self
    }

    /// NULL stays NULL where it means failure.
    var negated: SQLCondition {
        if let known { return .known(!known) }
        return null == .absent
            ? SQLCondition(sql: "(\(sql)) IS NOT 1") : SQLCondition(sql: "NOT (\(sql))", null: null)
    }

    /// The condition where all guards hold, else NULL for failure.
    func guarded(by guards: [SQLFragment]) -> SQLCondition {
        guard !guards.isEmpty else { return self }
        let all = SQLFragment(joining: guards, separator: " AND ")
        return SQLCondition(sql: "CASE WHEN \(all) THEN \(nullAsFalse.sql) END", null: .failure)
    }
}

extension SQLScalar {
    /// The same value with failure as a condition instead of NULL, for places where NULL says something else.
    var withoutFailureNull: SQLScalar {
        guard null == .failure else { return self }
        var scalar = self
        scalar.null = .never
        scalar.guards.append("\(sql) IS NOT NULL")
        return scalar
    }

    var isNullConstant: Bool {
        shape?.kind == .null && constant != nil
    }
}

extension NullMeaning {
    /// What NULL means for an operation that is NULL when either side is.
    func strict(_ other: NullMeaning) -> NullMeaning {
        if self == .failure || other == .failure { return .failure }
        return self == .never && other == .never ? .never : .absent
    }
}

/// An instance of a model.
struct SQLObject {
    var plan: EntityPlan
    /// The alias of its row, where the row is part of the query.
    var alias: String?
    /// Its primary key; NULL stands for nil.
    var key: SQLFragment {
        didSet { route = nil }
    }
    var isOptional = false
    /// The row is there, but counts only under this condition (a cast that may not hold).
    var presence: SQLFragment?
    var guards: [SQLFragment] = []
    /// The way to the column that holds its key, where other instances are on it.
    var route: SQLRoute?

    /// Whether there is an instance; nil where there always is.
    var isPresent: SQLFragment? {
        alias == nil ? "\(key) IS NOT NULL" : presence
    }

    /// Names of the entities that the instance can belong to.
    var entities: Set<String> { Set(plan.family.map(\.name)) }
}

/// The targets of a to-many relationship.
struct SQLCollection {
    var plan: EntityPlan
    var storage: RelationshipPlan.Storage
    var owner: SQLFragment
    var filters: [Filter] = []
    var guards: [SQLFragment] = []

    /// A condition on each target, which the variable stands for.
    struct Filter {
        var slot: Int32
        var test: Int32
    }
}

/// Bounds of a range.
struct SQLRange {
    var lower: SQLScalar?
    var upper: SQLScalar?
    var isClosed: Bool
}

/// What a node of a form is in SQL.
enum SQLTerm {
    case scalar(SQLScalar)
    case condition(SQLCondition)
    case object(SQLObject)
    case objects(SQLCollection)
    case range(SQLRange)
    /// A captured value that is no scalar.
    case captured(Int, ConstantShape)
}

/// A part of a predicate that is no SQL, and why.
struct UntranslatableExpression: Error {
    var reason: String
}
