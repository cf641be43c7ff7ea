/// All objects of a library, in words that do not depend on keys of rows or names of records.
package struct Graph: Hashable, Sendable {
    /// Properties and to-one relationships of each object, by the object's key; links to labels among them.
    package var objects: [String: [String: String]] = [:]
    /// Lists in their order, by object and property; the service does not know them.
    package var lists: [String: [String]] = [:]
    /// What is there twice, or points to what is not there.
    package var faults: [String] = []

    /// What stands for no value.
    package static let nothing = "-"

    package init() {}

    package mutating func add(_ key: String, _ properties: [String: String]) {
        if objects.updateValue(properties, forKey: key) != nil { faults.append("\(key) is there twice") }
    }

    /// Every property of every object.
    var values: [(object: String, property: String, value: String)] {
        objects.sorted { $0.key < $1.key }.flatMap { object, properties in
            properties.sorted { $0.key < $1.key }.map { (object, $0.key, $0.value) }
        }
    }

    /// How another one differs, in a few words; nil where both are the same.
    package func difference(from other: Graph) -> String? {
        if objects == other.objects { return nil }
        let keys = Set(objects.keys).union(other.objects.keys).filter { objects[$0] != other.objects[$0] }
        return keys.sorted().prefix(3).map { key in
            "\(key) is \(Self.text(objects[key])) and not \(Self.text(other.objects[key]))"
        }.joined(separator: ", ")
    }

    /// Both graphs without the properties that a version of the app does not show as the other one has them.
    func comparable(with other: Graph, by version: LibraryVersion) -> (Graph, Graph) {
        var (own, others) = (self, other)
        for (object, properties) in other.objects {
            for (name, value) in properties where !version.knows(name, value) {
                own.objects[object]?[name] = nil
                others.objects[object]?[name] = nil
            }
        }
        return (own, others)
    }

    private static func text(_ properties: [String: String]?) -> String {
        guard let properties else { return "nothing" }
        return "[" + properties.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ") + "]"
    }
}
