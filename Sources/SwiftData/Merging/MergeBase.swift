/// What a `Codable` attribute was last read as before this context changed it: what both sides of a merge started from.
enum MergeBase {
    /// SQL's NULL.
    case null
    /// Its JSON, which nobody decoded.
    case text(String)
    /// Its value; coded only where it is needed.
    case value(any Encodable)

    /// The base as a column holds it.
    ///
    /// - Throws: What the value throws when it is coded.
    var stored: SQLValue {
        get throws {
            switch self {
            case .null: .null
            case .text(let text): .text(text)
            case .value(let value): .text(try AttributeCoder.text(of: value))
            }
        }
    }
}

/// Reads from a slot what the next change of it is based on.
struct MergeBaseReader: PartialSlotVisitor {
    private(set) var base: MergeBase?

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        switch slot {
        case .encoded(let encoded): base = encoded.lastRead ?? .text(encoded.text)
        case .loaded(let value): base = .value(value)
        default: break
        }
    }

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        switch slot {
        case .encoded(let encoded): base = encoded.lastRead ?? .text(encoded.text)
        case .loaded(let value?): base = .value(value)
        case .loaded(nil): base = .null
        default: break
        }
    }
}

/// Merges what others saved in a `Codable` attribute into the changed value that its slot holds.
struct SlotMerger: PartialSlotVisitor {
    let base: SQLValue
    let stored: SQLValue
    /// Whether the slot has another value now.
    private(set) var isMerged = false

    init(base: SQLValue, stored: SQLValue) { (self.base, self.stored) = (base, stored) }

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T>, _ ordinal: Int) {
        switch slot {
        case .loaded(let mine): put(merged(mine), .value(mine), in: &slot)
        case .encoded(let mine): put(merged(mine, T.self), mine.lastRead ?? .text(mine.text), in: &slot)
        default: break
        }
    }

    @_disfavoredOverload
    mutating func visit<T: Codable>(_ slot: inout _LinkSlot<T?>, _ ordinal: Int) {
        switch slot {
        case .loaded(let mine?): put(merged(mine), .value(mine), in: &slot)
        case .encoded(let mine): put(merged(mine, T.self), mine.lastRead ?? .text(mine.text), in: &slot)
        // What is nil here as it was before gets the value of the others.
        case .loaded(nil): if base == .null, case .text(let text) = stored { put(text, .null, in: &slot) }
        default: break
        }
    }

    /// Nobody has read the merged value: an assignment is compared with the one that it is made from.
    private mutating func put<T>(_ text: String?, _ lastRead: MergeBase, in slot: inout _LinkSlot<T>) {
        guard let text else { return }
        slot = .encoded(_EncodedText(text, lastRead: lastRead))
        isMerged = true
    }

    /// The same for a value that an earlier save merged in vain.
    private func merged<T: Codable>(_ mine: _EncodedText, _ type: T.Type) -> String? {
        (try? AttributeCoder.value(type, from: mine.text)).flatMap(merged)
    }

    /// The JSON of the merged value; nil where `mine` stays, as where the parts do not make a value together.
    private func merged<T: Codable>(_ mine: T) -> String? {
        guard case .text(let theirs) = stored, !(T.self is AnyClass), let own = try? AttributeCoder.text(of: mine),
            own != theirs
        else { return nil }
        if base == .text(own) { return theirs }
        guard let merged = try? Self.merged(base: base, mine: own, theirs: theirs, like: mine), merged != own,
            (try? AttributeCoder.value(T.self, from: merged)) != nil
        else { return nil }
        return merged
    }

    private static func merged(base: SQLValue, mine: String, theirs: String, like sample: Any) throws -> String {
        func tree(_ text: String) throws -> JSONTree { try AttributeCoder.value(JSONTree.self, from: text) }
        var baseTree: JSONTree?
        if case .text(let text) = base { baseTree = try tree(text) }
        let merged = TreeMerge.merged(base: baseTree, mine: try tree(mine), theirs: try tree(theirs), like: sample)
        return try AttributeCoder.text(of: merged)
    }
}
