/// Looks for what makes a schema unusable, whatever it was made from.
enum SchemaValidation {
    static func issues(in entities: [Schema.Entity]) -> [SchemaIssue] {
        let names = Dictionary(grouping: entities, by: \.name)
        return duplicates(names)
            + entities.flatMap { entity in
                properties(of: entity, known: Set(names.keys)) + keys(of: entity)
            }
    }

    private static func duplicates(_ names: [String: [Schema.Entity]]) -> [SchemaIssue] {
        names.filter { $0.value.count > 1 }.keys.sorted().map {
            SchemaIssue(
                $0,
                "is the name of two entities: the names of the classes must differ, wherever they are nested."
            )
        }
    }

    private static func properties(of entity: Schema.Entity, known: Set<String>) -> [SchemaIssue] {
        var seen = Set(entity.inheritedProperties.map(\.name))
        var issues: [SchemaIssue] = []
        for property in entity.storedProperties {
            if !seen.insert(property.name).inserted {
                issues.append(SchemaIssue(entity.name, property.name, "is declared twice."))
            }
            if let relationship = property._kind.relationship {
                issues += counts(of: relationship, entity)
                if !known.contains(relationship.destination) {
                    let reason = "leads to \(relationship.destination), which is not in the schema."
                    issues.append(SchemaIssue(entity.name, property.name, reason))
                }
            }
        }
        return issues
    }

    private static func counts(of relationship: Schema.Relationship, _ entity: Schema.Entity) -> [SchemaIssue] {
        let minimum = relationship.minimumModelCount ?? 0
        let maximum = relationship.maximumModelCount ?? 0
        guard minimum < 0 || maximum < 0 || (maximum > 0 && minimum > maximum) else { return [] }
        return [SchemaIssue(entity.name, relationship.name, "cannot have from \(minimum) to \(maximum) targets.")]
    }

    private static func keys(of entity: Schema.Entity) -> [SchemaIssue] {
        let single = entity.storedProperties.filter(\.isUnique).map { [$0.name] }
        return (single + entity.uniquenessConstraints).flatMap { keys(of: entity, $0, "a unique constraint") }
            + entity.indices.flatMap { keys(of: entity, $0, "an index") }
    }

    private static func keys(of entity: Schema.Entity, _ names: [String], _ what: String) -> [SchemaIssue] {
        names.compactMap { name in
            guard let property = entity.property(named: name) else {
                return SchemaIssue(entity.name, name, "stands in \(what), but is no property.")
            }
            if property.isTransient {
                return SchemaIssue(entity.name, name, "is never written, so \(what) cannot stand on it.")
            }
            if let relationship = property._kind.relationship, !relationship.isToOneRelationship {
                return SchemaIssue(entity.name, name, "leads to many, so \(what) cannot stand on it.")
            }
            return nil
        }
    }
}
