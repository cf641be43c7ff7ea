/// Which properties of an older version a property continues, and which rows come along.
struct PropertyOrigins {
    let old: SchemaShape
    let new: SchemaShape

    /// The old properties that a new one continues.
    ///
    /// The one that its declaration names, unless it named it before; else the one of its name; else those of its name
    /// that entities below had.
    func origins(of name: PropertyName) -> [PropertyName] {
        guard let property = new.property(name) else { return [] }
        if let original = property.originalName, isNews(property, of: name.entity),
            let source = old.declaration(of: original, in: name.entity)
        {
            return [source]
        }
        if let same = old.declaration(of: name.property, in: name.entity) {
            let others = new.entity(name.entity)?.properties ?? []
            let isRenamed = others.contains {
                $0.name != name.property && $0.originalName == name.property && isNews($0, of: name.entity)
            }
            return isRenamed ? [] : [same]
        }
        return new.family(of: name.entity).dropFirst().compactMap { entity in
            let source = PropertyName(entity: entity, property: name.property)
            return new.property(source) == nil && old.property(source) != nil ? source : nil
        }
    }

    private func isNews(_ property: PropertyShape, of entity: String) -> Bool {
        let before = old.declaration(of: property.name, in: entity).flatMap { old.property($0) }
        return before?.originalName != property.originalName
    }

    // MARK: Rows

    /// A hierarchy whose rows have nowhere to go, and the roots of the hierarchies that had them.
    struct Break {
        let entity: String
        let oldRoots: [String]
    }

    /// For each root of the new version the old one whose rows it takes over.
    var sources: [String: String] {
        var sources: [String: String] = [:]
        for (root, olds) in candidates where olds.count == 1 {
            guard let first = olds.first, candidates.count(where: { $0.value == [first] }) == 1 else { continue }
            sources[root] = first
        }
        return sources
    }

    /// Hierarchies that were joined or taken apart.
    var breaks: [Break] {
        var breaks = candidates.filter { $0.value.count > 1 }.map { Break(entity: $0.key, oldRoots: $0.value.sorted()) }
        let single = candidates.filter { $0.value.count == 1 }
        for (old, roots) in Dictionary(grouping: single, by: { $0.value.first ?? "" }) where roots.count > 1 {
            breaks.append(Break(entity: roots.map(\.key).min() ?? "", oldRoots: [old]))
        }
        return breaks
    }

    /// For each root of the new version the roots of the old one that its entities had.
    private var candidates: [String: Set<String>] {
        var candidates: [String: Set<String>] = [:]
        for entity in new.entities where old.entity(entity.name) != nil {
            candidates[new.root(of: entity.name), default: []].insert(old.root(of: entity.name))
        }
        return candidates
    }
}
