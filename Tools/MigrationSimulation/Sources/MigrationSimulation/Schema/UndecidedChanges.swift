/// Changes that no chain has: those that the product does not carry out as documented, and those that no rule decides.
///
/// Documentation/migration-simulation.md names them.
enum UndecidedChanges {
    static func isIn(_ new: SchemaShape, after old: SchemaShape) -> Bool {
        let origins = PropertyOrigins(old: old, new: new)
        return new.names.contains { name in
            changesCoding(name, origins) || leavesObjects(name, origins)
                || joinsLinks(name, origins)
        }
    }

    /// A value that is stored as JSON gets another type that is stored as JSON.
    private static func changesCoding(_ name: PropertyName, _ origins: PropertyOrigins) -> Bool {
        guard let kind = origins.new.property(name)?.attribute?.kind, kind.form == .json else { return false }
        return origins.origins(of: name).contains { source in
            origins.old.property(source)?.attribute.map { $0.kind != kind && $0.kind.form == .json } ?? false
        }
    }

    /// A property is none any more of some objects that had it, and what they had stays in its column.
    ///
    /// It moved down its hierarchy, or they left it.
    private static func leavesObjects(_ name: PropertyName, _ origins: PropertyOrigins) -> Bool {
        let have = origins.new.family(of: name.entity)
        return origins.origins(of: name).contains { source in
            let had = origins.old.family(of: source.entity).filter { origins.new.entity($0) != nil }
            return !Set(had).isSubset(of: have)
        }
    }

    /// Two relationships that led one way each become the ends of one link, which cannot have the links of both.
    private static func joinsLinks(_ name: PropertyName, _ origins: PropertyOrigins) -> Bool {
        guard let partner = origins.new.partner(of: name), let link = origins.new.property(name)?.link, !link.isToMany
        else { return false }
        let (own, other) = (origins.origins(of: name), origins.origins(of: partner))
        guard own.contains(where: { origins.old.property($0)?.link != nil }) else { return false }
        return other.contains { source in
            origins.old.property(source)?.link != nil && !own.contains { origins.old.partner(of: $0) == source }
        }
    }
}
