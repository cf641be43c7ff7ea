/// Looks at what a to-many relationship was last read as, where its members are others by now, or records a read of it.
struct ReadVisitor: PartialSlotVisitor {
    /// Whether the relationship is read just now: what its slot holds is then what was last read.
    var recordsRead = false
    /// What was read before; nil where that is what the slot holds.
    private(set) var lastRead: [any PersistentModel]?

    init(recordsRead: Bool = false) { self.recordsRead = recordsRead }

    mutating func visit<C: RelationshipCollection>(_ slot: inout _LinkSlot<C>, _ ordinal: Int) {
        guard case .diverged(let diverged) = slot else { return }
        guard recordsRead else {
            lastRead = diverged.lastRead.models
            return
        }
        // Members that could not be loaded stay to be loaded.
        if diverged.isStale {
            diverged.lastRead = diverged.known
        } else {
            slot = .loaded(diverged.known)
        }
    }
}
