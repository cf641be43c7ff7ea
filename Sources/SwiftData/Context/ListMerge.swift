/// A to-many value that was assigned, joined with what others saved since it was read.
///
/// A three-way merge by identity. The base is what the reader saw: only its members can have been removed by the
/// assignment, and only members outside of it were added.
struct ListMerge {
    /// The members after the assignment, each once.
    let result: [any PersistentModel]
    /// What the assignment adds to the base.
    let added: [any PersistentModel]
    /// What the assignment removes from the base.
    let removed: [any PersistentModel]

    /// - Parameters:
    ///   - base: What was read.
    ///   - current: The members now, others' changes included.
    ///   - assigned: What was made of the base.
    init(base: [any PersistentModel], current: [any PersistentModel], assigned: [any PersistentModel]) {
        let baseIDs = Set(base.map(ObjectIdentifier.init))
        let currentIDs = Set(current.map(ObjectIdentifier.init))
        var assignedIDs: Set<ObjectIdentifier> = []
        let unique = assigned.filter { assignedIDs.insert(ObjectIdentifier($0)).inserted }
        added = unique.filter { !baseIDs.contains(ObjectIdentifier($0)) }
        removed = base.filter { !assignedIDs.contains(ObjectIdentifier($0)) }
        // A member that was read and that others removed since stays removed.
        let own = unique.filter { member in
            let id = ObjectIdentifier(member)
            return currentIDs.contains(id) || !baseIDs.contains(id)
        }
        let isForeign = { (member: any PersistentModel) in
            let id = ObjectIdentifier(member)
            return !baseIDs.contains(id) && !assignedIDs.contains(id)
        }
        result = ListMerge.inserting(current, where: isForeign, into: own)
    }

    /// A list with chosen members of another one, each behind the member that it follows there.
    static func inserting(
        _ others: [any PersistentModel],
        where isWanted: (any PersistentModel) -> Bool,
        into list: [any PersistentModel]
    ) -> [any PersistentModel] {
        let listIDs = Set(list.map(ObjectIdentifier.init))
        var followers: [ObjectIdentifier?: [any PersistentModel]] = [:]
        var predecessor: ObjectIdentifier?
        for member in others {
            let id = ObjectIdentifier(member)
            if listIDs.contains(id) {
                predecessor = id
            } else if isWanted(member) {
                followers[predecessor, default: []].append(member)
            }
        }
        guard !followers.isEmpty else { return list }
        return list.reduce(into: followers[nil] ?? []) { result, member in
            result.append(member)
            result.append(contentsOf: followers[ObjectIdentifier(member)] ?? [])
        }
    }
}
