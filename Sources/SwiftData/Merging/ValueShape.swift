/// What the parts of a `Codable` value are, as far as two changes of it can be merged.
///
/// The JSON alone does not tell: an array may be a list, the coordinates of a point or the pairs of a dictionary.
enum ValueShape {
    /// One value; of two changes one stays.
    case whole
    /// A struct, or a dictionary that is an object: parts by name, with samples of those whose type is known.
    case members([String: Any])
    /// An enum with associated values: an object with the name of the case as its only key.
    case choice
    /// A dictionary that is an array of keys and values in turn, with its values.
    case pairs([Any])
    /// A list, with its elements.
    case list([Any])
    /// A set.
    case set

    /// The shape of a value whose JSON is `tree`.
    ///
    /// A type that codes itself in a way of its own is whole: it is one whose keys are neither named nor counted like
    /// its properties. A class is whole too: who changes an instance changes the base of the comparison with it.
    init(of value: Any, _ tree: JSONTree) {
        let mirror = Mirror(reflecting: value)
        switch (mirror.displayStyle, tree) {
        case (.optional, _):
            guard let (_, wrapped) = mirror.children.first else {
                self = .whole
                return
            }
            self.init(of: wrapped, tree)
        case (.dictionary, .object): self = .members(Self.entries(of: mirror))
        case (.dictionary, .array): self = .pairs(Self.values(of: mirror))
        case (.collection, .array): self = .list(mirror.children.map(\.value))
        case (.set, .array): self = .set
        case (.enum, .object): self = .choice
        case (.struct, .object(let members)): self = Self.properties(of: mirror, members)
        default: self = .whole
        }
    }

    private static func properties(of mirror: Mirror, _ members: [String: JSONTree]) -> ValueShape {
        var samples: [String: Any] = [:]
        var count = 0
        for (label, value) in mirror.children {
            // A property wrapper's storage has the property's name behind an underscore.
            if let label { samples[label.first == "_" ? String(label.dropFirst()) : label] = value }
            if !isNil(value) { count += 1 }
        }
        let areNamed = members.keys.allSatisfy { samples[$0] != nil }
        return areNamed || members.count == count ? .members(areNamed ? samples : [:]) : .whole
    }

    private static func isNil(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional && mirror.children.isEmpty
    }

    private static func entries(of mirror: Mirror) -> [String: Any] {
        var entries: [String: Any] = [:]
        for (_, entry) in mirror.children {
            let parts = Array(Mirror(reflecting: entry).children)
            guard parts.count == 2 else { continue }
            switch parts[0].value {
            case let key as String: entries[key] = parts[1].value
            case let key as Int: entries[String(key)] = parts[1].value
            case let key as any CodingKeyRepresentable: entries[key.codingKey.stringValue] = parts[1].value
            default: break
            }
        }
        return entries
    }

    private static func values(of mirror: Mirror) -> [Any] {
        mirror.children.compactMap { Array(Mirror(reflecting: $0.value).children).last?.value }
    }
}
