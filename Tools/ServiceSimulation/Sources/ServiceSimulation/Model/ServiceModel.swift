/// What the service holds, in plain values.
///
/// Written from the protocol's description: nothing here is asked of the service, but the order of records that went
/// along with a deleted one, and change tags.
struct ServiceModel: Sendable {
    /// What accounts may hold; nil is no limit.
    struct Quota: Sendable, Equatable {
        var bytes: Int64?
        var records: Int64?
    }

    /// An answer that is there for a retry.
    struct RememberedAnswer: Sendable {
        /// The user, the path and the body that it answers.
        let question: [String]
        let status: Int
        let body: [UInt8]
        let time: Int64
    }

    /// Zones that a database has at most, the default zone apart.
    static let zonesPerDatabase = 1_000

    private(set) var databases: [DatabaseID: ModelDatabase] = [:]
    /// The types of fields by record type: they are one for all databases.
    var schema: [String: [String: String]] = [:]
    var remembered: [DatabaseID: [String: RememberedAnswer]] = [:]
    /// How often a copy was put back.
    private var restorations = 0

    subscript(id: DatabaseID) -> ModelDatabase {
        get { databases[id] ?? ModelDatabase() }
        set { databases[id] = newValue }
    }

    subscript(id: DatabaseID, zone: String) -> ModelZone? { self[id].zone(zone) }

    /// Changes a zone that is there.
    mutating func update<Failure: Error>(
        _ id: DatabaseID,
        _ zone: String,
        _ body: (inout ModelZone) throws(Failure) -> Void
    ) throws(Failure) {
        guard var state = self[id, zone] else { return }
        try body(&state)
        databases[id]?.zones[zone] = state
    }

    /// Somebody writes to a database for the first time, perhaps.
    mutating func makeDatabase(_ id: DatabaseID, lives: inout Lives) {
        if databases[id]?.life == nil { databases[id, default: ModelDatabase()].life = lives.next() }
    }

    /// Makes a zone, or makes one that was deleted anew.
    mutating func makeZone(_ name: String, in id: DatabaseID, lives: inout Lives) {
        makeDatabase(id, lives: &lives)
        var database = self[id]
        database.head += 1
        var zone =
            database.zones[name]
            ?? ModelZone(name: name, life: 0, head: restorations, prunedBelow: restorations, place: 0)
        (zone.life, zone.isDeleted, zone.place) = (lives.next(), false, database.head)
        database.zones[name] = zone
        databases[id] = database
    }

    /// A user's record in the public database is made where its user names it, if it is not there.
    mutating func makeUserRecord(by author: Stamp) {
        guard var zone = self[.public, ModelZone.defaultName], zone.live(author.user) == nil else { return }
        let version = RecordVersion(name: author.user, type: "Users", position: 0, created: author, modified: author)
        _ = zone.append(version)
        commit(zone, in: .public)
    }

    /// Removes a zone with all that is in it.
    mutating func deleteZone(_ name: String, in id: DatabaseID) {
        var database = self[id]
        guard var zone = database.zone(name) else { return }
        database.head += 1
        zone.removeAll()
        (zone.isDeleted, zone.place) = (true, database.head)
        database.zones[name] = zone
        databases[id] = database
    }

    /// Puts a zone in the place of its last state, as the last one of its database that changed.
    mutating func commit(_ zone: ModelZone, in id: DatabaseID) {
        var (database, zone) = (self[id], zone)
        database.head += 1
        zone.place = database.head
        database.zones[zone.name] = zone
        databases[id] = database
    }

    /// Everything begins a new life, after a copy was put back.
    mutating func beginNewLife(lives: inout Lives) {
        restorations += 1
        for id in databases.keys {
            guard databases[id]?.life != nil else { continue }
            databases[id]?.life = lives.next()
            for name in self[id].zones.keys { beginNewLife(of: name, in: id, lives: &lives) }
        }
    }

    /// A zone begins a new life: its tombstones count as gone.
    mutating func beginNewLife(of name: String, in id: DatabaseID, lives: inout Lives) {
        guard var zone = databases[id]?.zones[name] else { return }
        zone.head += 1
        (zone.life, zone.prunedBelow) = (lives.next(), zone.head)
        databases[id]?.zones[name] = zone
    }

    /// A database begins a new life.
    mutating func beginNewLife(of id: DatabaseID, lives: inout Lives) {
        databases[id]?.life = lives.next()
    }

    /// Moves tombstones of deletions before a moment out of the feeds, the oldest first; how many.
    ///
    /// - Returns: nil if nothing says which are the oldest ones.
    mutating func prune(before time: Int64, limit: Int) -> Int? {
        var all: [(id: DatabaseID, zone: String, name: String, time: Int64)] = []
        for (id, database) in databases {
            for zone in database.liveZones {
                for version in zone.tombstones where version.modified.time < time {
                    all.append((id, zone.name, version.name, version.modified.time))
                }
            }
        }
        all.sort { $0.time < $1.time }
        if all.count > limit, limit > 0, all[limit - 1].time == all[limit].time { return nil }
        for one in all.prefix(limit) { databases[one.id]?.zones[one.zone]?.prune(one.name) }
        return min(limit, all.count)
    }

    /// Removes answers to requests before a moment; how many.
    mutating func removeAnswers(before time: Int64) -> Int {
        var count = 0
        for (id, answers) in remembered {
            let left = answers.filter { $0.value.time >= time }
            count += answers.count - left.count
            remembered[id] = left
        }
        return count
    }

    var recordCount: Int { databases.values.reduce(0) { $0 + Int($1.usage.records) } }
}

/// Numbers of lives: none comes twice, whatever is put back.
struct Lives: Sendable {
    private var last = 0

    mutating func next() -> Int {
        last += 1
        return last
    }
}
