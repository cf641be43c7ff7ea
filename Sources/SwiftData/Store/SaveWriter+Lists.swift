import GRDB
import GRDBSQLite

// To-many relationships: the order of members that hold the owner's key, and the rows of join tables.

extension SaveWriter {
    private struct List {
        let owner: any PersistentModel
        let property: PropertyPlan
        let members: [any PersistentModel]
        /// Whether the order of all members is this context's.
        let isReordered: Bool
        /// Stored members that go to the end.
        let moved: Set<Int64>

        var keys: [Int64] { members.map { $0._$state.key } }
    }

    /// The lists of this store that the context changed from their own side.
    private var changedLists: [List] {
        graph.changedLists.compactMap { change in
            let state = change.owner._$state
            guard let registry = state.registry, registry.graph === graph, registry.store === store,
                !state.flags.contains(.deleted),
                case .targets(let members) = graph.link(of: change.owner, change.ordinal)
            else { return nil }
            let kept = members.filter { $0._$state.graph === graph && !$0._$state.flags.contains(.deleted) }
            let property = registry.plan.properties[change.ordinal]
            return List(
                owner: change.owner,
                property: property,
                members: kept,
                isReordered: change.isReordered,
                moved: change.moved
            )
        }
    }

    /// Positions of new members, known before their rows are inserted.
    func collectPositions(on db: Database) throws {
        for list in changedLists {
            guard case .inverseKey(let table, _, let column)? = list.property.relationship?.storage else { continue }
            let position = PositionColumn(table: table, column: column)
            for (index, member) in list.members.enumerated() {
                positions[position, default: [:]][member._$state.key] = Int64(index)
            }
        }
        // One that was linked more than once, and dropped in between, comes where it was linked last.
        var seen: Set<LinkedMember.Identity> = []
        let links = graph.linkedMembers.reversed().filter { seen.insert($0.identity).inserted }
        for link in links.reversed() { try collectPosition(of: link, on: db) }
    }

    /// Members linked from their own side follow what the list holds already, in the order of the linking.
    private func collectPosition(of link: LinkedMember, on db: Database) throws {
        let (member, owner) = (link.member._$state, link.owner._$state)
        guard member.graph === graph, owner.graph === graph, member.registry?.store === store,
            !member.flags.contains(.deleted), targetKey(of: link.member, link.property) == owner.key,
            let column = link.property.orderColumn, let table = member.registry?.plan.table
        else { return }
        let list = PositionColumn(table: table, column: column)
        guard positions[list]?[member.key] == nil else { return }
        let position = try nextPosition(list, owner: owner.key, linkColumn: link.property.column, on: db)
        positions[list, default: [:]][member.key] = position
        if !member.flags.contains(.inserted) { movedMembers.append((list, member.key, position)) }
    }

    /// Writes positions that changed and join rows that came, went or moved.
    func writeLists(on db: Database) throws {
        for (list, key, position) in movedMembers { try setPosition(list, key: key, to: position, on: db) }
        for list in changedLists {
            switch list.property.relationship?.storage {
            case .inverseKey(let table, let link, let column):
                try writePositions(list, table, link, PositionColumn(table: table, column: column), on: db)
            case .joinTable(let table, let own, let other, let order):
                let join = JoinColumns(
                    table: table,
                    own: own,
                    other: other,
                    order: order,
                    inverseOrder: inverseOrder(of: list.property)
                )
                try writeJoinRows(list, join, on: db)
            default: break
            }
        }
    }

    /// Whether a unique constraint made an owner one with a stored row, whose members it does not know.
    private func isMerged(_ owner: any PersistentModel) -> Bool {
        outcome.merged.contains { $0.model === owner }
    }

    private func writePositions(
        _ list: List,
        _ table: String,
        _ link: String,
        _ column: PositionColumn,
        on db: Database
    ) throws {
        var stored: [Int64: SQLValue] = [:]
        let sql = "SELECT \"pk\", \(column.column.quoted) FROM \(table.quoted) WHERE \(link.quoted) = ?1"
        try store.connection.statement(sql, on: db).run([.integer(list.owner._$state.key)]) { row in
            stored[sqlite3_column_int64(row, 0)] = SQLValue(row, 1)
        }
        let others = others(than: list, in: stored)
        // The members of a row that was there before come first: the new owner, which became that row, does not know them.
        let isMerged = isMerged(list.owner)
        let first = isMerged ? firstFreePosition(others.compactMap { stored[$0] }) : 0
        let link = list.property.relationship?.inverse?.ordinal
        let joining = list.members.filter { member in
            member._$state.flags.contains(.inserted) || link.map(member._$state.isChanged) ?? false
        }
        let joiningKeys = Set(joining.map { $0._$state.key })
        let order =
            isMerged ? list.keys : order(of: list, beside: stored, unseen: others, joining: joiningKeys)
        for (index, key) in order.enumerated() {
            guard let known = stored[key], known != .integer(first + Int64(index)) else { continue }
            try setPosition(column, key: key, to: first + Int64(index), on: db)
        }
    }

    /// The keys of stored members that the context's list lacks.
    private func others(than list: List, in stored: [Int64: SQLValue]) -> Set<Int64> {
        let known = list.members.count { stored[$0._$state.key] != nil }
        if known == stored.count { return [] }
        return Set(stored.keys).subtracting(list.members.map { $0._$state.key })
    }

    /// The keys of a list's members in the order that the store is to have.
    ///
    /// Where this context changed the order, members that others added since it looked (`unseen`) stand behind the member that
    /// they follow in the store. Where it did not, the store's order stays. Members that join the list by this save stand at
    /// its end, and nothing follows them: their stored positions are those of other lists, or new.
    private func order(
        of list: List,
        beside stored: [Int64: SQLValue],
        unseen: Set<Int64>,
        joining: Set<Int64>
    ) -> [Int64] {
        let own = list.keys
        // A reading takes a missing position for the first one.
        func place(_ key: Int64) -> Int64 { if case .integer(let number) = stored[key] { number } else { .min } }
        func precedes(_ first: Int64, _ second: Int64) -> Bool { (place(first), first) < (place(second), second) }
        let standing = own.lazy.filter { !joining.contains($0) }
        if unseen.isEmpty, list.isReordered || zip(standing, standing.dropFirst()).allSatisfy(precedes) { return own }
        let there = stored.keys.filter { !joining.contains($0) }.sorted(by: precedes)
        if list.isReordered { return ListMerge.inserting(there, where: unseen.contains, into: own) { $0 } }
        let stays = unseen.union(standing)
        return there.filter(stays.contains) + own.filter { joining.contains($0) || stored[$0] == nil }
    }

    private struct JoinColumns {
        let table: String
        let own: String
        let other: String
        let order: String
        /// The position of the owner in the member's own list, where the relationship has an inverse.
        let inverseOrder: String?
    }

    private func inverseOrder(of property: PropertyPlan) -> String? {
        guard let inverse = property.relationship?.inverse, inverse !== property,
            case .joinTable(_, _, _, let order)? = inverse.relationship?.storage
        else { return nil }
        return order
    }

    private func writeJoinRows(_ list: List, _ join: JoinColumns, on db: Database) throws {
        let owner = list.owner._$state.key
        var stored: [Int64: SQLValue] = [:]
        let read =
            "SELECT \(join.other.quoted), \(join.order.quoted) FROM \(join.table.quoted) "
            + "WHERE \(join.own.quoted) = ?1"
        try store.connection.statement(read, on: db).run([.integer(owner)]) { row in
            stored[sqlite3_column_int64(row, 0)] = SQLValue(row, 1)
        }
        let isSymmetric = list.property.relationship?.inverse === list.property
        let known = list.owner._$state.extras?.baselines[list.property.ordinal] ?? []
        let isMerged = isMerged(list.owner)
        let first = isMerged ? firstFreePosition(stored.values) : 0
        let others = others(than: list, in: stored)
        // A member that this context never saw was added by someone else, and stays.
        let unseen = isMerged ? [] : Set(others.filter { !known.contains($0) })
        let joining = Set(list.keys).subtracting(known).union(list.moved.intersection(list.keys))
        let order = isMerged ? list.keys : order(of: list, beside: stored, unseen: unseen, joining: joining)
        for (index, key) in order.enumerated() {
            let (old, position) = (stored[key], first + Int64(index))
            if old == .integer(position) || isMerged && old != nil { continue }
            // A link that was there when this context looked is gone: somebody else cut it.
            if old == nil, known.contains(key) { continue }
            if unseen.contains(key) {
                try setJoinPosition(join, owner: owner, member: key, to: position, on: db)
                continue
            }
            try addJoinRow(join, owner: owner, member: key, position: position, on: db)
            if isSymmetric { try addMirroredRow(join, owner: key, member: owner, on: db) }
        }
        discardNextPosition(PositionColumn(table: join.table, column: join.order), owner: owner)
        for gone in others where known.contains(gone) {
            try removeJoinRow(join, owner: owner, member: gone, on: db)
            if isSymmetric { try removeJoinRow(join, owner: gone, member: owner, on: db) }
        }
    }

    private func setJoinPosition(
        _ join: JoinColumns,
        owner: Int64,
        member: Int64,
        to position: Int64,
        on db: Database
    ) throws {
        let sql =
            "UPDATE \(join.table.quoted) SET \(join.order.quoted) = ?3 "
            + "WHERE \(join.own.quoted) = ?1 AND \(join.other.quoted) = ?2"
        try store.connection.statement(sql, on: db)
            .run([.integer(owner), .integer(member), .integer(position)]) { _ in }
    }

    private func firstFreePosition(_ positions: some Sequence<SQLValue>) -> Int64 {
        positions.reduce(0) { first, position in
            if case .integer(let number) = position, number < .max { max(first, number + 1) } else { first }
        }
    }

    private func addJoinRow(
        _ join: JoinColumns,
        owner: Int64,
        member: Int64,
        position: Int64,
        on db: Database
    ) throws {
        var columns = [join.own, join.other, join.order]
        var values = [owner, member, position]
        if let inverseOrder = join.inverseOrder {
            let list = PositionColumn(table: join.table, column: inverseOrder)
            columns.append(inverseOrder)
            values.append(try nextPosition(list, owner: member, linkColumn: join.other, on: db))
        }
        let marks = values.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let sql =
            "INSERT INTO \(join.table.quoted) (\(columns.map(\.quoted).joined(separator: ", "))) VALUES (\(marks)) "
            + "ON CONFLICT DO UPDATE SET \(join.order.quoted) = ?3"
        try store.connection.statement(sql, on: db).run(values.map { .integer($0) }) { _ in }
    }

    /// The other direction of a relationship that is its own inverse, at the end of the member's list.
    private func addMirroredRow(_ join: JoinColumns, owner: Int64, member: Int64, on db: Database) throws {
        let next =
            "(SELECT coalesce(max(\(join.order.quoted)) + 1, 0) FROM \(join.table.quoted) "
            + "WHERE \(join.own.quoted) = ?1)"
        let sql =
            "INSERT OR IGNORE INTO \(join.table.quoted) "
            + "(\(join.own.quoted), \(join.other.quoted), \(join.order.quoted)) VALUES (?1, ?2, \(next))"
        try store.connection.statement(sql, on: db).run([.integer(owner), .integer(member)]) { _ in }
    }

    private func removeJoinRow(_ join: JoinColumns, owner: Int64, member: Int64, on db: Database) throws {
        let sql = "DELETE FROM \(join.table.quoted) WHERE \(join.own.quoted) = ?1 AND \(join.other.quoted) = ?2"
        try store.connection.statement(sql, on: db).run([.integer(owner), .integer(member)]) { _ in }
    }
}
