/// A three-way merge of a list of values.
///
/// Its members are merged as those of a to-many relationship are. Values have no identity, so the elements of each side are
/// matched with those of the base first: equal ones, then those with the same `id`.
struct ElementMerge {
    private let base: [ValueTree]
    /// Numbers of elements: those of the base are their places in it, later ones are new.
    private var mine: [Int]
    private let theirs: [Int]
    private var ownElements: [Int: ValueTree] = [:]
    private var foreignElements: [Int: ValueTree] = [:]

    init(base: [ValueTree], mine: [ValueTree], theirs: [ValueTree]) {
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
        }
    }

    /// The merged list.
    var result: [ValueTree] {
        let order = ListMerge(base: Array(base.indices), current: theirs, assigned: mine) { $0 }.result
        return order.compactMap { number in
            guard let own = ownElements[number], let foreign = foreignElements[number] else {
                return ownElements[number] ?? foreignElements[number]
            }
            return TreeMerge.merged(base: number < base.count ? base[number] : nil, mine: own, theirs: foreign)
        }
    }

    private static func numbers(of side: [ValueTree], _ base: [ValueTree], _ newcomers: inout Newcomers) -> [Int] {
        var matcher = ElementMatcher(base)
        var numbers = side.map { matcher.popEqual(to: $0) }
        for (place, element) in side.enumerated() where numbers[place] == nil {
            numbers[place] = matcher.popSameID(as: element)
        }
        return zip(side, numbers).map { element, number in number ?? newcomers.number(of: element) }
    }
}

/// Finds for the elements of a changed list those of the base that they come from, each once.
private struct ElementMatcher {
    private var isFree: [Bool]
    /// Places of equal elements, the first one last.
    private var equals: [ValueTree: [Int]] = [:]
    private var ids: [ValueTree: Int] = [:]

    init(_ base: [ValueTree]) {
        isFree = Array(repeating: true, count: base.count)
        for place in base.indices.reversed() {
            equals[base[place], default: []].append(place)
            if let id = base[place].id { ids[id] = place }
        }
    }

    mutating func popEqual(to element: ValueTree) -> Int? {
        guard let place = equals[element]?.popLast() else { return nil }
        isFree[place] = false
        return place
    }

    mutating func popSameID(as element: ValueTree) -> Int? {
        guard let id = element.id, let place = ids[id], isFree[place] else { return nil }
        isFree[place] = false
        return place
    }
}

/// Numbers for elements that the base has not; those of both sides that are equal, or have one `id`, share theirs.
private struct Newcomers {
    private var last: Int
    private var waiting: [ValueTree: [Int]] = [:]
    private var own: [ValueTree: [Int]] = [:]

    init(after count: Int) { last = count - 1 }

    mutating func next() -> Int {
        last += 1
        return last
    }

    mutating func number(of element: ValueTree) -> Int {
        let key = element.id ?? element
        if let shared = waiting[key]?.popLast() { return shared }
        let number = next()
        own[key, default: []].insert(number, at: 0)
        return number
    }

    mutating func beginOtherSide() { (waiting, own) = (own, [:]) }
}
