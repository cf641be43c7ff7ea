/// A device that fetches a zone page by page, and has what it was told.
struct ReplicaReader {
    let database: DatabaseID
    let zone: String
    private var token: String?
    /// The tags of the records that it has.
    private var tags: [String: String] = [:]
    /// Whether it is in the middle of a fetch from the newest change to the oldest.
    private var isReversed = false

    init(database: DatabaseID, zone: String) {
        (self.database, self.zone) = (database, zone)
    }

    /// Fetches some pages; a fetch that came to its end has everything.
    mutating func fetch(pages: Int, in run: ServiceRun) async throws {
        for _ in 0..<pages {
            var options = ChangesOptions(limit: run.random.number(1...4), isReversed: isReversed ? true : nil)
            if isReversed, run.random.once(in: 8) { options.isReversed = nil }
            let query = ZoneQuery(zone: zone, start: token.map { .token($0) } ?? .beginning, options: options)
            let request = ChangesRequest(database: database, queries: [query])
            guard let page = try await run.changes(request, database.user ?? 0, nil).first, let page else {
                // It begins anew.
                (token, tags, isReversed) = (nil, [:], run.random.once(in: 3))
                if run.model[database, zone] == nil { return }
                continue
            }
            for version in page.versions { tags[version.name] = version.isDeleted ? nil : version.tag }
            token = page.token
            let wasReversed = options.isReversed == true
            if page.moreComing {
                isReversed = wasReversed
                continue
            }
            isReversed = !wasReversed && run.random.once(in: 3)
            if wasReversed { continue }
            run.count("complete fetches")
            try compare(in: run)
            return
        }
    }

    private func compare(in run: ServiceRun) throws(Violation) {
        let live = run.model[database, zone]?.liveVersions ?? []
        let there = Dictionary(uniqueKeysWithValues: live.map { ($0.name, $0.tag ?? "") })
        guard there == tags else {
            let lacks = Set(there.keys).subtracting(tags.keys).sorted()
            let words = "a reader of \(zone) of \(database) has \(tags.keys.sorted()) and lacks \(lacks)"
            throw Violation(.reader, words)
        }
    }
}
