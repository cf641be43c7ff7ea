/// Everything that the parts of a script are derived from.
struct MigrationContext: Sendable {
    let diff: SchemaDiff
    let oldLayout: StoreLayout
    let newLayout: StoreLayout
    let feeds: TableFeeds
    let defaults: MigrationDefaults
    let role: StageRole

    init(
        from old: SchemaDescription,
        to new: SchemaDescription,
        defaults: MigrationDefaults,
        role: StageRole
    ) {
        diff = SchemaDiff(from: old, to: new)
        oldLayout = LayoutBuilder.layout(of: old)
        newLayout = LayoutBuilder.layout(of: new)
        feeds = TableFeeds(old: diff.old, new: diff.new, oldLayout: oldLayout, newLayout: newLayout)
        self.defaults = defaults
        self.role = role
    }

    var old: DescriptionGraph { diff.old }
    var new: DescriptionGraph { diff.new }

    /// The discriminators of the rows that a property of an entity concerns; empty where it concerns all rows.
    func discriminators(of entity: String) -> [Int64] {
        guard let description = new.entity(entity), new.root(of: entity)?.name != entity else { return [] }
        return new.family(of: description).compactMap { newLayout.discriminators[$0.name] }.sorted()
    }

    /// The conditions by which an old table's rows are of a new entity or of one that inherits from it; nil where none can
    /// be.
    func conditions(forRowsOf entity: String, in oldTable: TableLayout) -> [String]? {
        guard let description = new.entity(entity) else { return nil }
        let members = new.family(of: description).map(\.name).filter { oldLayout.tableOfEntity[$0] == oldTable.name }
        guard !members.isEmpty else { return nil }
        guard oldTable.columns.contains(where: { $0.role == .discriminator }) else { return [] }
        let list = members.compactMap { oldLayout.discriminators[$0] }.map(String.init).joined(separator: ", ")
        return ["\"entity\" IN (\(list))"]
    }

    /// The columns in the old table that hold what a property continues, where its values can stay as they are.
    func sourceColumns(of reference: PropertyReference, in oldTable: TableLayout) -> [ColumnLayout] {
        guard let after = new.property(reference) else { return [] }
        return (diff.matching.sources[reference] ?? []).compactMap { source in
            guard let before = old.property(source), canStay(before, after, reference),
                case .column(oldTable.name, let column, _) = oldLayout.places[source]
            else { return nil }
            return oldTable.column(named: column)
        }
    }

    /// The entities whose objects have a property now and were there before without it; none where nobody had it.
    ///
    /// It moved up its hierarchy, or they came below its entity.
    func entitiesReached(by reference: PropertyReference) -> [String] {
        let sources = diff.matching.sources[reference] ?? []
        guard !sources.isEmpty, let entity = new.entity(reference.entity) else { return [] }
        let had = Set(sources.compactMap { old.entity($0.entity) }.flatMap { old.family(of: $0).map(\.name) })
        return new.family(of: entity).map(\.name).filter { old.entity($0) != nil && !had.contains($0) }
    }

    private func canStay(
        _ before: PropertyDescription,
        _ after: PropertyDescription,
        _ reference: PropertyReference
    ) -> Bool {
        guard let source = before.relationship, let destination = after.relationship else {
            let bothValues = before.relationship == nil && after.relationship == nil
            return bothValues
                && (before.storage == after.storage || StorageConversion.isLossless(from: before, to: after))
        }
        return keepsTargets(from: source, to: destination)
    }

    /// Whether the targets' keys mean the same objects as before.
    func keepsTargets(from before: RelationshipDescription, to after: RelationshipDescription) -> Bool {
        guard let table = newLayout.tableOfEntity[after.destination], let feed = feeds[table] else { return false }
        let isSame = before.destination == after.destination
        let isWider = new.lineage(of: before.destination).contains { $0.name == after.destination }
        return (isSame || isWider) && oldLayout.tableOfEntity[before.destination] == feed.oldTable.name
    }
}
