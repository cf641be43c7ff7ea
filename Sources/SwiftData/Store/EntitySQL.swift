/// The SQL of one entity and where each property is found in a row that it reads.
final class EntitySQL: @unchecked Sendable {
    let plan: EntityPlan
    /// `t0."pk", t0."title", …` of the entity and everything below it.
    let selection: String
    /// For each concrete entity whose rows may come up: its column map.
    private let maps: [Int: ColumnMap]
    private let planByDiscriminator: [Int64: EntityPlan]
    /// Properties with a column, in insertion order.
    let stored: [PropertyPlan]
    /// To-one properties whose position in the other side's list is kept beside the key.
    let ordered: [PropertyPlan]
    let insertion: String
    let deletion: String
    private var updates: [UInt64: (sql: String, properties: [PropertyPlan])] = [:]
    private var comparisons: [UInt64: (sql: String, properties: [PropertyPlan])] = [:]

    /// The first column after the key, and after the discriminator where there is one.
    private static func firstColumn(_ plan: EntityPlan) -> Int32 { plan.discriminator == nil ? 1 : 2 }

    /// SQL that reads the properties with these ordinals; nil reads all.
    init(_ plan: EntityPlan, reading ordinals: Set<Int>? = nil) {
        self.plan = plan
        var columns: [String] = []
        var maps: [Int: ColumnMap] = [:]
        for concrete in plan.family {
            let map = ColumnMap(count: concrete.properties.count)
            for property in concrete.properties where property.columnIndex != nil {
                if let ordinals, !ordinals.contains(property.ordinal) { continue }
                let position = columns.firstIndex(of: property.column) ?? columns.count
                if position == columns.count { columns.append(property.column) }
                map[property.ordinal] = Int32(position) + EntitySQL.firstColumn(plan)
            }
            maps[concrete.index] = map
        }
        self.maps = maps
        let lead = ["t0.\"pk\""] + (plan.discriminator == nil ? [] : ["t0.\"entity\""])
        selection = (lead + columns.map { "t0.\($0.quoted)" }).joined(separator: ", ")
        planByDiscriminator = Dictionary(
            plan.family.compactMap { member in member.discriminator.map { ($0, member) } },
            uniquingKeysWith: { first, _ in first }
        )
        stored = plan.properties.filter { $0.columnIndex != nil }
        ordered = plan.properties.filter { $0.orderColumn != nil }
        insertion = EntitySQL.insertion(plan, stored, ordered.compactMap(\.orderColumn))
        deletion = "DELETE FROM \(plan.table.quoted) WHERE \"pk\" = ?1"
    }

    private static func insertion(_ plan: EntityPlan, _ stored: [PropertyPlan], _ orderColumns: [String]) -> String {
        let lead = ["pk"] + (plan.discriminator == nil ? [] : ["entity"])
        let columns = lead + stored.map(\.column) + orderColumns
        let names = columns.map(\.quoted).joined(separator: ", ")
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        return "INSERT INTO \(plan.table.quoted) (\(names)) VALUES (\(marks))"
    }

    /// The condition that keeps rows of other entities of the hierarchy out; nil where there are none.
    var familyCondition: String? {
        guard plan.superplan != nil else { return nil }
        return "t0.\"entity\" IN (\(plan.discriminators.map(String.init).joined(separator: ", ")))"
    }

    /// The entity of a row.
    func concretePlan(discriminator: Int64) -> EntityPlan { planByDiscriminator[discriminator] ?? plan }

    /// Where the properties of a concrete entity are in a row.
    func columns(of plan: EntityPlan) -> UnsafePointer<Int32>? { maps[plan.index]?.pointer }

    /// Where a property of the entity itself is in a row; nil where it is not.
    func column(of property: PropertyPlan) -> Int32? {
        guard let columns = columns(of: plan), plan.properties.indices.contains(property.ordinal),
            plan.properties[property.ordinal] === property, columns[property.ordinal] >= 0
        else { return nil }
        return columns[property.ordinal]
    }

    /// The update of the properties in a dirty mask, and which they are.
    ///
    /// Called under the store's lock.
    ///
    /// - Parameters:
    ///   - mask: The bits of the properties.
    ///   - others: Of the properties that share a bit, those that are meant.
    /// - Returns: Nil where none of them has a column.
    func update(_ mask: UInt64, beyond others: Set<Int>?) -> (sql: String, properties: [PropertyPlan])? {
        if let known = updates[mask] { return known }
        let properties = stored.filter { property in
            DirtyMask.contains(mask, property.ordinal)
                && (property.ordinal < DirtyMask.sharedBit || others?.contains(property.ordinal) ?? false)
        }
        guard !properties.isEmpty else { return nil }
        let assignments = properties.enumerated().map { "\($1.column.quoted) = ?\($0 + 2)" }.joined(separator: ", ")
        let made = ("UPDATE \(plan.table.quoted) SET \(assignments) WHERE \"pk\" = ?1", properties)
        if !DirtyMask.contains(mask, DirtyMask.sharedBit) { updates[mask] = made }
        return made
    }

    /// The question which attributes of a dirty mask a row says already, and which they are.
    ///
    /// Large values in files and properties that share a bit are not asked for. Called under the store's lock.
    ///
    /// - Returns: Nil where there are none.
    func comparison(_ mask: UInt64) -> (sql: String, properties: [PropertyPlan])? {
        if let known = comparisons[mask] { return known }
        let properties = stored.filter { property in
            guard case .attribute = property.kind, !property.isExternal else { return false }
            return DirtyMask.contains(mask, property.ordinal) && property.ordinal < DirtyMask.sharedBit
        }
        guard !properties.isEmpty else { return nil }
        let questions = properties.enumerated().map { "\($1.column.quoted) IS ?\($0 + 2)" }.joined(separator: ", ")
        let made = ("SELECT \(questions) FROM \(plan.table.quoted) WHERE \"pk\" = ?1", properties)
        comparisons[mask] = made
        return made
    }
}

/// Column index by ordinal; -1 where the row does not carry the property.
private final class ColumnMap {
    private let storage: UnsafeMutablePointer<Int32>

    init(count: Int) {
        storage = .allocate(capacity: max(count, 1))
        storage.initialize(repeating: -1, count: max(count, 1))
    }

    deinit { storage.deallocate() }

    var pointer: UnsafePointer<Int32> { UnsafePointer(storage) }

    subscript(_ ordinal: Int) -> Int32 {
        get { storage[ordinal] }
        set { storage[ordinal] = newValue }
    }
}

extension PropertyPlan {
    /// The column beside a to-one key that holds the position in the other side's list; nil where there is no such list.
    var orderColumn: String? {
        guard case .toOne(let relationship) = kind, case .foreignKey = relationship.storage,
            let inverse = relationship.inverse, inverse.isToMany,
            case .inverseKey(_, _, let orderColumn)? = inverse.relationship?.storage
        else { return nil }
        return orderColumn
    }

    /// Whether the property is a to-one key that the other side tells of too.
    var isMirroredKey: Bool {
        guard case .toOne(let relationship) = kind, columnIndex != nil else { return false }
        return relationship.inverse != nil
    }

    /// Whether the relationship has a table of its own.
    var isKeptInJoinTable: Bool {
        if case .joinTable? = relationship?.storage { true } else { false }
    }
}

extension String {
    /// The name as an SQL identifier.
    var quoted: String {
        guard utf8.contains(UInt8(ascii: "\"")) else { return "\"\(self)\"" }
        return "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
