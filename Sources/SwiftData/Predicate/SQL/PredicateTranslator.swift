import Foundation

/// Turns predicates into SQL.
enum PredicateTranslator {
    /// Translates what can be translated; the rest, by conjuncts, is left to `Predicate.evaluate`.
    ///
    /// `plan` is the entity that is fetched and whose table has the alias `t0`; `plans` finds the other entities of the
    /// container. With a cache, a predicate of a shape seen before costs little more than the reading of its captured
    /// values.
    static func translate<Model: PersistentModel>(
        _ predicate: Predicate<Model>,
        for plan: EntityPlan,
        plans: @escaping (any PersistentModel.Type) -> EntityPlan?,
        cache: PredicateCache? = nil
    ) -> TranslatedPredicate {
        var form = PredicateForm()
        let variable = Int32(form.slot(of: predicate.variable.key))
        _ = form.lower(predicate.expression)
        if let known = cache?.template(for: form, plan) { return known.filled(with: form.constants) }
        let template = PredicateTemplate(form: form, variable: variable, plan: plan, plans: plans)
        cache?.insert(template, for: form, plan)
        return template.filled(with: form.constants)
    }
}

/// The SQL of all predicates of one shape.
struct PredicateTemplate: Sendable {
    private var sql: String?
    private var arguments: [SQLArgument] = []
    private var touchedEntities: Set<Int> = []
    private var diagnostics: [String] = []

    init(
        form: PredicateForm,
        variable: Int32,
        plan: EntityPlan,
        plans: @escaping (any PersistentModel.Type) -> EntityPlan?
    ) {
        var renderer = SQLRenderer(form: form, variable: variable, plan: plan, plans: plans)
        var parts: [SQLFragment] = []
        for conjunct in Self.conjuncts(of: form) {
            do {
                let condition = try renderer.condition(conjunct)
                if condition.known != true { parts.append(condition.sql) }
            } catch {
                diagnostics.append(Self.diagnostic(error))
            }
        }
        if !parts.isEmpty {
            let fragment = SQLFragment(joining: parts, separator: " AND ")
            sql = fragment.sql
            arguments = fragment.arguments
        }
        touchedEntities = renderer.touchedEntities
    }

    /// The conditions that must all hold.
    private static func conjuncts(of form: PredicateForm) -> [Int32] {
        var pending = [form.root]
        var result: [Int32] = []
        while let next = pending.popLast() {
            if form[next].operation == .and {
                pending.append(form[next].second)
                pending.append(form[next].first)
            } else {
                result.append(next)
            }
        }
        return result
    }

    private static func diagnostic(_ error: any Error) -> String {
        let reason = (error as? UntranslatableExpression)?.reason ?? String(describing: error)
        return "A part of the predicate is evaluated in memory: \(reason)."
    }

    func filled(with constants: [PredicateConstant]) -> TranslatedPredicate {
        let condition = sql.map { sql in
            SQLPredicate(
                sql: sql,
                arguments: arguments.map { $0.resolve(constants) },
                touchedEntities: touchedEntities
            )
        }
        return TranslatedPredicate(
            sql: condition,
            remainderIsInMemory: !diagnostics.isEmpty,
            diagnostics: diagnostics,
            touchedEntities: touchedEntities
        )
    }
}
