/// Which property of an old schema a property of a new one continues.
///
/// A property continues the one of its name. If the model says `originalName` and did not say so before, it continues
/// the one of that name; so two properties may also swap names. A property that moved along its hierarchy is found
/// there.
struct PropertyMatching: Sendable {
    /// The old properties that a new one continues: one, or several where a superentity took over what its
    /// subentities had each for itself.
    private(set) var sources: [PropertyReference: [PropertyReference]] = [:]
    private let old: DescriptionGraph
    private let new: DescriptionGraph

    init(old: DescriptionGraph, new: DescriptionGraph) {
        self.old = old
        self.new = new
        for reference in new.references {
            let found = candidates(for: reference)
            if !found.isEmpty { sources[reference] = found }
        }
    }

    /// The old property that a new one continues.
    func source(of reference: PropertyReference) -> PropertyReference? { sources[reference]?.first }

    /// The old properties that nothing continues.
    var abandoned: [PropertyReference] {
        let continued = Set(sources.values.joined())
        return old.references.filter { !continued.contains($0) }
    }

    private func candidates(for reference: PropertyReference) -> [PropertyReference] {
        guard let property = new.property(reference), new.entity(reference.entity) != nil else { return [] }
        if let original = property.originalName {
            let before = old.declaration(of: reference.property, in: reference.entity).flatMap { old.property($0) }
            let isNews = before?.originalName != original
            if isNews, let source = old.declaration(of: original, in: reference.entity) { return [source] }
        }
        if let same = old.declaration(of: reference.property, in: reference.entity) {
            return isTakenOver(same, by: reference) ? [] : [same]
        }
        return movedUp(to: reference)
    }

    /// Whether another new property of the entity continues `source` under a new name.
    private func isTakenOver(_ source: PropertyReference, by reference: PropertyReference) -> Bool {
        guard let entity = new.entity(reference.entity) else { return false }
        return entity.properties.contains { other in
            guard other.name != reference.property, other.originalName == source.property else { return false }
            let before = old.declaration(of: other.name, in: reference.entity).flatMap { old.property($0) }
            return before?.originalName != other.originalName
        }
    }

    private func movedUp(to reference: PropertyReference) -> [PropertyReference] {
        guard let entity = new.entity(reference.entity) else { return [] }
        return new.family(of: entity).dropFirst().compactMap { member in
            let source = PropertyReference(entity: member.name, property: reference.property)
            let isGone = new.property(source) == nil
            return isGone && old.property(source) != nil ? source : nil
        }
    }
}
