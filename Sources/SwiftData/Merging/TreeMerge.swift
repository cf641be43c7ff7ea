/// A three-way merge of a `Codable` value by its parts.
///
/// A part that one side changed is that side's. Of a part that both changed `mine` stays, which is the later save.
enum TreeMerge {
    /// The value with the changes of both sides.
    ///
    /// - Parameters:
    ///   - base: What both sides started from; nil where the part was not there.
    ///   - mine: The value of this side.
    ///   - theirs: The value of the other side.
    ///   - sample: What `mine` is the JSON of; nil where that is not known.
    /// - Returns: `mine` where the parts are not known.
    static func merged(base: JSONTree?, mine: JSONTree, theirs: JSONTree, like sample: Any?) -> JSONTree {
        if theirs == base { return mine }
        if mine == base { return theirs }
        guard mine != theirs, let sample else { return mine }
        switch (ValueShape(of: sample, mine), mine, theirs) {
        case (.members(let samples), .object(let mine), .object(let theirs)):
            return .object(members(base?.members ?? [:], mine, theirs, samples))
        case (.choice, .object(let mine), .object(let theirs)):
            let base = base?.members ?? [:]
            guard mine.keys == theirs.keys, mine.keys == base.keys else { break }
            return .object(mine.merging(theirs) { choice(base[mine.keys.first ?? ""], $0, $1) })
        case (.pairs(let samples), .array(let mine), .array(let theirs)):
            return pairs(base?.elements ?? [], mine, theirs, samples) ?? .array(mine)
        case (.list(let samples), .array(let mine), .array(let theirs)):
            return .array(list(base?.elements ?? [], mine, theirs, samples))
        case (.set, .array(let mine), .array(let theirs)):
            return .array(set(Set(base?.elements ?? []), mine, theirs))
        default: break
        }
        return mine
    }

    private static func members<Name: Hashable>(
        _ base: [Name: JSONTree],
        _ mine: [Name: JSONTree],
        _ theirs: [Name: JSONTree],
        _ samples: [Name: Any]
    ) -> [Name: JSONTree] {
        var result = mine
        for name in Set(base.keys).union(theirs.keys) {
            switch (base[name], mine[name], theirs[name]) {
            case (let base, let mine, let theirs) where mine == base: result[name] = theirs
            case (let base, let mine?, let theirs?):
                result[name] = merged(base: base, mine: mine, theirs: theirs, like: samples[name])
            default: break
            }
        }
        return result
    }

    /// The associated values of one case, each of them one value.
    private static func choice(_ base: JSONTree?, _ mine: JSONTree, _ theirs: JSONTree) -> JSONTree {
        guard case .object(let base)? = base, case .object(let mine) = mine, case .object(let theirs) = theirs else {
            return mine
        }
        return .object(members(base, mine, theirs, [:]))
    }

    private static func pairs(
        _ base: [JSONTree],
        _ mine: [JSONTree],
        _ theirs: [JSONTree],
        _ samples: [Any]
    ) -> JSONTree? {
        guard let base = base.pairs, let own = mine.pairs, let others = theirs.pairs else { return nil }
        // The values come in the order in which they were coded.
        let keys = stride(from: 0, to: mine.count, by: 2).map { mine[$0] }
        let merged = members(base, own, others, Dictionary(zip(keys, samples), uniquingKeysWith: { $1 }))
        return .array(merged.flatMap { [$0.key, $0.value] })
    }

    private static func list(
        _ base: [JSONTree],
        _ mine: [JSONTree],
        _ theirs: [JSONTree],
        _ samples: [Any]
    ) -> [JSONTree] {
        func element(_ base: JSONTree, _ mine: JSONTree, _ theirs: JSONTree, _ place: Int) -> JSONTree {
            merged(base: base, mine: mine, theirs: theirs, like: place < samples.count ? samples[place] : nil)
        }
        // Numbers of which nobody changed how many there are: the place of each has a meaning, as in a vector.
        if base.count == mine.count, base.count == theirs.count, (base + mine + theirs).allSatisfy(\.isNumber) {
            return base.indices.map { element(base[$0], mine[$0], theirs[$0], $0) }
        }
        return ElementMerge(base: base, mine: mine, theirs: theirs).merged(element)
    }

    private static func set(_ base: Set<JSONTree>, _ mine: [JSONTree], _ theirs: [JSONTree]) -> [JSONTree] {
        let (own, others) = (Set(mine), Set(theirs))
        return theirs.filter { own.contains($0) || !base.contains($0) }
            + mine.filter { !others.contains($0) && !base.contains($0) }
    }
}

extension JSONTree {
    fileprivate var members: [String: JSONTree]? {
        if case .object(let members) = self { members } else { nil }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .decimal, .double: true
        default: false
        }
    }

    fileprivate var elements: [JSONTree]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

extension [JSONTree] {
    /// Keys and values in turn, as a dictionary; nil where one of them has no partner.
    fileprivate var pairs: [JSONTree: JSONTree]? {
        guard count.isMultiple(of: 2) else { return nil }
        let keys = stride(from: 0, to: count, by: 2)
        return [JSONTree: JSONTree](keys.map { (self[$0], self[$0 + 1]) }, uniquingKeysWith: { $1 })
    }
}
