extension MigrationOracle {
    /// A link between two rows; where it came from decides whether its place in a list is known.
    private struct Pair: Hashable {
        let own: Int64
        let other: Int64
    }

    mutating func bringLinks() {
        for name in new.names {
            guard let link = new.property(name)?.link else { continue }
            let partner = new.partner(of: name)
            if let partner, partner < name { continue }
            let own = pairs(of: name)
            let alien = partner.map { pairs(of: $0).map { Pair(own: $0.other, other: $0.own) } } ?? []
            bring(name, own + alien.filter { !own.contains($0) }, isKnown: !own.isEmpty || alien.isEmpty)
            if let partner {
                let flipped = (own + alien.filter { !own.contains($0) }).map { Pair(own: $0.other, other: $0.own) }
                bring(partner, flipped, isKnown: true)
            }
            findTooMany(name, link)
            if let partner, let link = new.property(partner)?.link { findTooMany(partner, link) }
        }
        for name in new.names { findMissingTargets(name) }
    }

    private mutating func bring(_ name: PropertyName, _ pairs: [Pair], isKnown: Bool) {
        var lists: [Int64: [Int64]] = [:]
        for pair in pairs { lists[pair.own, default: []].append(pair.other) }
        let sources = origins.origins(of: name)
        let hadOrder =
            sources.count == 1
            && sources.allSatisfy { old.property($0)?.link?.isToMany == true && !looseBefore.contains($0) }
        for (owner, targets) in lists {
            let earlier = sources.first.map { before.targets($0, owner) } ?? []
            if hadOrder, Set(earlier).isSuperset(of: targets) {
                after.setTargets(name, owner, earlier.filter { targets.contains($0) })
            } else {
                if targets.count > 1 { loose.insert(name) }
                after.setTargets(name, owner, targets)
            }
        }
    }

    /// The links that a relationship continues by its own end.
    private func pairs(of name: PropertyName) -> [Pair] {
        guard let link = new.property(name)?.link else { return [] }
        var found: [Pair] = []
        for source in origins.origins(of: name) {
            guard let earlier = old.property(source)?.link, leadsOn(earlier, link),
                origins.sources[new.root(of: name.entity)] == old.root(of: source.entity),
                origins.sources[new.root(of: link.destination)] == old.root(of: earlier.destination)
            else { continue }
            for (owner, targets) in before.links[source] ?? [:] {
                guard isThere(owner, name.entity) else { continue }
                for target in targets where isThere(target, link.destination) {
                    found.append(Pair(own: owner, other: target))
                }
            }
        }
        return found
    }

    private func isThere(_ key: Int64, _ entity: String) -> Bool {
        after.row(key, entity, new).map { new.isKind($0.entity, of: entity) } ?? false
    }

    private mutating func findTooMany(_ name: PropertyName, _ link: LinkShape) {
        guard !link.isToMany, role != .bridging else { return }
        if (after.links[name] ?? [:]).values.contains(where: { $0.count > 1 }) { object(.tooManyTargets, name) }
        let hadMany = origins.origins(of: name).contains { (before.links[$0] ?? [:]).values.contains { $0.count > 1 } }
        if hadMany {
            possible.insert(Obstacle(kind: .tooManyTargets, entity: name.entity, property: name.property))
        }
    }

    /// Objects that must have a target and have none.
    private mutating func findMissingTargets(_ name: PropertyName) {
        guard let property = new.property(name), let link = property.link, !link.isToMany, !property.isOptional else {
            return
        }
        for key in after.keys(of: name.entity, new) where after.targets(name, key).isEmpty {
            if role.fills { gaps[name, default: []].append(key) } else { object(.missingValue, name) }
        }
    }
}
