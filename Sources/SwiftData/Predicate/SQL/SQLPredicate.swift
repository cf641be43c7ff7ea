/// The part of a predicate that SQLite evaluates: the text of a WHERE condition over the alias `t0`.
struct SQLPredicate: Hashable, Sendable {
    var sql: String
    var arguments: [SQLValue]
    /// `EntityPlan.index` of every entity that the condition reads.
    var touchedEntities: Set<Int>
}

/// What became of a predicate.
struct TranslatedPredicate: Sendable {
    /// The condition to put into WHERE; nil where every row qualifies.
    var sql: SQLPredicate?
    /// Whether the rows that pass `sql` must still be put to `Predicate.evaluate`, before limit and offset.
    var remainderIsInMemory: Bool
    /// One line for each part that is not SQL: the part and the reason.
    var diagnostics: [String]
    /// `EntityPlan.index` of every entity that decides about the result, as far as the translation came to see them.
    var touchedEntities: Set<Int>
}
