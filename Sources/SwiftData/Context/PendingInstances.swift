/// Instances with unsaved changes of one kind, in the order of their first change.
///
/// Taking one out walks over nothing: it leaves a hole. Where each instance stands is noted only from the first one that
/// is taken out on, so that a context in which nothing is taken back pays for a plain array.
struct PendingInstances: Sequence {
    private var places: [(any PersistentModel)?] = []
    private var holes = 0
    private var positions: [ObjectIdentifier: Int]?

    var count: Int { places.count - holes }
    var isEmpty: Bool { count == 0 }
    var underestimatedCount: Int { count }

    mutating func append(_ model: any PersistentModel) {
        positions?[ObjectIdentifier(model)] = places.count
        places.append(model)
    }

    mutating func remove(_ model: any PersistentModel) {
        if positions == nil { recordPositions() }
        guard let place = positions?.removeValue(forKey: ObjectIdentifier(model)) else { return }
        places[place] = nil
        holes += 1
        if holes * 2 > places.count { close() }
    }

    mutating func removeAll() { self = PendingInstances() }

    mutating func removeAll(where isGone: (any PersistentModel) -> Bool) {
        places.removeAll { model in model.map(isGone) ?? true }
        holes = 0
        positions = nil
    }

    func makeIterator() -> Iterator { Iterator(rest: places.makeIterator()) }

    struct Iterator: IteratorProtocol {
        fileprivate var rest: IndexingIterator<[(any PersistentModel)?]>

        mutating func next() -> (any PersistentModel)? {
            while let place = rest.next() {
                if let place { return place }
            }
            return nil
        }
    }

    private mutating func recordPositions() {
        var noted: [ObjectIdentifier: Int] = [:]
        noted.reserveCapacity(places.count)
        for (place, model) in places.enumerated() {
            if let model { noted[ObjectIdentifier(model)] = place }
        }
        positions = noted
    }

    /// Each closing halves the places at least, so that all of them together cost no more than what was put in.
    private mutating func close() {
        places.removeAll { $0 == nil }
        holes = 0
        positions = nil
    }
}
