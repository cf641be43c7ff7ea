/// A zone: the last version of each record, in an order of changes.
struct ModelZone: Sendable {
    let name: String
    /// The present life: another one after the zone was made anew, and after a copy of the store was put back.
    var life: Int
    /// The place of the last change.
    var head: Int
    /// Tombstones up to here have left the feed.
    var prunedBelow: Int
    /// The place among the zones of the database.
    var place: Int
    var isDeleted = false
    private(set) var versions: [String: RecordVersion] = [:]
    /// Deletions that have left the feed, each with what the deleting device said.
    private(set) var prunedDeletions: [String: JSON?] = [:]
    /// Tags that any version had.
    private(set) var tags: Set<String> = []
    /// Names of records that went along with one that was deleted: nothing says in which order they did.
    var unordered: [[String]] = []

    static let defaultName = "_defaultZone"

    var isDefault: Bool { name == Self.defaultName }

    /// A record that is there.
    func live(_ name: String) -> RecordVersion? {
        versions[name].flatMap { $0.isDeleted ? nil : $0 }
    }

    var liveVersions: [RecordVersion] {
        versions.values.filter { !$0.isDeleted }.sorted { $0.name < $1.name }
    }

    var liveCount: Int { versions.values.count { !$0.isDeleted } }

    var bytes: Int64 { versions.values.reduce(0) { $0 + ($1.isDeleted ? 0 : $1.size) } }

    /// Whether a record that is not there was deleted, and what is known of that.
    func deletion(of name: String) -> (wasDeleted: Bool, stamp: JSON?) {
        if let version = versions[name], version.isDeleted { return (true, version.deletion) }
        if let pruned = prunedDeletions[name] { return (true, pruned) }
        return (false, nil)
    }

    /// The records that point at one with an action.
    func referrers(to name: String, _ action: String) -> [RecordVersion] {
        versions.values.filter { !$0.isDeleted && $0.targets(action, in: self.name).contains(name) }
    }

    /// Gives a record its next version, or a tombstone, at the end of the order.
    mutating func append(_ version: RecordVersion) -> RecordVersion {
        head += 1
        var version = version
        version.position = head
        version.tag = nil
        versions[version.name] = version
        return version
    }

    /// The changes behind a place, oldest first, without the tombstones up to another.
    func changes(after: Int, before: Int = .max, skippingTombstonesUpTo first: Int) -> [RecordVersion] {
        versions.values.filter { version in
            version.position > after && version.position < before && (!version.isDeleted || version.position > first)
        }.sorted { $0.position < $1.position }
    }

    /// What an answer says the tag of a record's version is.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - version: The version, which need not be the last one.
    /// - Throws: ``Violation`` if the version had another one, or another version had it.
    mutating func recordTag(_ tag: String, of version: RecordVersion) throws(Violation) {
        let place = "\(version.name) in \(name)"
        if versions[version.name]?.position == version.position, let known = versions[version.name]?.tag {
            guard known != tag else { return }
            throw Violation(.changeTag, "\(place) is unchanged, and its tag went from \(known) to \(tag)")
        }
        guard tags.insert(tag).inserted else {
            throw Violation(.changeTag, "\(place) has another version under the tag \(tag), which was used")
        }
        if versions[version.name]?.position == version.position { versions[version.name]?.tag = tag }
    }

    /// Puts records that went along with another into the order in which a feed has them.
    mutating func order(_ names: [String]) {
        for group in unordered {
            let members = names.filter(group.contains)
            let places = members.compactMap { versions[$0]?.position }.sorted()
            guard places.count == members.count else { continue }
            for (name, place) in zip(members, places) { versions[name]?.position = place }
        }
        unordered = []
    }

    /// The tombstones that are in the feed.
    var tombstones: [RecordVersion] { versions.values.filter(\.isDeleted) }

    /// Moves a tombstone out of the feed.
    mutating func prune(_ name: String) {
        guard let version = versions.removeValue(forKey: name) else { return }
        prunedDeletions[name] = .some(version.deletion)
        prunedBelow = max(prunedBelow, version.position)
    }

    /// Removes everything, as at the end of the zone.
    mutating func removeAll() {
        (versions, prunedDeletions, prunedBelow, unordered) = ([:], [:], head, [])
    }
}
