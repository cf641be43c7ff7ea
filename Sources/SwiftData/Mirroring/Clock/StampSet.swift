#if CloudKitMirroring

/// The stamps of a record's properties: one for all of them, from when the record was made, and those of what was changed
/// since.
///
/// Sets of stamps are merged property by property; the order in which they are merged, and how often, does not matter.
struct StampSet: Hashable, Sendable {
    /// What holds for every property without a stamp of its own.
    private(set) var base: MirrorStamp?
    /// Always later than the base.
    private(set) var own: [String: MirrorStamp] = [:]

    init(base: MirrorStamp? = nil) {
        self.base = base
    }

    subscript(_ property: String) -> MirrorStamp? { own[property] ?? base }

    /// The latest of all stamps.
    var latest: MirrorStamp? { own.values.max() ?? base }

    var isEmpty: Bool { base == nil && own.isEmpty }

    var all: [MirrorStamp] { (base.map { [$0] } ?? []) + own.values }

    /// Raises the stamp of a property; an earlier one changes nothing.
    mutating func raise(_ property: String, to stamp: MirrorStamp) {
        if let known = self[property], known >= stamp { return }
        own[property] = stamp
    }

    /// Raises the stamp of every property.
    mutating func raiseAll(to stamp: MirrorStamp) {
        self = merging(StampSet(base: stamp))
    }

    /// For each property the later of both stamps.
    func merging(_ other: StampSet) -> StampSet {
        var merged = StampSet(base: Self.later(base, other.base))
        for property in Set(own.keys).union(other.own.keys) {
            if let stamp = Self.later(self[property], other[property]) { merged.raise(property, to: stamp) }
        }
        return merged
    }

    /// The set with the stamps of another one for the properties that meet a condition.
    func replacing(with other: StampSet, where isReplaced: (String) -> Bool) -> StampSet {
        var result = StampSet(base: base)
        result.own = own.filter { !isReplaced($0.key) }
        for (property, stamp) in other.own where isReplaced(property) { result.raise(property, to: stamp) }
        return result
    }

    /// Whether a property's stamp is later here.
    func isLater(_ property: String, than other: StampSet) -> Bool {
        Self.isLater(self[property], other[property])
    }

    /// Whether anything is later here.
    func isLater(than other: StampSet) -> Bool {
        Self.isLater(base, other.base) || own.keys.contains { isLater($0, than: other) }
    }

    /// Those of the stamps that are later than the same property's there.
    func later(than other: StampSet) -> [MirrorStamp] {
        let base = Self.isLater(base, other.base) ? self.base.map { [$0] } ?? [] : []
        return base + own.filter { Self.isLater($0.value, other[$0.key]) }.values
    }

    /// The set with other stamps in place of those that are later than the same property's there; each stays later.
    func moved(_ moves: [MirrorStamp: MirrorStamp], after other: StampSet) -> StampSet {
        func moved(_ stamp: MirrorStamp, after seen: MirrorStamp?) -> MirrorStamp {
            guard Self.isLater(stamp, seen), let new = moves[stamp] else { return stamp }
            guard let seen, new <= seen else { return new }
            return MirrorStamp(milliseconds: seen.milliseconds, counter: seen.counter + 1, device: new.device)
        }
        var result = StampSet(base: base.map { moved($0, after: other.base) })
        for (property, stamp) in own { result.raise(property, to: moved(stamp, after: other[property])) }
        return result
    }

    private static func isLater(_ one: MirrorStamp?, _ other: MirrorStamp?) -> Bool {
        guard let one else { return false }
        return other.map { one > $0 } ?? true
    }

    private static func later(_ one: MirrorStamp?, _ other: MirrorStamp?) -> MirrorStamp? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }
}

extension StampSet {
    private static let baseKey = "*"

    /// The stamps as records and rows carry them.
    var text: String {
        var pairs = own.mapValues(\.description)
        pairs[Self.baseKey] = base?.description
        return PairText.encode(pairs)
    }

    /// Reads what ``text`` wrote; what is no stamp is left out.
    init(text: String) {
        let pairs = PairText.decode(text)
        self.init(base: pairs[Self.baseKey].flatMap { MirrorStamp(text: $0) })
        for (property, value) in pairs where property != Self.baseKey {
            if let stamp = MirrorStamp(text: value) { raise(property, to: stamp) }
        }
    }
}

/// Names and short values in one line of text that a person can read: `title=1.0.ab rank=2.0.ab`.
enum PairText {
    static func encode(_ pairs: [String: String]) -> String {
        pairs.sorted { $0.key < $1.key }.map { "\(escaped($0.key))=\(escaped($0.value))" }.joined(separator: " ")
    }

    static func decode(_ text: String) -> [String: String] {
        var pairs: [String: String] = [:]
        for pair in text.split(separator: " ") {
            guard let equals = pair.firstIndex(of: "=") else { continue }
            pairs[unescaped(pair[..<equals])] = unescaped(pair[pair.index(after: equals)...])
        }
        return pairs
    }

    private static let special: [(Character, String)] = [("%", "%25"), (" ", "%20"), ("=", "%3D")]

    private static func escaped(_ text: String) -> String {
        guard text.contains(where: { $0 == "%" || $0 == " " || $0 == "=" }) else { return text }
        return text.reduce(into: "") { result, character in
            result += special.first { $0.0 == character }?.1 ?? String(character)
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.contains("%") else { return String(text) }
        return special.reversed().reduce(String(text)) { $0.replacing($1.1, with: String($1.0)) }
    }
}

#endif
