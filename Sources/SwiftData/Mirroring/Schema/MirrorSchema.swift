#if CloudKitMirroring
import Foundation

/// A store's schema as mirroring sees it: tables, columns, and what their values are in records.
final class MirrorSchema: Sendable {
    /// A property with a value.
    struct Attribute: Sendable {
        enum Kind: Sendable { case integer, real, date, text, uuid, bytes }

        let name: String
        let column: String
        let ordinal: Int
        let kind: Kind
        let isOptional: Bool
        let isEncrypted: Bool
        let isExternal: Bool
        /// Where its default is to be had.
        let reference: PropertyReference
        /// What the column holds where nothing else is known.
        let placeholder: SQLValue
    }

    /// A to-one relationship that the entity's own table keeps.
    struct ToOne: Sendable {
        let name: String
        let column: String
        let ordinal: Int
        /// The column with the place among the siblings, and the list that it is a place in.
        let order: (column: String, list: ListPlace)?
        /// The table of the targets.
        let targetTable: String
        let isOptional: Bool
        /// Whether a target has one holder at most.
        let isExclusive: Bool
        /// The other side's property, for telling contexts: entity and ordinal.
        let inverse: (entity: Int, ordinal: Int)?

        /// Under which name the place has its stamp and its key.
        var orderName: String { name + MirrorSchema.orderSuffix }
    }

    /// A to-many relationship whose members keep the owner's key: the property at the owner.
    struct ListPlace: Sendable {
        let entity: Int
        let ordinal: Int
    }

    /// A table of links.
    struct Join: Sendable {
        let table: String
        /// The entities and properties at both ends: the first is the one that the table is named after.
        let own: End
        let other: End

        struct End: Sendable {
            let entity: String
            /// The property of this end's entity; nil where the relationship has no inverse.
            let property: String?
            let column: String
            /// The column with the link's place in the list of this end's object.
            let order: String?
            /// The table of this end's rows.
            let rows: String
            /// The property's place in contexts.
            let place: ListPlace?
        }
    }

    /// What happens to others when a row goes.
    struct Cascade: Sendable {
        enum Way: Sendable {
            /// The row's own column holds the target.
            case own(column: String, table: String)
            /// Rows of another table hold the row.
            case holders(column: String, table: String)
            /// Links lead to the targets.
            case links(table: String, own: String, other: String, rows: String)
        }
        let way: Way
    }

    struct Entity: Sendable {
        let name: String
        let index: Int
        let root: String
        /// The table, which the entities of a hierarchy share.
        let table: String
        let discriminator: Int64?
        let attributes: [Attribute]
        let toOnes: [ToOne]
        /// Lists whose members keep the key: by the property's name, the member's table and to-one column.
        let lists: [String: (table: String, column: String)]
        /// Tables of links: by the property's name, and whether the entity is their first end.
        let joins: [String: (join: Int, isOwn: Bool)]
        /// Columns whose values together must be unique.
        let uniques: [[String]]
        let cascades: [Cascade]

        func attribute(named name: String) -> Attribute? { attributes.first { $0.name == name } }
        func toOne(named name: String) -> ToOne? { toOnes.first { $0.name == name } }

        /// Whether a stamp is one of a property that this version of the schema has.
        func hasProperty(ofStamp name: String) -> Bool {
            attribute(named: name) != nil || toOnes.contains { $0.name == name || $0.orderName == name }
        }
    }

    static let orderSuffix = "#order"

    let entities: [Entity]
    let joins: [Join]
    /// What the schema is known by: where it changes, records are looked at anew.
    let digest: String
    private let byName: [String: Int]
    private let byTable: [String: [Int]]
    private let defaults: MigrationDefaults

    init(entities: [Entity], joins: [Join], digest: String, defaults: MigrationDefaults) {
        self.entities = entities
        self.joins = joins
        self.digest = digest
        self.defaults = defaults
        byName = Dictionary(entities.enumerated().map { ($1.name, $0) }) { first, _ in first }
        byTable = Dictionary(grouping: entities.indices) { entities[$0].table }
    }

    func entity(named name: String) -> Entity? { byName[name].map { entities[$0] } }

    /// The entity of a row: which of those that share its table.
    func entity(in table: String, discriminator: Int64?) -> Entity? {
        let members = byTable[table] ?? []
        if let discriminator, let found = members.first(where: { entities[$0].discriminator == discriminator }) {
            return entities[found]
        }
        return members.count == 1 ? entities[members[0]] : nil
    }

    /// The entity at the top of an entity's hierarchy.
    func rootName(of name: String) -> String { entity(named: name)?.root ?? name }

    func entities(in table: String) -> [Entity] { (byTable[table] ?? []).map { entities[$0] } }

    /// The to-one relationship that a column of a table keeps.
    func toOne(in table: String, column: String) -> ToOne? {
        for entity in entities(in: table) {
            if let found = entity.toOnes.first(where: { $0.column == column }) { return found }
        }
        return nil
    }

    /// The to-one relationships that lead to rows of a table, each once, with the table that keeps them.
    func holders(of target: String) -> [(table: String, toOne: ToOne)] {
        var seen: Set<String> = []
        return entities.flatMap { entity in entity.toOnes.map { (entity.table, $0) } }.filter { table, toOne in
            toOne.targetTable == target && seen.insert("\(table).\(toOne.column)").inserted
        }
    }

    var tables: [String] { byTable.keys.sorted() }

    func join(named table: String) -> (index: Int, join: Join)? {
        joins.firstIndex { $0.table == table }.map { ($0, joins[$0]) }
    }

    /// What a column holds where no record says: the property's default, or a value of its type.
    ///
    /// - Throws: ``SwiftDataError`` where the default cannot be stored.
    func initialValue(of attribute: Attribute) throws -> SQLValue {
        switch defaults[attribute.reference] {
        case .constant(let value): return value
        case .perObject: return try defaults.fresh(attribute.reference) ?? attribute.placeholder
        case nil: return attribute.isOptional ? .null : attribute.placeholder
        }
    }
}

#endif
