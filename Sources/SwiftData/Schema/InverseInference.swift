/// Finds out which relationships are two ends of the same link.
///
/// An inverse written on one side holds for the other side too. A relationship without one gets the relationship that
/// leads back, if there is exactly one on either side that no other claims. Between an entity and itself nothing is
/// inferred. What remains is one-way.
///
/// Several relationships may name one inverse. The two ends of the link are then the inverse and the one that it names
/// itself, or else the first by entity and name, so that the order of the source does not matter. The others lead one
/// way, and still say which inverse they name.
struct InverseInference {
    private struct End {
        let entity: Schema.Entity
        let relationship: Schema.Relationship
    }

    private let entities: [Schema.Entity]
    private let byName: [String: Schema.Entity]
    private let ends: [End]

    init(entities: [Schema.Entity]) {
        self.entities = entities
        byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        ends = entities.flatMap { entity in
            entity.storedProperties.compactMap { property in
                property._kind.relationship.map { End(entity: entity, relationship: $0) }
            }
        }
    }

    func run(reporting issues: inout [SchemaIssue]) {
        linkExplicit(&issues)
        for end in ends where end.relationship.inverseName == nil {
            infer(end)
        }
    }

    /// A relationship that names its inverse.
    private struct Claim {
        let end: End
        let partner: End
    }

    private func linkExplicit(_ issues: inout [SchemaIssue]) {
        var claims: [Claim] = []
        for end in ends where end.relationship.inverseKeyPath != nil {
            guard let partner = explicitPartner(of: end, &issues) else { continue }
            end.relationship.inverseName = partner.relationship.name
            claims.append(Claim(end: end, partner: partner))
        }
        // Who names an inverse itself has it already.
        for claim in claims.sorted(by: { precedes($0.end, $1.end) }) where claim.partner.relationship.inverseName == nil
        {
            claim.partner.relationship.inverseName = claim.end.relationship.name
            claim.partner.relationship.inverseKeyPath = claim.end.relationship.keypath
        }
    }

    private func precedes(_ one: End, _ other: End) -> Bool {
        let (first, second) = ([one.entity.name, one.relationship.name], [other.entity.name, other.relationship.name])
        return first.lexicographicallyPrecedes(second)
    }

    private func explicitPartner(of end: End, _ issues: inout [SchemaIssue]) -> End? {
        guard let keyPath = end.relationship.inverseKeyPath, let destination = byName[end.relationship.destination],
            let model = destination.modelType
        else { return nil }
        let known = KeyPathNames.name(of: keyPath, in: model) ?? name(ofInherited: keyPath, in: destination)
        guard let name = known ?? name(ofOlder: keyPath, in: destination) else {
            report(end, "has an inverse that is no property of \(destination.name).", &issues)
            return nil
        }
        guard let partner = relationship(name, of: destination) else {
            report(end, "has the inverse \(destination.name).\(name), which is no relationship.", &issues)
            return nil
        }
        guard leads(partner, to: end.entity) else {
            let target = partner.relationship.destination
            report(end, "has the inverse \(label(partner)), which leads to \(target) and not back.", &issues)
            return nil
        }
        return partner
    }

    /// A key path written with a subclass as root, where the subclass does not list what it inherits.
    private func name(ofInherited keyPath: AnyKeyPath, in destination: Schema.Entity) -> String? {
        entities.first { entity in
            entity.modelType.map { type(of: keyPath).rootType == $0 } ?? false
                && entity.ancestors.contains { $0 === destination }
        }
        .flatMap { entity in entity.modelType.flatMap { KeyPathNames.name(of: keyPath, in: $0) } }
    }

    /// A key path written with another version's class of the same name as root.
    private func name(ofOlder keyPath: AnyKeyPath, in destination: Schema.Entity) -> String? {
        guard let root = type(of: keyPath).rootType as? any PersistentModel.Type,
            Schema.name(of: root) == destination.name
        else { return nil }
        return KeyPathNames.name(of: keyPath, in: root)
    }

    private func relationship(_ name: String, of entity: Schema.Entity) -> End? {
        for owner in [entity] + entity.ancestors {
            if let found = owner.relationshipsByName[name] { return End(entity: owner, relationship: found) }
        }
        return nil
    }

    private func leads(_ end: End, to entity: Schema.Entity) -> Bool {
        guard let destination = byName[end.relationship.destination] else { return false }
        return destination === entity || entity.ancestors.contains { $0 === destination }
            || destination.ancestors.contains { $0 === entity }
    }

    private func infer(_ end: End) {
        guard end.relationship.destination != end.entity.name,
            let partner = only(from: end.relationship.destination, to: end.entity.name),
            let back = only(from: end.entity.name, to: end.relationship.destination),
            back.relationship === end.relationship
        else { return }
        end.relationship.inverseName = partner.relationship.name
        end.relationship.inverseKeyPath = partner.relationship.keypath
        partner.relationship.inverseName = end.relationship.name
        partner.relationship.inverseKeyPath = end.relationship.keypath
    }

    /// The one unclaimed relationship between two entities, if there is exactly one.
    private func only(from source: String, to destination: String) -> End? {
        let found = ends.filter {
            $0.entity.name == source && $0.relationship.destination == destination && $0.relationship.inverseName == nil
        }
        return found.count == 1 ? found.first : nil
    }

    private func label(_ end: End) -> String { "\(end.entity.name).\(end.relationship.name)" }

    private func report(_ end: End, _ reason: String, _ issues: inout [SchemaIssue]) {
        issues.append(SchemaIssue(end.entity.name, end.relationship.name, reason))
    }
}
