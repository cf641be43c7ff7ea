import Foundation

/// Turns sort descriptors into ORDER BY.
enum SortTranslator {
    /// The terms over the alias `t0`, the primary key last so that the order is total.
    ///
    /// The key goes in the direction of the last term, so that an index serves a descending order as it is.
    ///
    /// nil comes first in forward order. A text sorts by `LocalizedOrder` unless the descriptor asks for `.lexical`.
    /// - Throws: `UntranslatableExpression` for a descriptor that only memory can serve: a computed property, or an
    /// order of a type's own.
    static func translate<Model: PersistentModel>(
        _ descriptors: [SortDescriptor<Model>],
        for plan: EntityPlan
    ) throws -> [(sql: String, ascending: Bool)] {
        var renderer = SQLRenderer(form: PredicateForm(), variable: 0, plan: plan, plans: { _ in nil })
        var terms: [(sql: String, ascending: Bool)] = []
        for descriptor in descriptors {
            for sql in try keys(of: descriptor, plan, &renderer) {
                terms.append((sql, descriptor.order == .forward))
            }
        }
        terms.append(("t0.pk", !SortComparison.reversesTies(descriptors)))
        return terms
    }

    /// The entities that the order reads by a link.
    static func linkedEntities<Model: PersistentModel>(
        _ descriptors: [SortDescriptor<Model>],
        for plan: EntityPlan
    ) -> Set<Int> {
        var renderer = SQLRenderer(form: PredicateForm(), variable: 0, plan: plan, plans: { _ in nil })
        for descriptor in descriptors { _ = try? keys(of: descriptor, plan, &renderer) }
        return renderer.touchedEntities
    }

    /// Whether it can be told what an order reads: a computed property may read anything.
    static func readsPropertiesAlone<Model: PersistentModel>(
        _ descriptors: [SortDescriptor<Model>],
        of plan: EntityPlan
    ) -> Bool {
        descriptors.allSatisfy { descriptor in
            descriptor.keyPath.map { plan.chain(of: $0) != nil } ?? false
        }
    }

    private static func keys<Model: PersistentModel>(
        of descriptor: SortDescriptor<Model>,
        _ plan: EntityPlan,
        _ renderer: inout SQLRenderer
    ) throws -> [String] {
        guard let keyPath = descriptor.keyPath else {
            throw UntranslatableExpression(reason: "a sort without a key path")
        }
        guard let path = plan.chain(of: keyPath) else {
            throw UntranslatableExpression(reason: "\(keyPath) is no stored property")
        }
        var object = SQLObject(plan: plan, alias: "t0", key: "t0.pk")
        for link in path.links { object = try renderer.target(of: link, from: object) }
        if path.endsAtIdentifier { return [object.key.sql] }
        guard let property = path.last else { throw UntranslatableExpression(reason: "\(keyPath)") }
        guard case .attribute(let storage) = property.kind, !property.isEphemeral, !property.isExternal else {
            throw UntranslatableExpression(reason: "\(property.name) is no value in a column")
        }
        switch storage {
        case .scalar, .rawValue: break
        case .json: throw UntranslatableExpression(reason: "\(property.name) is kept as JSON")
        case .transformed: throw UntranslatableExpression(reason: "\(property.name) is kept through a transformer")
        }
        let column = renderer.column(property.column, of: object).sql
        return try keys(column, ValueType(property.valueType).kind, isLexical: descriptor.stringComparator != nil)
    }

    private static func keys(_ column: String, _ kind: ValueKind, isLexical: Bool) throws -> [String] {
        switch kind {
        case .text:
            let collation = isLexical ? SQLFunctionName.swiftCollation : SQLFunctionName.localizedCollation
            return ["\(column) COLLATE \(collation)"]
        case .decimal: return ["\(column) COLLATE \(SQLFunctionName.decimalCollation)"]
        // Kept by bit pattern: the upper half is negative in SQLite.
        case .integer(.uint64): return ["\(column) < 0", column]
        case .bool, .integer, .real, .date, .uuid, .data, .url: return [column]
        default: throw UntranslatableExpression(reason: "an order that only Swift knows")
        }
    }
}
