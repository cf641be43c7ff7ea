import Foundation
import IdeaBoxCore

/// What an idea says; all that a person sees of it.
package struct Content: Hashable, Sendable, CustomStringConvertible {
    package var title: String
    package var details: String
    package var isCompleted: Bool

    package init(title: String, details: String = "", isCompleted: Bool = false) {
        (self.title, self.details, self.isCompleted) = (title, details, isCompleted)
    }

    package init(_ idea: IdeaSnapshot) {
        self.init(title: idea.title, details: idea.details, isCompleted: idea.isCompleted)
    }

    package var description: String { title + (details.isEmpty ? "" : "+\(details)") + (isCompleted ? "✓" : "") }
}

/// All versions of all things that persons made in a run, each with the version that its maker saw.
///
/// What is right at the end follows from it: of the versions of a thing only one may stay that nobody has replaced who
/// had seen it. A thing is an idea as a whole, or one property of an object.
package struct VersionTree<Thing: Hashable & Sendable, Value: Hashable & Sendable>: Sendable {
    /// One version, or a deletion.
    package struct Version: Sendable {
        package let thing: Thing
        package let account: Int
        package let device: Int
        /// What it says; nil for a deletion.
        package let content: Value?
        /// The place of the version that its maker saw; nil for the first one.
        package let parent: Int?
        /// How often so much time had passed by then as things are kept.
        package let era: Int

        package init(thing: Thing, account: Int, device: Int, content: Value?, parent: Int?, era: Int = 0) {
            (self.thing, self.account, self.device) = (thing, account, device)
            (self.content, self.parent, self.era) = (content, parent, era)
        }
    }

    package private(set) var versions: [Version] = []
    private var places: [Thing: [Int]] = [:]
    /// Things of which two versions say the same, so that nobody can tell which of them is meant.
    package private(set) var ambiguous: Set<Thing> = []

    package init() {}

    /// Notes a version; its place.
    @discardableResult
    package mutating func add(_ version: Version) -> Int {
        if let content = version.content,
            places[version.thing]?.contains(where: { versions[$0].content == content }) == true
        {
            ambiguous.insert(version.thing)
        }
        versions.append(version)
        places[version.thing, default: []].append(versions.count - 1)
        return versions.count - 1
    }

    /// Gives up on a thing, of which it is not known what its maker saw.
    package mutating func giveUp(_ thing: Thing) { ambiguous.insert(thing) }

    /// The place of the version that says this.
    package func place(of content: Value, _ thing: Thing) -> Int? {
        places[thing]?.last { versions[$0].content == content }
    }

    /// The places of a thing's deletions.
    package func deletions(of thing: Thing) -> [Int] {
        (places[thing] ?? []).filter { versions[$0].content == nil }
    }

    /// The things, in the order in which they were made.
    package var things: [Thing] {
        var seen: Set<Thing> = []
        return versions.map(\.thing).filter { seen.insert($0).inserted }
    }

    /// The versions of a thing that nobody has replaced who had seen them.
    package func latest(of thing: Thing) -> [Version] {
        let own = places[thing] ?? []
        let replaced = Set(own.compactMap { versions[$0].parent })
        return own.filter { !replaced.contains($0) }.map { versions[$0] }
    }

    /// Whether a version was made from a deletion, however long before.
    package func hasLivedAgain(_ version: Version) -> Bool {
        var place = version.parent
        while let current = place {
            if versions[current].content == nil { return true }
            place = versions[current].parent
        }
        return false
    }

    /// The account that a thing was made in.
    package func account(of thing: Thing) -> Int? {
        places[thing]?.first.map { versions[$0].account }
    }
}
