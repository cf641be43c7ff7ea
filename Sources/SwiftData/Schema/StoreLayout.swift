/// The tables of a store, as plain values: which column keeps which property.
///
/// A layout follows from a schema's description alone, so that the layout of a store on disk can be had from the
/// description kept in it, without the model types it was made with.
struct StoreLayout: Hashable, Sendable {
    /// Entity tables by name, then join tables by name.
    var tables: [TableLayout] = []
    /// Where each property is kept, by the entity that declares it.
    var places: [PropertyReference.Name: PropertyPlace] = [:]
    /// The table of each entity, by the entity's name.
    var tableOfEntity: [String: String] = [:]
    /// The value of the column `entity` for the members of hierarchies, by the entity's name.
    var discriminators: [String: Int64] = [:]

    func table(named name: String) -> TableLayout? {
        tables.first { $0.name == name }
    }
}

/// A property, by the entity that declares it.
struct PropertyReference: Hashable, Comparable, Sendable, CustomStringConvertible {
    let entity: String
    let property: String

    var description: String { "\(entity).\(property)" }

    /// Entity and property in one word: the key of tables.
    ///
    /// A dictionary with keys of a type of our own makes the runtime search for how they are hashed, which a start that
    /// opens a store feels.
    typealias Name = String

    static func < (lhs: PropertyReference, rhs: PropertyReference) -> Bool {
        (lhs.entity, lhs.property) < (rhs.entity, rhs.property)
    }
}

extension Dictionary where Key == PropertyReference.Name {
    subscript(_ reference: PropertyReference) -> Value? {
        get { self[reference.description] }
        set { self[reference.description] = newValue }
    }
}

/// Where a property's value or links are kept.
enum PropertyPlace: Hashable, Sendable {
    /// Nowhere: an ephemeral value.
    case none
    /// In a column of the entity's table: a value, or the key of a to-one target. A to-one that is the inverse of a
    /// to-many has a second column for its position there.
    case column(table: String, column: String, orderColumn: String?)
    /// In the to-one column of the other entity's table, with the position in a second column.
    case inverseKey(table: String, column: String, orderColumn: String)
    /// In the to-one column of the other entity's table.
    case inverseToOne(table: String, column: String)
    /// In a table of its own.
    case joinTable(table: String, ownColumn: String, otherColumn: String, orderColumn: String)
}

/// One table.
struct TableLayout: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Rows of an entity and of everything that inherits from it.
        case entity(String)
        /// Links of a to-many property.
        case join(PropertyReference)
    }

    let name: String
    let kind: Kind
    var columns: [ColumnLayout]
    var indexes: [IndexLayout] = []

    func column(named name: String) -> ColumnLayout? {
        columns.first { $0.name == name }
    }
}

/// One column.
struct ColumnLayout: Hashable, Sendable {
    enum Role: Hashable, Sendable {
        /// The integer key, never reused.
        case primaryKey
        /// Which entity of a hierarchy the row is of.
        case discriminator
        /// A property's value or target.
        case property(PropertyReference)
        /// The position of the row among the targets of a to-many property.
        case order(PropertyReference)
        /// The key of the object at one end of a join table's link.
        case link
    }

    let name: String
    let type: String
    let role: Role
    var isNotNull = false
    /// The table whose key the column holds.
    var target: String?
}

/// One index.
struct IndexLayout: Hashable, Sendable {
    let name: String
    let columns: [String]
    var isUnique = false
    /// The entities whose rows it covers, where it does not cover the whole table.
    var discriminators: [Int64] = []
    /// The entity that asks for it and the properties it stands on: for messages.
    var entity: String = ""
    var properties: [String] = []
}
