/// A three-way merge of a `Codable` attribute: the row's value that was read, the one that this context made of it, and the
/// one that the row has now.
enum CodedValueMerge {
    /// The value of this context stays.
    case mine
    /// Another value for the column, which has the changes of both sides, and the JSON of the one of this context.
    case other(SQLValue, mine: String)

    /// Merges, by parts where the value has some; else `mine` stays, which is the later save.
    ///
    /// The rows' values are decoded and coded again first, so that all three are written by the same code: an older version
    /// of the type may have written the rows. Where two decodings of one text differ, as with an identifier that is made anew
    /// each time, nothing can be compared, and neither can it where an instance of a class may have changed in place.
    init<Value: Codable>(base: SQLValue, mine: Value, stored: SQLValue) {
        do {
            self = try Self.merge(base: base, mine: mine, stored: stored)
        } catch {
            // What cannot be decoded or coded cannot be compared.
            self = .mine
        }
    }

    private static func merge<Value: Codable>(base: SQLValue, mine: Value, stored: SQLValue) throws -> Self {
        guard !ReferenceSearch.holdsReferences(mine) else { return .mine }
        let text = try AttributeCoder.text(of: mine)
        let own = try tree(of: mine, text)
        var baseTree: ValueTree?
        if case .text(let base) = base {
            baseTree = try tree(ofStored: base, Value.self)
            guard try tree(ofStored: base, Value.self) == baseTree else { return .mine }
        }
        if own == baseTree { return .other(stored, mine: text) }
        guard case .text(let stored) = stored else { return .mine }
        let theirs = try tree(ofStored: stored, Value.self)
        let merged = TreeMerge.merged(base: baseTree, mine: own, theirs: theirs)
        guard merged != own else { return .mine }
        let result = try AttributeCoder.text(of: merged.json)
        // The parts of both sides may make no value together, or another one.
        return try tree(ofStored: result, Value.self) == merged ? .other(.text(result), mine: text) : .mine
    }

    private static func tree<Value: Codable>(ofStored text: String, _ type: Value.Type) throws -> ValueTree {
        let value = try AttributeCoder.value(type, from: text)
        return try tree(of: value, try AttributeCoder.text(of: value))
    }

    private static func tree(of value: Any, _ text: String) throws -> ValueTree {
        ValueTree(of: value, try AttributeCoder.value(JSONTree.self, from: text))
    }
}
