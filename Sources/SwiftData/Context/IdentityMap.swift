/// Finds the one instance of a row by its key: open addressing with linear probing, holding instances unowned. An
/// instance takes itself out when it goes away.
final class IdentityMap {
    private var keys: UnsafeMutablePointer<Int64>
    private var states: UnsafeMutablePointer<Unmanaged<_ModelState>?>
    private var capacity: Int
    private(set) var count = 0

    private static let smallestCapacity = 16

    init() {
        capacity = IdentityMap.smallestCapacity
        keys = .allocate(capacity: capacity)
        states = .allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
        states.initialize(repeating: nil, count: capacity)
    }

    deinit {
        keys.deallocate()
        states.deallocate()
    }

    /// The state of the instance with this key.
    subscript(_ key: Int64) -> _ModelState? {
        var slot = home(of: key)
        while let state = states[slot] {
            if keys[slot] == key { return state.takeUnretainedValue() }
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
        while let found = states[slot] {
            if keys[slot] == key {
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

    /// Calls `body` with every registered instance. `body` must not register or release instances.
    func forEach(_ body: (_ModelState) -> Void) {
        for slot in 0..<capacity {
            if let state = states[slot] { body(state.takeUnretainedValue()) }
        }
    }

    /// Calls `body` with up to `limit` instances whose keys follow `key`: rows that were made together lie together.
    func forEach(limit: Int, after key: Int64, _ body: (_ModelState) -> Void) {
        for next in (key + 1)...(key + Int64(limit)) {
            if let state = self[next] { body(state) }
        }
    }

    /// Keys come in runs, so their low bits are spread by a multiplication (Fibonacci hashing).
    private func home(of key: Int64) -> Int {
        let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 20) & (capacity - 1)
    }

    private func place(_ state: Unmanaged<_ModelState>, _ key: Int64) {
        var slot = home(of: key)
        while states[slot] != nil {
            if keys[slot] == key {
                states[slot] = state
                return
            }
            slot = (slot + 1) & (capacity - 1)
        }
        keys[slot] = key
        states[slot] = state
        count += 1
    }

    /// Empties a slot and moves later members of its run back, so that no search stops too early.
    private func vacate(_ vacated: Int) {
        let mask = capacity - 1
        var hole = vacated
        var slot = (vacated + 1) & mask
        while let state = states[slot] {
            let distance = (slot - home(of: keys[slot])) & mask
            if distance >= (slot - hole) & mask {
                keys[hole] = keys[slot]
                states[hole] = state
                hole = slot
            }
            slot = (slot + 1) & mask
        }
        states[hole] = nil
        count -= 1
    }

    private func resize(to newCapacity: Int) {
        let oldKeys = keys
        let oldStates = states
        let oldCapacity = capacity
        capacity = newCapacity
        keys = .allocate(capacity: capacity)
        states = .allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
        states.initialize(repeating: nil, count: capacity)
        count = 0
        for slot in 0..<oldCapacity {
            if let state = oldStates[slot] { place(state, oldKeys[slot]) }
        }
        oldKeys.deallocate()
        oldStates.deallocate()
    }
}
