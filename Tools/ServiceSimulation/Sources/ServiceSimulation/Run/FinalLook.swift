/// What is asked at the end of a run: everything, in every way.
struct FinalLook {
    private let run: ServiceRun

    init(_ run: ServiceRun) { self.run = run }

    func runAll() async throws {
        for user in run.users {
            let id = DatabaseID(user: user)
            try await run.listZones(id, user)
            try await readZones(id, user)
            for zone in Vocabulary.zones where run.model[id, zone] != nil { try await read(zone, id, user) }
        }
        try await lookUp(ModelZone.defaultName, .public, 0)
        for _ in 0..<3 { try await run.fetchByReader(pages: 200) }
        try await run.verify()
    }

    /// The zones that changed, from the beginning and from a token.
    private func readZones(_ id: DatabaseID, _ user: Int) async throws {
        for start in [.beginning, run.drawStart(id, nil)] {
            let limit = run.model[id].zones.count > 50 ? 150 : run.random.number(1...3)
            var start = start
            for _ in 0..<1_200 {
                guard let page = try await run.changedZones(id, from: start, limit: limit, isOldForm: false, user)
                else {
                    break
                }
                start = .token(page.token)
                if !page.moreComing { break }
            }
        }
    }

    /// A zone, from the beginning, backwards, and from a token.
    private func read(_ zone: String, _ id: DatabaseID, _ user: Int) async throws {
        let count = run.model[id, zone]?.liveCount ?? 0
        let starts: [(FeedStart, Bool?)] = [
            (.beginning, nil), (.beginning, true), (run.drawStart(id, zone), nil), (run.drawStart(id, zone), true),
        ]
        for (first, isReversed) in starts {
            var start = first
            let limit = count > 30 ? run.random.number(30...120) : run.random.number(1...6)
            for _ in 0..<1_200 {
                let options = ChangesOptions(limit: limit, isReversed: isReversed)
                let query = ZoneQuery(zone: zone, start: start, options: options)
                let pages = try await run.changes(ChangesRequest(database: id, queries: [query]), user, nil)
                guard let page = pages.first, let page else { break }
                start = .token(page.token)
                if !page.moreComing { break }
            }
        }
        try await lookUp(zone, id, user)
    }

    private func lookUp(_ zone: String, _ id: DatabaseID, _ user: Int) async throws {
        let names = (Vocabulary.recordNames + run.userNames).map { (name: $0, keys: [String]?.none) }
        try await run.lookUp(LookupRequest(database: id, zone: zone, names: names, wantsToken: true), user)
    }
}
