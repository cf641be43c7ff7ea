/// Finds the one instance of a row by its key: open addressing with linear probing, holding instances unowned.
///
/// An instance takes itself out when it goes away.
final class IdentityMap {
    private struct Entry {
        var key: Int64 = 0
        var state: Unmanaged<_ModelState>?
    }

    private var entries: UnsafeMutablePointer<Entry>
    private var capacity: Int
    private(set) var count = 0

    private static let smallestCapacity = 16

    init() {
        capacity = IdentityMap.smallestCapacity
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
    }

    deinit { entries.deallocate() }

    /// The state of the instance with this key.
    subscript(_ key: Int64) -> _ModelState? {
        var slot = home(of: key)
        while let state = entries[slot].state {
            if entries[slot].key == key { return state.takeUnretainedValue() }
            slot = (slot + 1) & (capacity - 1)
        }
        return nil
    }

    /// Registers an instance; an earlier one under the same key is replaced.
    func insert(_ state: _ModelState, forKey key: Int64) {
        if (count + 1) * 4 > capacity * 3 { resize(to: capacity * 2) }
        place(Unmanaged.passUnretained(state), key)
    }

    /// Takes the instance out, if it is this very one.
    func remove(_ state: _ModelState, forKey key: Int64) {
        var slot = home(of: key)
        while let found = entries[slot].state {
            if entries[slot].key == key {
                if found.toOpaque() == Unmanaged.passUnretained(state).toOpaque() { vacate(slot) }
                return
            }
            slot = (slot + 1) & (capacity - 1)
        }
    }

    /// Makes room for `additional` more instances at once.
    func reserve(_ additional: Int) {
        var wanted = capacity
        while (count + additional) * 4 > wanted * 3 { wanted *= 2 }
        if wanted != capacity { resize(to: wanted) }
    }

    /// Calls `body` with every registered instance.
    ///
    /// `body` must not register or release instances.
    func forEach(_ body: (_ModelState) -> Void) {
        for slot in 0..<capacity {
            if let state = entries[slot].state { body(state.takeUnretainedValue()) }
        }
    }

    /// Calls `body` with up to `limit` instances whose keys follow `key`: rows that were made together lie together.
    func forEach(limit: Int, after key: Int64, _ body: (_ModelState) -> Void) {
        for next in (key &+ 1)..<(key &+ 1 &+ Int64(limit)) {
            if let state = self[next] { body(state) }
        }
    }

    /// Keys come in runs.
    ///
    /// They are scattered (Fibonacci hashing), so that occupied slots form short runs only: taking an
    /// entry out walks to the end of its run.
    private func home(of key: Int64) -> Int {
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> UInt64(64 - capacity.trailingZeroBitCount))
    }

    private func place(_ state: Unmanaged<_ModelState>, _ key: Int64) {
        var slot = home(of: key)
        while entries[slot].state != nil {
            if entries[slot].key == key {
                entries[slot].state = state
                return
            }
            slot = (slot + 1) & (capacity - 1)
        }
        entries[slot] = Entry(key: key, state: state)
        count += 1
    }

    /// Empties a slot and moves later members of its run back, so that no search stops too early.
    private func vacate(_ vacated: Int) {
        let mask = capacity - 1
        var hole = vacated
        var slot = (vacated + 1) & mask
        while entries[slot].state != nil {
            let distance = (slot - home(of: entries[slot].key)) & mask
            if distance >= (slot - hole) & mask {
                entries[hole] = entries[slot]
                hole = slot
            }
            slot = (slot + 1) & mask
        }
        entries[hole].state = nil
        count -= 1
    }

    private func resize(to newCapacity: Int) {
        let old = entries
        let oldCapacity = capacity
        capacity = newCapacity
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
        count = 0
        for slot in 0..<oldCapacity {
            if let state = old[slot].state { place(state, old[slot].key) }
        }
        old.deallocate()
    }
}
