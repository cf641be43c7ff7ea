import Synchronization

/// The memory of an identity map; empty when it is handed on.
struct IdentityTable: @unchecked Sendable {
    /// nil where no instance ever was: there a search ends.
    typealias Place = UnsafeRawPointer?

    let places: UnsafeMutablePointer<Place>
    /// A power of two.
    let capacity: Int

    static func make(capacity: Int) -> IdentityTable {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: capacity)
        places.initialize(repeating: nil, count: capacity)
        return IdentityTable(places: places, capacity: capacity)
    }

    func clear() { places.update(repeating: nil, count: capacity) }

    func free() { places.deallocate() }
}

/// Keeps the large tables of contexts that are gone for the next ones.
///
/// To give such a block back to the heap, right after the many objects that were in it, makes the C library tidy the
/// whole heap up; and a table that grows is filled anew again and again.
final class SpareTables: Sendable {
    private static let sizes = 1_024...131_072
    /// How many places are kept in all: two megabytes.
    private static let budget = 262_144
    /// A table may be this many times as large as is needed: a larger one would lie scattered in memory.
    private static let slack = 4

    private let spares = Mutex<[IdentityTable]>([])

    deinit { spares.withLock { $0.forEach { $0.free() } } }

    /// An empty table of at least this capacity.
    func take(capacity: Int) -> IdentityTable {
        guard capacity >= SpareTables.sizes.lowerBound else { return .make(capacity: capacity) }
        let fitting = capacity...(capacity * SpareTables.slack)
        let found = spares.withLock { spares -> IdentityTable? in
            let index = spares.indices.filter { fitting.contains(spares[$0].capacity) }
                .min { spares[$0].capacity < spares[$1].capacity }
            return index.map { spares.remove(at: $0) }
        }
        return found ?? .make(capacity: capacity)
    }

    /// Takes a table back; it is emptied only where it is kept.
    func give(_ table: IdentityTable, isEmpty: Bool) {
        guard SpareTables.sizes.contains(table.capacity) else { return table.free() }
        let isKept = spares.withLock { spares in
            guard spares.reduce(table.capacity, { $0 + $1.capacity }) <= SpareTables.budget else { return false }
            if !isEmpty { table.clear() }
            spares.append(table)
            return true
        }
        if !isKept { table.free() }
    }
}
