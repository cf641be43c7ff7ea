/// What persons did to a library: what may stay of it in the end follows from this.
package struct LibraryTale: Sendable {
    /// One property of one object.
    package struct Property: Hashable, Sendable, CustomStringConvertible {
        package let object: String
        package let name: String

        package init(_ object: String, _ name: String) { (self.object, self.name) = (object, name) }

        package var description: String { "\(object).\(name)" }
    }

    /// A book and a label.
    package struct Link: Hashable, Sendable {
        package let book: String
        package let label: String

        package init(_ book: String, _ label: String) { (self.book, self.label) = (book, label) }
    }

    /// All that properties were made to say.
    package var versions = VersionTree<Property, String>()
    /// Objects in the order in which they were made.
    package private(set) var made: [String] = []
    /// Objects that somebody made under a name that somebody had used: the same again, or one that was there unseen.
    package private(set) var madeAgain: Set<String> = []
    /// Objects that somebody deleted, with those that he saw go along.
    package var deleted: Set<String> = []
    /// The objects with which each goes, among them those of other times.
    package private(set) var owners: [String: Set<String>] = [:]
    /// Links that somebody made.
    package var linked: Set<Link> = []
    /// Links that somebody cut.
    package var cut: Set<Link> = []

    package init() {}

    /// How much has happened: no two values are alike that have it in their words.
    var count: Int { versions.versions.count }

    package mutating func make(_ object: String) {
        if made.contains(object) { madeAgain.insert(object) } else { made.append(object) }
    }

    /// A property that nobody has written yet says what it does in a new object.
    package mutating func assume(_ value: String, of property: Property) {
        guard versions.latest(of: property).isEmpty else { return }
        versions.add(.init(thing: property, account: 0, device: 0, content: value, parent: nil))
    }

    /// Notes that a property says something now, in place of what its maker saw; that is nil for a new object.
    ///
    /// - Returns: Whether what was seen is something that somebody wrote.
    @discardableResult
    package mutating func write(_ property: Property, _ value: String, seen: String?, device: Int = 0) -> Bool {
        let parent = seen.flatMap { versions.place(of: $0, property) }
        versions.add(.init(thing: property, account: 0, device: device, content: value, parent: parent))
        if property.name == "shelf" || property.name == "book", value != Graph.nothing {
            owners[property.object, default: []].insert(value)
        }
        return seen == nil || parent != nil
    }
}
