/// A three-way merge of a list of values.
///
/// Its members are merged as those of a to-many relationship are. Values have no identity, so the elements of each side are
/// matched with those of the base first: equal ones, then objects with the same `id`, then objects in the same place.
struct ElementMerge {
    private let base: [JSONTree]
    /// Numbers of elements: those of the base are their places in it, later ones are new.
    private var mine: [Int]
    private let theirs: [Int]
    private var ownElements: [Int: JSONTree] = [:]
    private var foreignElements: [Int: JSONTree] = [:]
    /// The place of an element in the list that it is merged into.
    private var places: [Int: Int] = [:]

    init(base: [JSONTree], mine: [JSONTree], theirs: [JSONTree]) {
        self.base = base
        var newcomers = Newcomers(after: base.count)
        self.mine = Self.numbers(of: mine, base, &newcomers)
        newcomers.beginOtherSide()
        self.theirs = Self.numbers(of: theirs, base, &newcomers)
        foreignElements = Dictionary(zip(self.theirs, theirs), uniquingKeysWith: { $1 })
        // What was changed here and removed by others stays.
        for (place, element) in mine.enumerated() {
            let number = self.mine[place]
            if number < base.count, element != base[number], foreignElements[number] == nil {
                self.mine[place] = newcomers.next()
            }
            ownElements[self.mine[place]] = element
            places[self.mine[place]] = place
        }
    }

    /// The merged list; `merge` merges an element that both sides changed, and gets its place in `mine`.
    func merged(
        _ merge: (_ base: JSONTree, _ mine: JSONTree, _ theirs: JSONTree, _ place: Int) -> JSONTree
    ) -> [JSONTree] {
        let order = ListMerge(base: Array(base.indices), current: theirs, assigned: mine) { $0 }.result
        return order.compactMap { number in
            guard number < base.count, let own = ownElements[number], let foreign = foreignElements[number] else {
                return ownElements[number] ?? foreignElements[number]
            }
            return merge(base[number], own, foreign, places[number] ?? 0)
        }
    }

    private static func numbers(of side: [JSONTree], _ base: [JSONTree], _ newcomers: inout Newcomers) -> [Int] {
        var matcher = ElementMatcher(base)
        var numbers = side.map { matcher.takeEqual(to: $0) }
        for (place, element) in side.enumerated() where numbers[place] == nil {
            numbers[place] = matcher.takeSameID(as: element)
        }
        for (place, element) in side.enumerated() where numbers[place] == nil {
            let before = place == 0 ? -1 : numbers[place - 1] ?? base.count
            numbers[place] = matcher.takeObject(at: before + 1, for: element)
        }
        return zip(side, numbers).map { element, number in number ?? newcomers.number(of: element) }
    }
}

/// Finds for the elements of a changed list those of the base that they come from, each once.
private struct ElementMatcher {
    private let base: [JSONTree]
    private var isFree: [Bool]
    /// Places of equal elements, the first one last.
    private var equals: [JSONTree: [Int]] = [:]
    private var ids: [JSONTree: Int] = [:]

    init(_ base: [JSONTree]) {
        self.base = base
        isFree = Array(repeating: true, count: base.count)
        for place in base.indices.reversed() {
            equals[base[place], default: []].append(place)
            if let id = base[place].id { ids[id] = place }
        }
    }

    mutating func takeEqual(to element: JSONTree) -> Int? {
        guard let place = equals[element]?.popLast() else { return nil }
        isFree[place] = false
        return place
    }

    mutating func takeSameID(as element: JSONTree) -> Int? {
        guard let id = element.id, let place = ids[id], isFree[place] else { return nil }
        isFree[place] = false
        return place
    }

    mutating func takeObject(at place: Int, for element: JSONTree) -> Int? {
        guard base.indices.contains(place), isFree[place], case .object = element, case .object = base[place],
            element.id == nil, base[place].id == nil
        else { return nil }
        isFree[place] = false
        return place
    }
}

/// Numbers for elements that the base has not; equal ones of both sides share theirs.
private struct Newcomers {
    private var last: Int
    private var waiting: [JSONTree: [Int]] = [:]
    private var own: [JSONTree: [Int]] = [:]

    init(after count: Int) { last = count - 1 }

    mutating func next() -> Int {
        last += 1
        return last
    }

    mutating func number(of element: JSONTree) -> Int {
        if let shared = waiting[element]?.popLast() { return shared }
        let number = next()
        own[element, default: []].insert(number, at: 0)
        return number
    }

    mutating func beginOtherSide() { (waiting, own) = (own, [:]) }
}

extension JSONTree {
    /// What an identifiable value is known by.
    fileprivate var id: JSONTree? {
        if case .object(let members) = self { members["id"] } else { nil }
    }
}
