/// A list that was assigned, joined with what others saved since it was read.
///
/// A three-way merge by identity. The base is what the reader saw: only its members can have been removed by the
/// assignment, and only members outside of it were added.
struct ListMerge<Member, ID: Hashable> {
    /// The members after the assignment, each once.
    let result: [Member]
    /// What the assignment adds to the base.
    let added: [Member]
    /// What the assignment removes from the base.
    let removed: [Member]
    /// Whether the assignment does more than removing members and adding others at the end.
    let isReordered: Bool

    /// - Parameters:
    ///   - base: What was read.
    ///   - current: The members now, others' changes included.
    ///   - assigned: What was made of the base.
    ///   - id: What a member is told from others by.
    init(base: [Member], current: [Member], assigned: [Member], id: (Member) -> ID) {
        let baseIDs = Set(base.map(id))
        let currentIDs = Set(current.map(id))
        var assignedIDs: Set<ID> = []
        let unique = assigned.filter { assignedIDs.insert(id($0)).inserted }
        added = unique.filter { !baseIDs.contains(id($0)) }
        removed = base.filter { !assignedIDs.contains(id($0)) }
        let kept = base.filter { assignedIDs.contains(id($0)) }
        isReordered = !(kept + added).elementsEqual(unique, by: { id($0) == id($1) })
        // A member that was read and that others removed since stays removed.
        let own = unique.filter { currentIDs.contains(id($0)) || !baseIDs.contains(id($0)) }
        guard isReordered else {
            // The order is none of the assignment's: it is the current one.
            let removedIDs = Set(removed.map(id))
            let stays = current.filter { !removedIDs.contains(id($0)) }
            result = stays + added.filter { !currentIDs.contains(id($0)) }
            return
        }
        let isForeign = { (member: Member) in !baseIDs.contains(id(member)) && !assignedIDs.contains(id(member)) }
        result = Self.inserting(current, where: isForeign, into: own, id: id)
    }

    /// A list with chosen members of another one, each behind the member that it follows there.
    static func inserting(
        _ others: [Member],
        where isWanted: (Member) -> Bool,
        into list: [Member],
        id: (Member) -> ID
    ) -> [Member] {
        let listIDs = Set(list.map(id))
        var followers: [ID?: [Member]] = [:]
        var predecessor: ID?
        for member in others {
            let memberID = id(member)
            if listIDs.contains(memberID) {
                predecessor = memberID
            } else if isWanted(member) {
                followers[predecessor, default: []].append(member)
            }
        }
        guard !followers.isEmpty else { return list }
        return list.reduce(into: followers[nil] ?? []) { result, member in
            result.append(member)
            result.append(contentsOf: followers[id(member)] ?? [])
        }
    }
}

extension ListMerge where Member == any PersistentModel, ID == ObjectIdentifier {
    init(base: [Member], current: [Member], assigned: [Member]) {
        self.init(base: base, current: current, assigned: assigned) { ObjectIdentifier($0) }
    }

    static func inserting(
        _ others: [Member],
        where isWanted: (Member) -> Bool,
        into list: [Member]
    ) -> [Member] {
        inserting(others, where: isWanted, into: list) { ObjectIdentifier($0) }
    }
}
