import Foundation

/// What an idea says; all that a person sees of it.
package struct Content: Hashable, Sendable, CustomStringConvertible {
    package var title: String
    package var details: String
    package var isCompleted: Bool

    package init(title: String, details: String = "", isCompleted: Bool = false) {
        (self.title, self.details, self.isCompleted) = (title, details, isCompleted)
    }

    package var description: String { title + (isCompleted ? "✓" : "") }
}

/// All versions of all ideas that persons made in a run, each with the versions that its maker saw.
///
/// What is right at the end follows from it: of the versions of an idea only one may stay that nobody has replaced who
/// had seen it.
package struct VersionTree: Sendable {
    /// One version, or a deletion.
    package struct Version: Sendable {
        package let idea: UUID
        package let account: Int
        package let device: Int
        /// What it says; nil for a deletion.
        package let content: Content?
        /// The place of the version that its maker saw; nil for the first one.
        package let parent: Int?
    }

    package private(set) var versions: [Version] = []
    private var places: [UUID: [Int]] = [:]
    /// Ideas of which two versions say the same, so that nobody can tell which of them is meant.
    package private(set) var ambiguous: Set<UUID> = []

    package init() {}

    /// Notes a version; its place.
    @discardableResult
    package mutating func add(_ version: Version) -> Int {
        if let content = version.content, places[version.idea]?.contains(where: { versions[$0].content == content }) == true {
            ambiguous.insert(version.idea)
        }
        versions.append(version)
        places[version.idea, default: []].append(versions.count - 1)
        return versions.count - 1
    }

    /// Gives up on an idea, of which it is not known what its maker saw.
    package mutating func giveUp(_ idea: UUID) { ambiguous.insert(idea) }

    /// The place of the version that says this.
    package func place(of content: Content, _ idea: UUID) -> Int? {
        places[idea]?.last { versions[$0].content == content }
    }

    /// The ideas, in the order in which they were made.
    package var ideas: [UUID] {
        var seen: Set<UUID> = []
        return versions.map(\.idea).filter { seen.insert($0).inserted }
    }

    /// The versions of an idea that nobody has replaced who had seen them.
    package func latest(of idea: UUID) -> [Version] {
        let own = places[idea] ?? []
        let replaced = Set(own.compactMap { versions[$0].parent })
        return own.filter { !replaced.contains($0) }.map { versions[$0] }
    }

    /// The account that an idea was made in.
    package func account(of idea: UUID) -> Int? {
        places[idea]?.first.map { versions[$0].account }
    }
}
