import Foundation

extension RangeReplaceableCollection {
    /// Removes the elements at these places, as `onDelete` gives them; places outside are passed over.
    ///
    /// Source: Apple's method of this name.
    public mutating func remove(atOffsets offsets: IndexSet) {
        var place = 0
        var kept = Self()
        for element in self {
            if !offsets.contains(place) { kept.append(element) }
            place += 1
        }
        self = kept
    }
}

extension MutableCollection {
    /// Moves the elements at these places in front of the one at another, as `onMove` gives them; places outside are passed over.
    ///
    /// Source: Apple's method of this name.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let all = Array(self)
        let moved = source.filter(all.indices.contains)
        guard !moved.isEmpty else { return }
        let goal = Swift.min(Swift.max(0, destination), all.count)
        let rest = all.indices.filter { !source.contains($0) }
        let order = rest.filter { $0 < goal } + moved + rest.filter { $0 >= goal }
        for (index, place) in zip(Array(indices), order) { self[index] = all[place] }
    }
}
