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

/// Keeps one large table of a context that is gone for the next one.
///
/// To give such a block back to the heap, right after the many objects that were in it, makes the C library tidy the
/// whole heap up; and a table that grows is filled anew again and again.
final class SpareTables: Sendable {
    private static let kept = 1_024...131_072
    /// A table may be this many times as large as is needed: a larger one would lie scattered in memory.
    private static let slack = 4

    private let spare = Mutex<IdentityTable?>(nil)

    deinit { spare.withLock { $0?.free() } }

    /// An empty table of at least this capacity.
    func take(capacity: Int) -> IdentityTable {
        guard capacity >= SpareTables.kept.lowerBound else { return .make(capacity: capacity) }
        let found = spare.withLock { spare -> IdentityTable? in
            guard let known = spare, known.capacity >= capacity, known.capacity <= capacity * SpareTables.slack else {
                return nil
            }
            spare = nil
            return known
        }
        return found ?? .make(capacity: capacity)
    }

    /// Takes an empty table back.
    func give(_ table: IdentityTable) {
        guard SpareTables.kept.contains(table.capacity) else { return table.free() }
        let released = spare.withLock { spare -> IdentityTable? in
            if let known = spare, known.capacity >= table.capacity { return table }
            defer { spare = table }
            return spare
        }
        released?.free()
    }
}
