/// What of a difference needs code, told without looking at the data.
struct LightweightRules {
    private let diff: SchemaDiff
    private let feeds: TableFeeds
    private let defaulted: Set<PropertyReference>

    init(diff: SchemaDiff, feeds: TableFeeds, defaulted: Set<PropertyReference>) {
        self.diff = diff
        self.feeds = feeds
        self.defaulted = defaulted
    }

    /// The rules for getting from one schema to another, whose properties in `defaulted` have default values.
    init(from old: SchemaDescription, to new: SchemaDescription, defaulted: Set<PropertyReference>) {
        diff = SchemaDiff(from: old, to: new)
        feeds = TableFeeds(old: old, new: new)
        self.defaulted = defaulted
    }

    /// The obstacles, in the order of the differences; none where the change is lightweight.
    var obstacles: [MigrationError] {
        feeds.obstacles + diff.changes.compactMap(obstacle)
    }

    private func obstacle(to change: SchemaChange) -> MigrationError? {
        switch change {
        case .typeChanged(let reference, let from, let to, false):
            let reason = "changes its type from \(from) to \(to). Such a change needs a migration stage with code."
            return MigrationError(.notLightweight, reference, reason)
        case .becameRelationship(let reference):
            return MigrationError(.notLightweight, reference, "was a value and is a relationship now.")
        case .becameAttribute(let reference):
            return MigrationError(.notLightweight, reference, "was a relationship and is a value now.")
        case .destinationChanged(let reference, let from, let to):
            guard !diff.new.lineage(of: from).contains(where: { $0.name == to }) else { return nil }
            return MigrationError(.notLightweight, reference, "led to \(from) and leads to \(to) now.")
        case .propertyAdded(let reference): return missingValue(reference)
        default: return nil
        }
    }

    private func missingValue(_ reference: PropertyReference) -> MigrationError? {
        guard let property = diff.new.property(reference), !property.isOptional, !property.isEphemeral,
            hasObjects(reference.entity)
        else { return nil }
        if let relationship = property.relationship {
            guard relationship.isToOne, !isFilledByInverse(reference) else { return nil }
            let reason = "must lead to an object, but the objects that exist have none. Make it optional."
            return MigrationError(.missingValue, reference, reason)
        }
        guard !defaulted.contains(reference) else { return nil }
        let reason =
            "must have a value, but the objects that exist have none. Give it a default value or make it optional."
        return MigrationError(.missingValue, reference, reason)
    }

    /// Whether a store of the old schema can hold objects that are of the entity now.
    private func hasObjects(_ entity: String) -> Bool {
        guard let entity = diff.new.entity(entity) else { return false }
        return diff.new.family(of: entity).contains { diff.old.entity($0.name) != nil }
    }

    private func isFilledByInverse(_ reference: PropertyReference) -> Bool {
        diff.new.partner(of: reference).flatMap { diff.matching.source(of: $0) } != nil
    }
}
