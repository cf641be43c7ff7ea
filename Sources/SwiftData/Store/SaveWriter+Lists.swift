import GRDB
import GRDBSQLite

// To-many relationships: the order of members that hold the owner's key, and the rows of join tables.

extension SaveWriter {
    struct List {
        let owner: any PersistentModel
        let property: PropertyPlan
        let members: [any PersistentModel]
        /// Whether the order of all members is this context's.
        let isReordered: Bool
        /// Stored members that go to the end.
        let moved: Set<Int64>

        var keys: [Int64] { members.map { $0._$state.key } }
    }

    /// The lists of this store that the context changed from their own side, as they stand now.
    private func makeChangedLists() -> [List] {
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
        changedLists = makeChangedLists()
        for list in changedLists {
            guard let positions = memberPositions(of: list.property) else { continue }
            for (index, member) in list.members.enumerated() { positions.assign(Int64(index), to: member._$state.key) }
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
            let positions = memberPositions(of: link.property),
            positions.assigned(to: member.key) == nil
        else { return }
        let place = try positions.reserveNext(of: owner.key, on: db)
        positions.assign(place, to: member.key)
        if !member.flags.contains(.inserted) { movedMembers.append((positions, member.key, place)) }
    }

    /// Writes positions that changed and join rows that came, went or moved.
    func writeLists(on db: Database) throws {
        for (positions, key, place) in movedMembers { try positions.write(place, of: key, on: db) }
        // A new object that became a stored row by a unique value has another key by now, and may stand for another object.
        if !outcome.merged.isEmpty { changedLists = makeChangedLists() }
        for list in changedLists {
            if let positions = memberPositions(of: list.property) {
                try writePositions(list, positions, on: db)
            } else if let rows = joinRows(of: list.property) {
                try writeJoinRows(list, rows, on: db)
            }
        }
    }

    /// Whether a unique constraint made an owner one with a stored row, whose members it does not know.
    private func isMerged(_ owner: any PersistentModel) -> Bool {
        outcome.merged.contains { $0.model === owner }
    }

    private func writePositions(_ list: List, _ positions: ListPositions, on db: Database) throws {
        let stored = try positions.stored(of: list.owner._$state.key, on: db)
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
            try positions.write(first + Int64(index), of: key, on: db)
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

    private func writeJoinRows(_ list: List, _ rows: JoinRows, on db: Database) throws {
        let owner = list.owner._$state.key
        let stored = try rows.stored(of: owner, on: db)
        let known = list.owner._$state.extras?.baselines[list.property.ordinal] ?? []
        defer { rows.positions.discardNext(of: owner) }
        // Nobody had a member: the common case of a new owner.
        if stored.isEmpty, known.isEmpty {
            for (index, key) in list.keys.enumerated() { try rows.add(key, to: owner, at: Int64(index), on: db) }
            return
        }
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
                try rows.move(key, of: owner, to: position, on: db)
            } else {
                try rows.add(key, to: owner, at: position, on: db)
            }
        }
        for gone in others where known.contains(gone) { try rows.remove(gone, from: owner, on: db) }
    }

    private func firstFreePosition(_ positions: some Sequence<SQLValue>) -> Int64 {
        positions.reduce(0) { first, position in
            if case .integer(let number) = position, number < .max { max(first, number + 1) } else { first }
        }
    }
}
