/// Which database: a user's private one, or the public one.
struct DatabaseID: Hashable, Sendable, CustomStringConvertible {
    /// The number of the user; nil for the public database.
    let user: Int?

    static let `public` = DatabaseID(user: nil)
    var isPublic: Bool { user == nil }
    var description: String { user.map { "user \($0)" } ?? "public" }
    var path: String { isPublic ? "public" : "private" }
}

/// A database: its zones, in the order of their last changes.
struct ModelDatabase: Sendable {
    /// The present life; nil as long as nobody has written.
    var life: Int?
    var head = 0
    /// All that ever were, deleted ones too.
    var zones: [String: ModelZone] = [:]

    /// A zone that is there.
    func zone(_ name: String) -> ModelZone? { zones[name].flatMap { $0.isDeleted ? nil : $0 } }

    var liveZones: [ModelZone] { zones.values.filter { !$0.isDeleted }.sorted { $0.name < $1.name } }

    /// Zones that somebody has made.
    var customCount: Int { zones.values.count { !$0.isDeleted && !$0.isDefault } }

    /// The zones that changed behind a place.
    func changes(after: Int) -> [ModelZone] {
        zones.values.filter { $0.place > after }.sorted { $0.place < $1.place }
    }

    var usage: (bytes: Int64, records: Int64) {
        liveZones.reduce((0, 0)) { ($0.0 + $1.bytes, $0.1 + Int64($1.liveCount)) }
    }
}
