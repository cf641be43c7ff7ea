/// A three-way merge of a `Codable` value by its parts.
///
/// A part that one side changed is that side's. Of a part that both changed `mine` stays, which is the later save.
enum TreeMerge {
    /// The value with the changes of both sides; `base` is what both started from, nil where the part was not there.
    static func merged(base: ValueTree?, mine: ValueTree, theirs: ValueTree) -> ValueTree {
        if theirs == base || mine == theirs { return mine }
        if mine == base { return theirs }
        switch (mine, theirs) {
        case (.members(let mine), .members(let theirs)):
            return .members(parts(base?.members ?? [:], mine, theirs))
        case (.pairs(let mine), .pairs(let theirs)):
            return .pairs(parts(base?.pairs ?? [:], mine, theirs))
        case (.list(let mine), .list(let theirs)):
            let base = base?.elements ?? []
            if let merged = byPlace(base, mine, theirs) { return .list(merged) }
            return .list(ElementMerge(base: base, mine: mine, theirs: theirs).result)
        case (.set(let mine), .set(let theirs)):
            return .set(ValueTree.sorted(ElementMerge(base: base?.elements ?? [], mine: mine, theirs: theirs).result))
        default: return mine
        }
    }

    private static func parts<Name: Hashable>(
        _ base: [Name: ValueTree],
        _ mine: [Name: ValueTree],
        _ theirs: [Name: ValueTree]
    ) -> [Name: ValueTree] {
        var result = mine
        for name in Set(base.keys).union(theirs.keys) {
            switch (base[name], mine[name], theirs[name]) {
            case (let base, let mine, let theirs) where mine == base: result[name] = theirs
            case (let base, let mine?, let theirs?): result[name] = merged(base: base, mine: mine, theirs: theirs)
            default: break
            }
        }
        return result
    }

    /// The merge of numbers whose places have a meaning, as those of a vector or a histogram; nil for any other list.
    ///
    /// Such a list was neither lengthened nor shortened nor reordered by anybody.
    private static func byPlace(_ base: [ValueTree], _ mine: [ValueTree], _ theirs: [ValueTree]) -> [ValueTree]? {
        guard isEditedInPlace(base, mine), isEditedInPlace(base, theirs) else { return nil }
        return base.indices.map { mine[$0] == base[$0] ? theirs[$0] : mine[$0] }
    }

    /// Whether all numbers of the base that are in the edited list have their places.
    private static func isEditedInPlace(_ base: [ValueTree], _ edited: [ValueTree]) -> Bool {
        guard base.count == edited.count, base.allSatisfy(\.isNumber), edited.allSatisfy(\.isNumber) else {
            return false
        }
        let counts = Dictionary(base.map { ($0, 1) }, uniquingKeysWith: +)
        let editedCounts = Dictionary(edited.map { ($0, 1) }, uniquingKeysWith: +)
        let common = counts.reduce(0) { $0 + min($1.value, editedCounts[$1.key] ?? 0) }
        return zip(base, edited).count { $0 == $1 } == common
    }
}

extension ValueTree {
    fileprivate var members: [String: ValueTree]? {
        if case .members(let members) = self { members } else { nil }
    }

    fileprivate var pairs: [JSONTree: ValueTree]? {
        if case .pairs(let pairs) = self { pairs } else { nil }
    }

    fileprivate var elements: [ValueTree]? {
        switch self {
        case .list(let elements), .set(let elements): elements
        default: nil
        }
    }
}
