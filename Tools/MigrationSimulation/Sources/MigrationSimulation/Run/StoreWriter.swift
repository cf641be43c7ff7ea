import SwiftData

/// Changes a store through a context, and the plain values beside it in the same way.
final class StoreWriter {
    let context: ModelContext
    let shape: SchemaShape
    let classes: [String: Record.Type]
    var contents: Contents
    var loose: Set<PropertyName>
    var random: SimulationRandom
    private var records: [String: [Int64: Record]] = [:]
    /// The highest key that each hierarchy has had.
    var highestKeys: [String: Int64]
    /// What was done, in words.
    private(set) var lines: [String] = []

    init(
        _ context: ModelContext,
        _ shape: SchemaShape,
        _ classes: [String: Record.Type],
        _ contents: Contents,
        loose: Set<PropertyName>,
        highestKeys: [String: Int64],
        seed: UInt64
    ) throws {
        (self.context, self.shape, self.classes, self.contents) = (context, shape, classes, contents)
        (self.loose, self.highestKeys) = (loose, highestKeys)
        random = SimulationRandom(seed: seed)
        for root in shape.entities where root.parent == nil {
            for record in try classes[root.name]?.all(in: context) ?? [] {
                records[root.name, default: [:]][record.key] = record
            }
        }
    }

    func record(_ key: Int64, _ entity: String) throws -> Record {
        guard let record = records[shape.root(of: entity)]?[key] else {
            throw Violation(.shownState, "\(entity) \(key) is not shown")
        }
        return record
    }

    /// So many steps of any kind.
    func run(_ count: Int) throws {
        for _ in 0..<count {
            switch random.number(0...9) {
            case 0...4: try insert()
            case 5: try changeValue()
            case 6, 7, 8: try changeLink()
            default: try delete()
            }
        }
    }

    // MARK: Rows

    private func insert() throws {
        guard let entity = random.pick(shape.entities)?.name else { return }
        _ = try insert(entity)
    }

    /// A new object; nil where it would need a target that is not there.
    @discardableResult
    func insert(_ entity: String) throws -> Int64? {
        guard let type = classes[entity] else { return nil }
        var links: [(PropertyName, Int64)] = []
        for (name, property) in shape.properties(of: entity) {
            guard let link = property.link, !link.isToMany, !property.isOptional else { continue }
            guard let target = random.pick(freeTargets(of: name, link, owner: nil, chosen: links.map(\.1))) else {
                return nil
            }
            links.append((name, target))
        }
        let record = type.init(isNew: true)
        var row = Contents.Row(entity: entity)
        for bound in RecordShapes.properties(of: type) {
            if let attribute = bound.shape.attribute {
                let value = newValue(bound.shape, attribute, entity)
                bound.assign(value, to: record, isNew: true)
                row.values[bound.shape.name] = value
            } else {
                let targets = try links.filter { $0.0.property == bound.shape.name }.map { name, key in
                    try self.record(key, shape.property(name)?.link?.destination ?? "")
                }
                bound.assign(targets, to: record, isNew: true)
            }
        }
        context.insert(record)
        let (root, key) = (shape.root(of: entity), record.key)
        guard key > highestKeys[root] ?? 0 else {
            throw Violation(.identity, "a new \(entity) has the key \(key), and \(highestKeys[root] ?? 0) was in use")
        }
        highestKeys[root] = key
        records[root, default: [:]][key] = record
        contents.rows[root, default: [:]][key] = row
        for (name, target) in links {
            contents.assign(name, key, [target], shape)
            if let partner = shape.partner(of: name) { loose.insert(partner) }
        }
        lines.append(
            "insert \(entity) \(key) \(row.words) \(links.map { "\($0)=\($1)" }.joined(separator: " "))"
        )
        return key
    }

    private func newValue(_ property: PropertyShape, _ attribute: AttributeShape, _ entity: String) -> StoredValue {
        let isInKey = shape.family(of: shape.root(of: entity)).contains { member in
            shape.entity(member).map { shape.uniqueKeys(of: $0) }?.contains { $0.contains(property.name) } ?? false
        }
        if isInKey { return attribute.kind.value(RecordShapes.nextNumber()) }
        if property.isOptional, random.chance(40) { return .null }
        if attribute.kind == .data, attribute.isExternal || random.once(in: 20), random.once(in: 6) {
            return .blob(.init(repeating: UInt8(random.number(0...255)), count: 140_000))
        }
        return attribute.kind.value(random.number(0...12))
    }

    private func anyRow() -> (key: Int64, entity: String)? {
        let all = contents.rows.sorted { $0.key < $1.key }.flatMap { root in
            root.value.sorted { $0.key < $1.key }.map { ($0.key, $0.value.entity) }
        }
        return random.pick(all)
    }

    private func changeValue() throws {
        guard let (key, entity) = anyRow() else { return }
        let attributes = shape.properties(of: entity).filter { $0.shape.attribute != nil }
        guard let (name, property) = random.pick(attributes), let attribute = property.attribute else { return }
        try set(name, key, entity, newValue(property, attribute, entity))
    }

    /// Gives an attribute of an object a value.
    func set(_ name: PropertyName, _ key: Int64, _ entity: String, _ value: StoredValue) throws {
        let record = try record(key, entity)
        RecordShapes.property(name.property, of: record)?.assign(value, to: record, isNew: false)
        contents.rows[shape.root(of: entity)]?[key]?.values[name.property] = value
        lines.append("\(name) of \(key) = \(value)")
    }

    private func delete() throws {
        guard let (key, entity) = anyRow() else { return }
        _ = try delete(key, entity)
    }

    /// Deletes an object with what goes along; false where that is denied.
    @discardableResult
    func delete(_ key: Int64, _ entity: String) throws -> Bool {
        guard let gone = contents.deletion(of: key, entity, shape) else { return false }
        context.delete(try record(key, entity))
        for (root, keys) in gone { for key in keys { records[root]?[key] = nil } }
        contents.remove(gone, shape)
        lines.append("delete \(entity) \(key): \(gone.mapValues { $0.sorted() }.sorted { $0.key < $1.key })")
        return true
    }

    // MARK: Links

    /// Objects that a relationship of one target can lead to without taking it from an object that must have it.
    func freeTargets(of name: PropertyName, _ link: LinkShape, owner: Int64?, chosen: [Int64] = []) -> [Int64] {
        let all = contents.keys(of: link.destination, shape)
        guard let partner = shape.partner(of: name), shape.property(partner)?.link?.isToMany == false else {
            return all
        }
        return all.filter { contents.targets(partner, $0).isEmpty && !chosen.contains($0) }
    }

    private func changeLink() throws {
        let names = shape.names.filter { shape.property($0)?.link != nil }
        guard let name = random.pick(names), let property = shape.property(name), let link = property.link,
            let owner = random.pick(contents.keys(of: name.entity, shape))
        else { return }
        // Objects that must have this one keep it.
        if let partner = shape.partner(of: name), let back = shape.property(partner), !back.isOptional,
            back.link?.isToMany == false
        {
            return
        }
        if !link.isToMany {
            let free =
                property.isOptional
                ? contents.keys(of: link.destination, shape) : freeTargets(of: name, link, owner: owner)
            if property.isOptional, random.once(in: 4) { return try assign(name, owner, []) }
            if let target = random.pick(free) { try assign(name, owner, [target]) }
            return
        }
        var targets = contents.keys(of: link.destination, shape).filter { _ in random.once(in: 2) }
        targets.shuffle(using: &random)
        try assign(name, owner, targets)
    }

    /// Gives a relationship targets.
    func assign(_ name: PropertyName, _ owner: Int64, _ targets: [Int64]) throws {
        guard let entity = contents.row(owner, name.entity, shape)?.entity, let link = shape.property(name)?.link else {
            return
        }
        let record = try record(owner, entity)
        let objects = try targets.map { try self.record($0, link.destination) }
        RecordShapes.property(name.property, of: record)?.assign(objects, to: record, isNew: false)
        contents.assign(name, owner, targets, shape)
        // Where a member goes that is cut and linked anew from its own end is for the store to say.
        if let partner = shape.partner(of: name) { loose.insert(partner) }
        lines.append("\(name) of \(owner) = \(targets)")
    }

    func save() throws { try context.save() }
}
