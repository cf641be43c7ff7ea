/// One relationship, compiled: where its links are kept and what happens to them on deletion.
final class RelationshipPlan: @unchecked Sendable {
    enum Storage {
        /// A column of the owner's own table holds the target's key (to-one).
        case foreignKey(column: String)
        /// The target's table holds the owner's key, with the position in a second column (to-many whose inverse is to-one).
        case inverseKey(table: String, column: String, orderColumn: String)
        /// The owner is the to-one end whose key the *other* table holds (one-to-one, on the side without a column).
        case inverseToOne(table: String, column: String)
        /// A table of its own (many-to-many, and to-many without an inverse).
        case joinTable(table: String, ownColumn: String, otherColumn: String, orderColumn: String)
    }

    let destinationName: String
    let storage: Storage
    let deleteRule: Schema.Relationship.DeleteRule
    let minimumCount: Int
    /// 0 means unlimited.
    let maximumCount: Int
    let inverseName: String?
    /// Whether the property's type names another class than the entity's: that of the same name in another version.
    ///
    /// The slot then holds no targets, though there may be some.
    let leadsToOtherClass: Bool
    fileprivate(set) unowned(unsafe) var destination: EntityPlan
    fileprivate(set) unowned(unsafe) var inverse: PropertyPlan?

    init(
        destination: EntityPlan,
        storage: Storage,
        deleteRule: Schema.Relationship.DeleteRule,
        minimumCount: Int,
        maximumCount: Int,
        inverseName: String?,
        leadsToOtherClass: Bool = false
    ) {
        self.destination = destination
        destinationName = destination.name
        self.storage = storage
        self.deleteRule = deleteRule
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.inverseName = inverseName
        self.leadsToOtherClass = leadsToOtherClass
    }

    func link(inverse: PropertyPlan) {
        self.inverse = inverse
    }
}
