/// A `Codable` value as a tree of the parts whose changes can be merged.
///
/// The JSON alone does not say what the parts are: an array may be a list, the coordinates of a point or the pairs of a
/// dictionary. The value says it. Trees compare as the values do: the order of a set or a dictionary means nothing.
indirect enum ValueTree: Hashable {
    /// One value without parts.
    case whole(JSONTree)
    /// A struct, or a dictionary that is coded as an object: parts by name.
    case members([String: ValueTree])
    /// A dictionary that is coded as an array of keys and values in turn.
    case pairs([JSONTree: ValueTree])
    case list([ValueTree])
    /// A set; its elements are sorted.
    case set([ValueTree])

    /// The tree of a value whose JSON is `json`.
    ///
    /// Arrays, sets and dictionaries of the standard library have parts, and structs whose JSON has the names of their properties.
    /// All else is one value: enums, types that code themselves in a way of their own, and bytes.
    init(of value: Any, _ json: JSONTree) {
        switch (flattened(value) ?? value, json) {
        case (let list as any ArrayValue, .array(let elements)):
            guard !list.isBytes, list.elements.count == elements.count else { break }
            self = .list(zip(list.elements, elements).map(ValueTree.init))
            return
        case (let set as any SetValue, .array(let elements)):
            guard set.elements.count == elements.count else { break }
            self = .set(Self.sorted(zip(set.elements, elements).map(ValueTree.init)))
            return
        case (let dictionary as any DictionaryValue, _):
            guard let tree = Self.entries(dictionary.entries, json) else { break }
            self = tree
            return
        case (let value, .object(let members)):
            guard let tree = Self.properties(of: value, members) else { break }
            self = tree
            return
        default: break
        }
        self = .whole(json)
    }

    /// The JSON of the value.
    var json: JSONTree {
        switch self {
        case .whole(let json): json
        case .members(let members): .object(members.mapValues(\.json))
        case .pairs(let pairs): .array(pairs.flatMap { [$0.key, $0.value.json] })
        case .list(let elements), .set(let elements): .array(elements.map(\.json))
        }
    }

    /// What an identifiable value is known by.
    var id: ValueTree? {
        if case .members(let members) = self { members["id"] } else { nil }
    }

    var isNumber: Bool {
        if case .whole(let json) = self { json.isNumber } else { false }
    }

    /// Elements in the order in which a set has them here.
    static func sorted(_ elements: [ValueTree]) -> [ValueTree] {
        elements.map { ($0.sortKey, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// A text that equal values have in common.
    private var sortKey: String {
        switch self {
        case .whole(let json): json.sortKey
        case .members(let members): Self.sortKey(of: members.map { ($0.key, $0.value.sortKey) })
        case .pairs(let pairs): Self.sortKey(of: pairs.map { ($0.key.sortKey, $0.value.sortKey) })
        case .list(let elements), .set(let elements): "[\(elements.map(\.sortKey).joined(separator: ","))]"
        }
    }

    fileprivate static func sortKey(of entries: [(String, String)]) -> String {
        "{\(entries.map { "\(String(reflecting: $0)):\($1)" }.sorted().joined(separator: ","))}"
    }

    private static func entries(_ entries: [(key: Any, value: Any)], _ json: JSONTree) -> ValueTree? {
        switch json {
        case .object(let members) where members.count == entries.count:
            var parts: [String: ValueTree] = [:]
            for entry in entries {
                guard let name = name(of: entry.key), let member = members[name] else { return nil }
                parts[name] = ValueTree(of: entry.value, member)
            }
            return .members(parts)
        case .array(let elements) where elements.count == 2 * entries.count:
            var parts: [JSONTree: ValueTree] = [:]
            // The entries come in the order in which they were coded.
            for (place, entry) in entries.enumerated() {
                parts[elements[2 * place]] = ValueTree(of: entry.value, elements[2 * place + 1])
            }
            return .pairs(parts)
        default: return nil
        }
    }

    /// The name under which a dictionary's key is coded.
    private static func name(of key: Any) -> String? {
        switch key {
        case let key as String: key
        case let key as Int: String(key)
        case let key as any CodingKeyRepresentable: key.codingKey.stringValue
        default: nil
        }
    }

    private static func properties(of value: Any, _ members: [String: JSONTree]) -> ValueTree? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .struct else { return nil }
        var parts: [String: ValueTree] = [:]
        for (label, property) in mirror.children {
            // A property wrapper's storage has the property's name behind an underscore.
            guard let label, let member = members[label] ?? members[String(label.drop { $0 == "_" })] else { continue }
            let name = members[label] == nil ? String(label.drop { $0 == "_" }) : label
            parts[name] = ValueTree(of: property, member)
        }
        return parts.count == members.count ? .members(parts) : nil
    }
}

extension JSONTree {
    fileprivate var sortKey: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .string(let string): String(reflecting: string)
        case .decimal(let decimal): "\(decimal)"
        case .double(let double): "\(double)"
        case .array(let elements): "[\(elements.map(\.sortKey).joined(separator: ","))]"
        case .object(let members): ValueTree.sortKey(of: members.map { ($0.key, $0.value.sortKey) })
        }
    }
}

// What the standard library's containers have in common, whatever their elements are.

private protocol ArrayValue {
    var elements: [Any] { get }
    var isBytes: Bool { get }
}

extension Array: ArrayValue {
    fileprivate var elements: [Any] { self }
    fileprivate var isBytes: Bool { Element.self == UInt8.self }
}

private protocol SetValue {
    var elements: [Any] { get }
}

extension Set: SetValue {
    fileprivate var elements: [Any] { Array(self) }
}

private protocol DictionaryValue {
    var entries: [(key: Any, value: Any)] { get }
}

extension Dictionary: DictionaryValue {
    fileprivate var entries: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}
