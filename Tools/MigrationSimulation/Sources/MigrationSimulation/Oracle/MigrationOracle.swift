import SwiftData

/// What a step from one version to another does to the rows, worked out row by row from what the documentation says.
struct MigrationOracle {
    /// What the code of a stage may do.
    enum Role: Equatable, Sendable {
        case lightweight
        case custom(will: Bool, did: Bool)
        case bridging

        /// Whether code can give objects values that they lack.
        var fills: Bool {
            switch self {
            case .lightweight: false
            case .custom(_, let did): did
            case .bridging: true
            }
        }

        /// Whether code can carry values of an old type over.
        var carries: Bool {
            switch self {
            case .lightweight: false
            case .custom(let will, let did): will && did
            case .bridging: true
            }
        }
    }

    /// Something for which the step is refused.
    struct Obstacle: Hashable, CustomStringConvertible {
        let kind: MigrationError.Kind
        var entity: String?
        var property: String?

        var description: String { "\(kind.rawValue) \(entity ?? "")\(property.map { ".\($0)" } ?? "")" }
    }

    let old: SchemaShape
    let new: SchemaShape
    let role: Role
    let before: Contents
    let looseBefore: Set<PropertyName>
    let origins: PropertyOrigins

    var after = Contents()
    var obstacles: Set<Obstacle> = []
    /// Something for which the step may be refused, too: links of objects that stay behind.
    var possible: Set<Obstacle> = []
    /// Objects that lack a value which the code of the stage must give them.
    var gaps: [PropertyName: [Int64]] = [:]
    /// Objects with a default of their own, which nobody knows before.
    var generated: [PropertyName: [Int64]] = [:]
    /// Relationships whose order is not known.
    var loose: Set<PropertyName> = []

    init(from old: SchemaShape, to new: SchemaShape, _ contents: Contents, loose: Set<PropertyName>, role: Role) {
        (self.old, self.new, before, self.role, looseBefore) = (old, new, contents, role, loose)
        origins = PropertyOrigins(old: old, new: new)
        bringRows()
        findLostValues()
        bringLinks()
        findDuplicates()
    }

    mutating func object(_ kind: MigrationError.Kind, _ name: PropertyName) {
        obstacles.insert(Obstacle(kind: kind, entity: name.entity, property: name.property))
    }

    // MARK: Rows and values

    private mutating func bringRows() {
        if !role.carries {
            for broken in origins.breaks where broken.oldRoots.contains(where: { !(before.rows[$0] ?? [:]).isEmpty }) {
                obstacles.insert(Obstacle(kind: .notLightweight, entity: broken.entity))
            }
        }
        for (root, source) in origins.sources {
            for (key, row) in before.rows[source] ?? [:]
            where new.entity(row.entity) != nil && new.root(of: row.entity) == root {
                var made = Contents.Row(entity: row.entity)
                for (name, property) in new.properties(of: row.entity) {
                    guard let attribute = property.attribute else { continue }
                    made.values[name.property] = value(name, property, attribute, key, row)
                }
                after.rows[root, default: [:]][key] = made
            }
        }
    }

    /// The value that an object has afterwards.
    private mutating func value(
        _ name: PropertyName,
        _ property: PropertyShape,
        _ attribute: AttributeShape,
        _ key: Int64,
        _ row: Contents.Row
    ) -> StoredValue {
        let sources = valueOrigins(of: name, attribute).filter { source in
            old.declaration(of: source.property, in: row.entity) == source
        }
        for source in sources {
            guard let value = row.values[source.property], value != .null,
                let kind = old.property(source)?.attribute?.kind
            else { continue }
            return kind.widened(value, to: attribute.kind)
        }
        if property.isOptional, !sources.isEmpty { return .null }
        switch attribute.defaultValue {
        case .constant(let value): return value
        case .perObject:
            generated[name, default: []].append(key)
            return .null
        case .none: return property.isOptional ? .null : missing(name, attribute, key)
        }
    }

    /// An object lacks a value that it must have.
    private mutating func missing(_ name: PropertyName, _ attribute: AttributeShape, _ key: Int64) -> StoredValue {
        let isInKey = new.family(of: new.root(of: name.entity)).contains { entity in
            new.entity(entity).map { new.uniqueKeys(of: $0) }?.contains { key in
                key.contains { new.declaration(of: $0, in: entity) == name }
            } ?? false
        }
        guard role.fills, !isInKey || role == .bridging else {
            object(.missingValue, name)
            return .null
        }
        gaps[name, default: []].append(key)
        return .null
    }

    /// The old attributes whose values can stay as they are.
    private func valueOrigins(of name: PropertyName, _ attribute: AttributeShape) -> [PropertyName] {
        origins.origins(of: name).filter { old.property($0)?.attribute?.kind.widens(to: attribute.kind) ?? false }
    }

    /// Values and links that have no place any more, though their property has.
    private mutating func findLostValues() {
        guard !role.carries else { return }
        for name in new.names {
            guard let property = new.property(name) else { continue }
            for source in origins.origins(of: name) {
                guard let earlier = old.property(source) else { continue }
                switch (earlier.content, property.content) {
                case (.attribute(let earlier), .attribute(let later)):
                    if !earlier.kind.widens(to: later.kind), hasValue(source, for: name) {
                        object(.notLightweight, name)
                    }
                case (.attribute, .link): if hasValue(source, for: name) { object(.notLightweight, name) }
                case (.link, .attribute): if before.links[source] != nil { object(.notLightweight, name) }
                case (.link(let earlier), .link(let later)):
                    if !leadsOn(earlier, later), before.links[source] != nil { object(.notLightweight, name) }
                }
            }
        }
    }

    /// Whether an object that has the new property had a value for the old one.
    private func hasValue(_ source: PropertyName, for name: PropertyName) -> Bool {
        let family = Set(new.family(of: name.entity))
        return (before.rows[old.root(of: source.entity)] ?? [:]).values.contains { row in
            family.contains(row.entity) && (row.values[source.property] ?? .null) != .null
                && old.declaration(of: source.property, in: row.entity) == source
        }
    }

    /// Whether a relationship leads to the same entity as before, or to one that it inherits from now.
    func leadsOn(_ earlier: LinkShape, _ later: LinkShape) -> Bool {
        earlier.destination == later.destination || new.isKind(earlier.destination, of: later.destination)
    }

    // MARK: Keys

    private mutating func findDuplicates() {
        for entity in new.entities {
            for key in new.uniqueKeys(of: entity) {
                var seen: Set<[StoredValue]> = []
                let names = key.compactMap { new.declaration(of: $0, in: entity.name) }
                for number in after.keys(of: entity.name, new) {
                    // A default of its own is like no other.
                    if names.contains(where: { generated[$0]?.contains(number) ?? false }) { continue }
                    let row = after.row(number, entity.name, new)
                    let values = names.map { value(of: row, number, $0) }
                    guard !values.contains(.null) else { continue }
                    if !seen.insert(values).inserted {
                        let words = key.joined(separator: ", ")
                        obstacles.insert(Obstacle(kind: .duplicateValues, entity: entity.name, property: words))
                    }
                }
            }
        }
    }

    /// A value, or what stands in for it until the code of a stage has run.
    private func value(of row: Contents.Row?, _ key: Int64, _ name: PropertyName) -> StoredValue {
        let value = row?.values[name.property] ?? .null
        guard gaps[name]?.contains(key) == true, new.root(of: name.entity) == name.entity,
            let form = new.property(name)?.attribute?.kind.form
        else { return value }
        switch form {
        case .integer: return .integer(0)
        case .real: return .null
        case .blob: return .blob(.init())
        case .text, .json: return .text("")
        }
    }
}
