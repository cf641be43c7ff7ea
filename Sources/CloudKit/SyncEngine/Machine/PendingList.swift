/// Changes in the order in which they were added, one for each thing that they change.
///
/// Each has the number of its latest addition: an answer clears only what was added before the request's contents were
/// made, so that an edit during an upload stays.
struct PendingList<Key: Hashable & Sendable, Change: Hashable & Sendable>: Sendable {
    private struct Entry: Sendable {
        var change: Change
        var stamp: Int
    }

    /// Places that were given up and not yet closed, up to which the list is left as it is.
    private static var mostHoles: Int { 64 }

    private let key: @Sendable (Change) -> Key
    private var entries: [Entry?] = []
    private var places: [Key: Int] = [:]

    init(_ key: @escaping @Sendable (Change) -> Key) {
        self.key = key
    }

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }
    var all: [Change] { entries.compactMap { $0?.change } }

    func contains(_ change: Change) -> Bool {
        places[key(change)].map { entries[$0]?.change == change } ?? false
    }

    /// Adds a change in the place of an equal one, or behind all others in the place of an opposite one.
    mutating func add(_ change: Change, stamp: Int) {
        if let place = places[key(change)] {
            if entries[place]?.change == change {
                entries[place] = Entry(change: change, stamp: stamp)
                return
            }
            entries[place] = nil
        }
        places[key(change)] = entries.count
        entries.append(Entry(change: change, stamp: stamp))
        close()
    }

    /// Removes a change, unless it was added again after that number.
    ///
    /// - Returns: Whether it was there and went.
    @discardableResult
    mutating func remove(_ change: Change, upTo stamp: Int = .max) -> Bool {
        guard let place = places[key(change)], let entry = entries[place], entry.change == change,
            entry.stamp <= stamp
        else { return false }
        places[key(change)] = nil
        entries[place] = nil
        close()
        return true
    }

    mutating func removeAll() {
        (entries, places) = ([], [:])
    }

    /// Closes the holes once they are more than what is left.
    private mutating func close() {
        guard entries.count > 2 * places.count + Self.mostHoles else { return }
        entries = entries.filter { $0 != nil }
        for (place, entry) in entries.enumerated() {
            if let entry { places[key(entry.change)] = place }
        }
    }
}
