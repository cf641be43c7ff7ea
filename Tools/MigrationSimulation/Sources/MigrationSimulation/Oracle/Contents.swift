/// The rows of a store as plain values.
struct Contents: Equatable {
    struct Row: Equatable {
        var entity: String
        var values: [String: StoredValue] = [:]

        /// The values in words.
        var words: String {
            values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        }
    }

    /// Rows by the root of their hierarchy and by key.
    var rows: [String: [Int64: Row]] = [:]
    /// The targets of each relationship by the key of its owner, in their order; none where there are none.
    var links: [PropertyName: [Int64: [Int64]]] = [:]

    func row(_ key: Int64, _ entity: String, _ shape: SchemaShape) -> Row? { rows[shape.root(of: entity)]?[key] }

    /// The keys of an entity's objects, with those of entities that inherit from it.
    func keys(of entity: String, _ shape: SchemaShape) -> [Int64] {
        let family = Set(shape.family(of: entity))
        return (rows[shape.root(of: entity)] ?? [:]).filter { family.contains($0.value.entity) }.keys.sorted()
    }

    func targets(_ name: PropertyName, _ owner: Int64) -> [Int64] { links[name]?[owner] ?? [] }

    mutating func setTargets(_ name: PropertyName, _ owner: Int64, _ targets: [Int64]) {
        links[name, default: [:]][owner] = targets.isEmpty ? nil : targets
        if links[name]?.isEmpty == true { links[name] = nil }
    }

    var count: Int { rows.values.reduce(0) { $0 + $1.count } }

    // MARK: Changes, as a context makes them

    /// Gives a relationship targets, and brings the other end in step.
    mutating func assign(_ name: PropertyName, _ owner: Int64, _ targets: [Int64], _ shape: SchemaShape) {
        guard let partner = shape.partner(of: name) else { return setTargets(name, owner, targets) }
        let before = self.targets(name, owner)
        for target in before where !targets.contains(target) {
            setTargets(partner, target, self.targets(partner, target).filter { $0 != owner })
        }
        let isPartnerToMany = shape.property(partner)?.link?.isToMany ?? false
        for target in targets where !before.contains(target) {
            if !isPartnerToMany {
                for other in self.targets(partner, target) where other != owner {
                    setTargets(name, other, self.targets(name, other).filter { $0 != target })
                }
                setTargets(partner, target, [owner])
            } else {
                setTargets(partner, target, self.targets(partner, target) + [owner])
            }
        }
        setTargets(name, owner, targets)
    }

    /// The rows that go with a row, by the delete rules.
    ///
    /// Nil where a rule denies it, or where an object that stays must have one of them.
    func deletion(of key: Int64, _ entity: String, _ shape: SchemaShape) -> [String: Set<Int64>]? {
        var gone: [String: Set<Int64>] = [:]
        var waiting = [(key, entity)]
        while let (key, entity) = waiting.popLast() {
            guard let row = row(key, entity, shape),
                gone[shape.root(of: entity), default: []].insert(key).inserted
            else { continue }
            for (name, property) in shape.properties(of: row.entity) {
                guard let link = property.link else { continue }
                let found = targets(name, key)
                if link.deleteRule == .deny, !found.isEmpty { return nil }
                if link.deleteRule == .cascade { waiting += found.map { ($0, link.destination) } }
            }
        }
        for (name, lists) in links {
            guard let property = shape.property(name), let link = property.link, !property.isOptional, !link.isToMany
            else { continue }
            for (owner, targets) in lists where !(gone[shape.root(of: name.entity)]?.contains(owner) ?? false) {
                if targets.contains(where: { gone[shape.root(of: link.destination)]?.contains($0) ?? false }) {
                    return nil
                }
            }
        }
        return gone
    }

    /// Removes rows and the links to them.
    mutating func remove(_ gone: [String: Set<Int64>], _ shape: SchemaShape) {
        for (root, keys) in gone { for key in keys { rows[root]?[key] = nil } }
        for (name, lists) in links {
            guard let link = shape.property(name)?.link else { continue }
            let owners = gone[shape.root(of: name.entity)] ?? []
            let targets = gone[shape.root(of: link.destination)] ?? []
            for (owner, list) in lists {
                setTargets(name, owner, owners.contains(owner) ? [] : list.filter { !targets.contains($0) })
            }
        }
    }

    /// The same with the order of lists as other contents have it, where it did not count.
    func adoptingOrder(of other: Contents, _ loose: Set<PropertyName>) -> Contents {
        var contents = self
        for name in loose { contents.links[name] = other.links[name] }
        return contents
    }

    // MARK: Comparing

    /// The first difference from other contents, in words; nil where there is none.
    ///
    /// The order of the relationships `loose` does not count.
    func difference(from other: Contents, loose: Set<PropertyName> = []) -> String? {
        for root in Set(rows.keys).union(other.rows.keys).sorted() {
            let (mine, others) = (rows[root] ?? [:], other.rows[root] ?? [:])
            for key in Set(mine.keys).union(others.keys).sorted() {
                guard let row = mine[key] else { return "\(root) \(key) is not expected" }
                guard let found = others[key] else { return "\(row.entity) \(key) of \(root) is missing" }
                if row.entity != found.entity { return "\(root) \(key) is a \(found.entity), not a \(row.entity)" }
                for name in Set(row.values.keys).union(found.values.keys).sorted()
                where row.values[name] != found.values[name] {
                    let (expected, value) = (row.values[name] ?? .null, found.values[name] ?? .null)
                    return "\(row.entity) \(key) has \(name) \(value), not \(expected)"
                }
            }
        }
        for name in Set(links.keys).union(other.links.keys).sorted() {
            for owner in Set((links[name] ?? [:]).keys).union((other.links[name] ?? [:]).keys).sorted() {
                let (mine, others) = (targets(name, owner), other.targets(name, owner))
                let isEqual = loose.contains(name) ? mine.sorted() == others.sorted() : mine == others
                if !isEqual { return "\(name) of \(owner) leads to \(others), not to \(mine)" }
            }
        }
        return nil
    }
}
