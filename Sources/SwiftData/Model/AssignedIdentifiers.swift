import Synchronization

/// The identifiers that instances got at their save in place of a temporary one.
///
/// An identifier is final from `insert` on, unless the store cannot be written at that moment. Whoever got the temporary one
/// then finds the instance by it after the save as well, in any context of the process.
enum AssignedIdentifiers {
    private struct Table {
        var final: [PersistentIdentifier: PersistentIdentifier] = [:]
        var order: [PersistentIdentifier] = []
    }

    private static let table = Mutex(Table())
    /// How many are kept; then the older half goes.
    private static let limit = 65_536

    /// Leads from a temporary identifier to the final one.
    static func record(_ final: PersistentIdentifier, for temporary: PersistentIdentifier) {
        guard temporary.isTemporary, !final.isTemporary else { return }
        table.withLock { table in
            if table.order.count >= limit {
                for old in table.order.prefix(limit / 2) { table.final[old] = nil }
                table.order.removeFirst(limit / 2)
            }
            if table.final.updateValue(final, forKey: temporary) == nil { table.order.append(temporary) }
        }
    }

    fileprivate static func final(for temporary: PersistentIdentifier) -> PersistentIdentifier? {
        table.withLock { $0.final[temporary] }
    }
}

extension PersistentIdentifier {
    /// The final identifier of an instance that was saved under a temporary one; nil for every other identifier.
    var assigned: PersistentIdentifier? { isTemporary ? AssignedIdentifiers.final(for: self) : nil }
}
