/// Everything that the parts of a script are derived from.
struct MigrationContext: Sendable {
    let diff: SchemaDiff
    let oldLayout: StoreLayout
    let newLayout: StoreLayout
    let feeds: TableFeeds
    let defaults: MigrationDefaults
    let isLenient: Bool

    init(
        from old: SchemaDescription,
        to new: SchemaDescription,
        defaults: MigrationDefaults,
        isLenient: Bool
    ) {
        diff = SchemaDiff(from: old, to: new)
        oldLayout = LayoutBuilder.layout(of: old)
        newLayout = LayoutBuilder.layout(of: new)
        feeds = TableFeeds(old: diff.old, new: diff.new, oldLayout: oldLayout, newLayout: newLayout)
        self.defaults = defaults
        self.isLenient = isLenient
    }

    var obstacles: [MigrationError] {
        LightweightRules(diff: diff, feeds: feeds, defaulted: Set(defaults.values.keys)).obstacles
    }

    var old: DescriptionGraph { diff.old }
    var new: DescriptionGraph { diff.new }

    /// The discriminators of the rows that a property of an entity concerns; empty where it concerns all rows.
    func discriminators(of entity: String) -> [Int64] {
        guard let description = new.entity(entity), new.root(of: entity)?.name != entity else { return [] }
        return new.family(of: description).compactMap { newLayout.discriminators[$0.name] }.sorted()
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
