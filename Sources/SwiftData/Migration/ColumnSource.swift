import Foundation

/// Where the value of a new column comes from.
struct ColumnSource {
    private let column: ColumnLayout
    private let table: TableLayout
    private let context: MigrationContext
    private let feed: TableFeeds.Feed

    init(_ column: ColumnLayout, _ table: TableLayout, _ context: MigrationContext, _ feed: TableFeeds.Feed) {
        self.column = column
        self.table = table
        self.context = context
        self.feed = feed
    }

    /// The one old column whose values the new one takes over as they are.
    static func sameColumn(
        _ column: ColumnLayout,
        _ context: MigrationContext,
        _ feed: TableFeeds.Feed
    ) -> ColumnLayout? {
        switch column.role {
        case .primaryKey: return feed.oldTable.column(named: "pk")
        case .discriminator: return feed.oldTable.columns.first { $0.role == .discriminator }
        case .property(let reference):
            let sources = context.sourceColumns(of: reference, in: feed.oldTable)
            return sources.count == 1 ? sources.first : nil
        case .order(let reference): return orderColumn(of: reference, context, feed)
        case .link: return nil
        }
    }

    /// The old order column beside the foreign key that the new foreign key continues.
    private static func orderColumn(
        of toMany: PropertyReference,
        _ context: MigrationContext,
        _ feed: TableFeeds.Feed
    ) -> ColumnLayout? {
        guard let toOne = context.new.partner(of: toMany), let source = context.diff.matching.source(of: toOne),
            context.sourceColumns(of: toOne, in: feed.oldTable).count == 1,
            case .column(_, _, let order?) = context.oldLayout.places[source]
        else { return nil }
        return feed.oldTable.column(named: order)
    }

    /// The value that all rows get, where there is no old column and one literal does; nil where each row needs a
    /// look of its own.
    var constant: SQLValue? {
        switch column.role {
        case .primaryKey, .link: return nil
        case .order: return .null
        case .discriminator: return discriminatorOfAll.map { .integer($0) }
        case .property(let reference):
            guard context.sourceColumns(of: reference, in: feed.oldTable).isEmpty else { return nil }
            switch context.defaults[reference] {
            case .perObject: return nil
            case .constant(let value): return context.discriminators(of: reference.entity).isEmpty ? value : nil
            case nil:
                guard context.role == .bridging || rowsWithoutValue == nil else { return nil }
                return column.isNotNull ? blank : .null
            }
        }
    }

    /// The discriminator of the only entity that the old table held.
    private var discriminatorOfAll: Int64? {
        guard !feed.oldTable.columns.contains(where: { $0.role == .discriminator }), let only = feed.survivors.first
        else { return nil }
        return context.newLayout.discriminators[only]
    }

    /// What stands in a column that may not be empty, where a stage's code fills it afterwards.
    private var blank: SQLValue? {
        guard context.role.canFill else { return nil }
        return switch column.type {
        case "INTEGER": .integer(0)
        case "REAL": .real(0)
        case "BLOB": .blob(Data())
        default: .text("")
        }
    }

    /// The value in SQL, in terms of the old table's row.
    var expression: String {
        if case .discriminator = column.role, let all = discriminatorOfAll { return String(all) }
        if let same = Self.sameColumn(column, context, feed) { return required(SchemaSQL.quoted(same.name)) }
        guard case .property(let reference) = column.role else { return "NULL" }
        let sources = context.sourceColumns(of: reference, in: feed.oldTable)
        guard sources.isEmpty else {
            return required("coalesce(\(sources.map { SchemaSQL.quoted($0.name) }.joined(separator: ", ")))")
        }
        guard let value = defaultExpression(reference) else { return (blank ?? .null).sqlIf(column.isNotNull) }
        return limited(value, to: reference.entity)
    }

    /// Puts the default where an old value is missing that must be there now, and where objects had no such property.
    private func required(_ expression: String) -> String {
        guard case .property(let reference) = column.role else { return expression }
        guard isNewlyRequired else { return reached(expression, reference) }
        if let value = defaultExpression(reference) {
            return limited("coalesce(\(reached(expression, reference)), \(value))", to: reference.entity)
        }
        guard let blank, column.isNotNull else { return expression }
        return "coalesce(\(expression), \(blank.sql))"
    }

    /// The default in the rows of objects that had no such property, and the old value in the others.
    private func reached(_ expression: String, _ reference: PropertyReference) -> String {
        let reached = context.entitiesReached(by: reference).compactMap { context.oldLayout.discriminators[$0] }
            .sorted()
        guard !reached.isEmpty, let value = defaultExpression(reference) else { return expression }
        let list = reached.map(String.init).joined(separator: ", ")
        return "CASE WHEN \"entity\" IN (\(list)) THEN \(value) ELSE \(expression) END"
    }

    /// Whether rows have another value in the new column than in the old one that it continues.
    var changesValues: Bool {
        guard case .property(let reference) = column.role else { return false }
        return isNewlyRequired
            || context.defaults[reference] != nil && !context.entitiesReached(by: reference).isEmpty
    }

    /// Whether a value that may be missing must be there now.
    var isNewlyRequired: Bool {
        guard case .property(let reference) = column.role, let property = context.new.property(reference) else {
            return false
        }
        return property.storage != nil && !property.isOptional && wasOptional(reference)
    }

    private func wasOptional(_ reference: PropertyReference) -> Bool {
        let sources = context.diff.matching.sources[reference] ?? []
        return sources.count > 1 || !context.entitiesReached(by: reference).isEmpty
            || sources.contains { context.old.property($0)?.isOptional ?? true }
    }

    private func defaultExpression(_ reference: PropertyReference) -> String? {
        switch context.defaults[reference] {
        case .constant(let value): value.sql
        case .perObject:
            "\(DefaultFunction.name)(\(SchemaSQL.literal(reference.entity)), \(SchemaSQL.literal(reference.property)))"
        case nil: nil
        }
    }

    /// A subentity's property has values in its own rows only.
    private func limited(_ expression: String, to entity: String) -> String {
        let members = context.discriminators(of: entity)
        guard !members.isEmpty else { return expression }
        let list = members.map(String.init).joined(separator: ", ")
        let own = discriminatorOfAll.map(String.init) ?? "\"entity\""
        return "CASE WHEN \(own) IN (\(list)) THEN \(expression) END"
    }

    // MARK: - Missing values

    /// The columns of a table that some objects may have no value for, though they must have one.
    static func gaps(in table: TableLayout, _ context: MigrationContext, _ feed: TableFeeds.Feed) -> [MigrationGap] {
        guard context.role != .bridging else { return [] }
        return table.columns.compactMap { column in
            guard case .property(let reference) = column.role,
                let rows = ColumnSource(column, table, context, feed).rowsWithoutValue
            else { return nil }
            let isUnique = table.indexes.contains { $0.isUnique && $0.columns.contains(column.name) }
            return MigrationGap(
                property: reference,
                failure: context.defaults.failures[reference],
                table: table.name,
                column: column.name,
                rows: rows,
                canBeFilled: context.role.canFill && !isUnique
            )
        }
    }

    /// The query for the keys of the old rows that have no value for a property that must have one now, or would get a
    /// default that cannot be stored; nil where there can be none.
    private var rowsWithoutValue: String? {
        guard case .property(let reference) = column.role, let property = context.new.property(reference),
            property.storage != nil, context.defaults[reference] == nil,
            let members = context.conditions(forRowsOf: reference.entity, in: feed.oldTable)
        else { return nil }
        let sources = context.sourceColumns(of: reference, in: feed.oldTable)
        if property.isOptional {
            guard sources.isEmpty, context.defaults.failures[reference] != nil else { return nil }
        } else {
            guard sources.isEmpty || wasOptional(reference) else { return nil }
        }
        let conditions = sources.map { "\(SchemaSQL.quoted($0.name)) IS NULL" } + members
        let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
        return "SELECT \"pk\" FROM \(SchemaSQL.quoted(feed.oldTable.name))\(filter)"
    }

    /// An object without a target that it must have.
    static func missingValue(
        _ reference: PropertyReference,
        column: String,
        in table: String,
        _ context: MigrationContext
    ) -> MigrationCheck {
        let isMissing = "\(SchemaSQL.quoted(column)) IS NULL"
        return missingValue(reference, in: table, where: isMissing, context)
    }

    /// An object to which no other leads, though one must.
    static func missingPartner(
        _ reference: PropertyReference,
        in table: String,
        linkedBy column: String,
        in other: String,
        _ context: MigrationContext
    ) -> MigrationCheck {
        let link = SchemaSQL.quoted(column)
        let linked = "SELECT \(link) FROM \(SchemaSQL.quoted(other)) WHERE \(link) IS NOT NULL"
        return missingValue(reference, in: table, where: "\"pk\" NOT IN (\(linked))", context)
    }

    private static func missingValue(
        _ reference: PropertyReference,
        in table: String,
        where isMissing: String,
        _ context: MigrationContext
    ) -> MigrationCheck {
        let members = context.discriminators(of: reference.entity).map(String.init).joined(separator: ", ")
        let condition = members.isEmpty ? "" : " AND \"entity\" IN (\(members))"
        let sql = "SELECT \"pk\" FROM \(SchemaSQL.quoted(table)) WHERE \(isMissing)\(condition) LIMIT 1"
        return MigrationCheck(purpose: .missingValue(reference), sql: sql)
    }
}

extension SQLValue {
    /// The value as SQL writes it.
    var sql: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        case .real(let number): Self.sql(of: number)
        case .text(let text): Self.sql(of: text)
        case .blob(let data): "X'\(data.map { String(format: "%02X", $0) }.joined())'"
        }
    }

    fileprivate func sqlIf(_ condition: Bool) -> String { condition ? sql : "NULL" }

    private static func sql(of number: Double) -> String {
        if number.isNaN { return "NULL" }
        if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
        return String(describing: number)
    }

    /// A NUL would end the literal, so text with one is written byte by byte.
    private static func sql(of text: String) -> String {
        guard text.utf8.contains(0) else { return SchemaSQL.literal(text) }
        return "CAST(X'\(text.utf8.map { String(format: "%02X", $0) }.joined())' AS TEXT)"
    }
}
