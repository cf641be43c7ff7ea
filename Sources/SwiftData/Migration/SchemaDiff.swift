/// What is different between the schema of a store and another, and what of it needs code.
struct SchemaDiff: Sendable {
    private(set) var changes: [SchemaChange] = []
    let matching: PropertyMatching
    let old: DescriptionGraph
    let new: DescriptionGraph

    init(from oldDescription: SchemaDescription, to newDescription: SchemaDescription) {
        old = DescriptionGraph(oldDescription)
        new = DescriptionGraph(newDescription)
        matching = PropertyMatching(old: old, new: new)
        let oldNames = Set(oldDescription.entities.map(\.name))
        let newNames = Set(newDescription.entities.map(\.name))
        changes += newNames.subtracting(oldNames).sorted().map { .entityAdded($0) }
        changes += oldNames.subtracting(newNames).sorted().map { .entityRemoved($0) }
        for name in newNames.intersection(oldNames).sorted() { compareEntity(name) }
        changes += matching.abandoned.filter { newNames.contains($0.entity) }.map { .propertyRemoved($0) }
    }

    var isEmpty: Bool { changes.isEmpty }

    /// The differences in words, at most `limit` of them.
    func summary(limit: Int = 12) -> String {
        let lines = changes.prefix(limit).map(\.description).joined(separator: "; ")
        return changes.count > limit ? "\(lines); and \(changes.count - limit) more" : lines
    }

    // MARK: - Entities

    private mutating func compareEntity(_ name: String) {
        guard let before = old.entity(name), let after = new.entity(name) else { return }
        if before.superentity != after.superentity {
            changes.append(.superentityChanged(name, from: before.superentity, to: after.superentity))
        }
        for property in after.properties.sorted(by: { $0.name < $1.name }) {
            compareProperty(PropertyReference(entity: name, property: property.name))
        }
        compareKeys(name, before: uniqueKeys(before), after: uniqueKeys(after), isUnique: true)
        compareKeys(name, before: before.indices, after: after.indices, isUnique: false)
    }

    private func uniqueKeys(_ entity: EntityDescription) -> [[String]] {
        entity.properties.filter(\.isUnique).map { [$0.name] } + entity.uniquenessConstraints
    }

    private mutating func compareKeys(_ entity: String, before: [[String]], after: [[String]], isUnique: Bool) {
        let renamed = before.map { $0.map { newName(of: $0, in: entity) } }
        for key in Set(after).subtracting(renamed).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            changes.append(isUnique ? .uniqueAdded(entity, key) : .indexAdded(entity, key))
        }
        for key in Set(renamed).subtracting(after).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            changes.append(isUnique ? .uniqueRemoved(entity, key) : .indexRemoved(entity, key))
        }
    }

    /// The present name of a property that an entity had.
    private func newName(of name: String, in entity: String) -> String {
        guard let source = old.declaration(of: name, in: entity) else { return name }
        let lineage = Set(new.lineage(of: entity).map(\.name))
        return matching.sources.first { lineage.contains($0.key.entity) && $0.value.contains(source) }?.key.property
            ?? name
    }

    // MARK: - Properties

    private mutating func compareProperty(_ reference: PropertyReference) {
        guard let source = matching.source(of: reference) else {
            changes.append(.propertyAdded(reference))
            return
        }
        guard let before = old.property(source), let after = new.property(reference) else { return }
        if source.property != reference.property { changes.append(.propertyRenamed(from: source, to: reference)) }
        switch (before.relationship, after.relationship) {
        case (nil, nil): compareStorage(reference, before, after)
        case (let before?, let after?): compareRelationship(reference, before, after)
        case (nil, .some): changes.append(.becameRelationship(reference))
        case (.some, nil): changes.append(.becameAttribute(reference))
        }
        if before.isOptional != after.isOptional {
            changes.append(.optionalityChanged(reference, isOptional: after.isOptional))
        }
        let ignored: Set = ["unique"]
        if Set(before.options).subtracting(ignored) != Set(after.options).subtracting(ignored)
            || before.hashModifier != after.hashModifier
        {
            changes.append(.optionsChanged(reference))
        }
    }

    private mutating func compareStorage(
        _ reference: PropertyReference,
        _ before: PropertyDescription,
        _ after: PropertyDescription
    ) {
        guard before.valueType != after.valueType || before.storage != after.storage else { return }
        let isLossless = StorageConversion.isLossless(from: before, to: after)
        changes.append(
            .typeChanged(reference, from: before.valueType, to: after.valueType, isLossless: isLossless)
        )
    }

    private mutating func compareRelationship(
        _ reference: PropertyReference,
        _ before: RelationshipDescription,
        _ after: RelationshipDescription
    ) {
        if before.isToOne != after.isToOne {
            changes.append(.arityChanged(reference, isToOne: after.isToOne))
        }
        if before.destination != after.destination {
            changes.append(.destinationChanged(reference, from: before.destination, to: after.destination))
        }
        if before.inverse.map({ newName(of: $0, in: before.destination) }) != after.inverse {
            changes.append(.inverseChanged(reference, from: before.inverse, to: after.inverse))
        }
        if before.deleteRule != after.deleteRule { changes.append(.deleteRuleChanged(reference)) }
        if before.minimumCount != after.minimumCount || before.maximumCount != after.maximumCount {
            changes.append(.countsChanged(reference))
        }
    }
}
