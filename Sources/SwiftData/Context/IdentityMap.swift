/// Finds the one instance of a row by its key: open addressing with linear probing, holding instances unowned.
///
/// An instance takes itself out when it goes away. The keys are in the instances' states, so that a table takes eight
/// bytes a place.
final class IdentityMap {
    private typealias Place = IdentityTable.Place

    /// Marks a place whose instance is gone: searches pass over it.
    private static var left: Place { UnsafeRawPointer(bitPattern: 1) }

    private var table: IdentityTable
    private var places: UnsafeMutablePointer<Place> { table.places }
    private var capacity: Int { table.capacity }
    private(set) var count = 0
    /// Places that are taken or were left.
    private var used = 0

    private static let smallestCapacity = 16
    /// Keys come in runs: so many neighbours stay neighbours in memory, and share lines of the cache.
    private static let neighbourBits = 3

    /// Where large tables come from and go to.
    private let spares: SpareTables

    init(spares: SpareTables) {
        self.spares = spares
        table = .make(capacity: IdentityMap.smallestCapacity)
    }

    deinit {
        assert(count == 0 && isEmpty, "a place outlives its instance")
        spares.give(table, isEmpty: used == 0)
    }

    private var isEmpty: Bool { (0..<capacity).allSatisfy { places[$0] == nil || places[$0] == IdentityMap.left } }

    /// The state of the instance with this key.
    subscript(_ key: Int64) -> _ModelState? {
        var slot = home(of: key)
        while let place = places[slot] {
            if place != IdentityMap.left, IdentityMap.key(place) == key { return IdentityMap.state(place) }
            slot = (slot + 1) & (capacity - 1)
        }
        return nil
    }

    /// Registers an instance under its state's key; an earlier one with the same key is replaced.
    func insert(_ state: _ModelState) {
        if (used + 1) * 4 > capacity * 3 { resize(forCount: count + 1) }
        put(state)
    }

    /// Takes the instance out, if it is this very one.
    ///
    /// Its place is only marked, and all marks go at once with the last instance: nothing is moved where a whole context
    /// goes away.
    func remove(_ state: _ModelState) {
        let wanted = IdentityMap.place(state)
        var slot = home(of: state.key)
        while let place = places[slot], place != wanted { slot = (slot + 1) & (capacity - 1) }
        guard places[slot] != nil else { return }
        places[slot] = IdentityMap.left
        count -= 1
        if count == 0 { clear() }
    }

    /// Makes room for `additional` more instances at once.
    func reserve(_ additional: Int) {
        if (used + additional) * 4 > capacity * 3 { resize(forCount: count + additional) }
    }

    /// Calls `body` with every registered instance.
    ///
    /// `body` must not register or release instances.
    func forEach(_ body: (_ModelState) -> Void) {
        for slot in 0..<capacity {
            if let place = places[slot], place != IdentityMap.left { body(IdentityMap.state(place)) }
        }
    }

    /// Calls `body` with up to `limit` instances whose keys follow `key`: rows that were made together lie together.
    func forEach(limit: Int, after key: Int64, _ body: (_ModelState) -> Void) {
        for next in (key &+ 1)..<(key &+ 1 &+ Int64(limit)) {
            if let state = self[next] { body(state) }
        }
    }

    private static func place(_ state: _ModelState) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passUnretained(state).toOpaque())
    }

    private static func state(_ place: UnsafeRawPointer) -> _ModelState {
        Unmanaged<_ModelState>.fromOpaque(place).takeUnretainedValue()
    }

    /// The key of the instance at a place, which is not retained for it.
    private static func key(_ place: UnsafeRawPointer) -> Int64 {
        Unmanaged<_ModelState>.fromOpaque(place)._withUnsafeGuaranteedRef { $0.key }
    }

    /// Groups of neighbours are scattered (Fibonacci hashing), so that keys that are far apart do not pile up.
    private func home(of key: Int64) -> Int {
        let group = UInt64(bitPattern: key >> Int64(IdentityMap.neighbourBits)) &* 0x9E37_79B9_7F4A_7C15
        let groupBits = capacity.trailingZeroBitCount - IdentityMap.neighbourBits
        let first = Int(truncatingIfNeeded: group >> UInt64(64 - groupBits)) << IdentityMap.neighbourBits
        return first | Int(truncatingIfNeeded: key & ((1 << Int64(IdentityMap.neighbourBits)) - 1))
    }

    private func put(_ state: _ModelState) { put(IdentityMap.place(state), key: state.key) }

    private func put(_ newcomer: UnsafeRawPointer, key: Int64) {
        var slot = home(of: key)
        var left: Int?
        while let place = places[slot] {
            if place == IdentityMap.left {
                left = left ?? slot
            } else if IdentityMap.key(place) == key {
                places[slot] = newcomer
                return
            }
            slot = (slot + 1) & (capacity - 1)
        }
        if left == nil { used += 1 }
        places[left ?? slot] = newcomer
        count += 1
    }

    /// Takes the marks away, once they are many enough to be worth a walk through the table.
    private func clear() {
        guard used * 8 >= capacity else { return }
        used = 0
        table.clear()
    }

    /// Makes a table in which `wanted` instances leave half of the places free; places that were left are given back.
    private func resize(forCount wanted: Int) {
        let old = table
        var capacity = old.capacity
        while wanted * 2 > capacity { capacity *= 2 }
        table = spares.take(capacity: capacity)
        count = 0
        used = 0
        for slot in 0..<old.capacity {
            if let place = old.places[slot], place != IdentityMap.left { put(place, key: IdentityMap.key(place)) }
        }
        spares.give(old, isEmpty: false)
    }
}
