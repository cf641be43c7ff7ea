/// What operators, machines and housekeeping do to a service.
extension ServiceRun {
    func setQuota(_ quota: ServiceModel.Quota) { self.quota = setting(quota) }

    private func setting(_ quota: ServiceModel.Quota) -> ServiceModel.Quota {
        trace.append("quota \(quota.bytes ?? -1) bytes, \(quota.records ?? -1) records")
        return quota
    }

    /// The process ends, and another one begins over what it had written.
    func restart() throws {
        trace.append("the process ends")
        count("ends")
        try service.kill(quota: quota)
    }

    func moveClock() {
        let steps: [Int64] = [1, 1, 20, 1_000, 60_000, 3_600_000, -1, -3_000]
        let step = random.pick(steps) ?? 1
        service.surroundings.now += step
        latest = max(latest, service.surroundings.now)
        trace.append("the clock moves by \(step)")
    }

    /// The clock is behind all that was before: so it is when a copy is put back.
    private func moveClockAhead() {
        latest = max(latest, service.surroundings.now) + 10_000
        service.surroundings.now = latest
    }

    /// Tombstones leave the feed.
    func prune() async throws {
        let now = service.surroundings.now
        let time = random.flip() ? now + 1 : now - Int64(random.number(0...60_000))
        var limit = random.flip() ? random.number(1...3) : 1_000
        var expected = model.prune(before: time, limit: limit)
        if expected == nil {
            limit = 1_000
            expected = model.prune(before: time, limit: limit)
        }
        let count = try await service.server.records.pruneTombstones(before: time, limit: limit)
        trace.append("\(count) of at most \(limit) tombstones before \(time) leave the feed")
        self.counts["tombstones pruned", default: 0] += count
        guard count == expected else {
            throw Violation(.housekeeping, "\(count) tombstones left the feed, not \(expected ?? 0)")
        }
    }

    /// Answers are removed that are there for retries.
    func removeAnswers() async throws {
        let time = service.surroundings.now - Int64(random.once(in: 3) ? -1 : random.number(0...60_000))
        let expected = model.removeAnswers(before: time)
        let count = try await service.server.records.removeAnswers(before: time, limit: 10_000)
        trace.append("\(count) answers before \(time) are removed")
        guard count == expected else {
            throw Violation(.housekeeping, "\(count) answers were removed, not \(expected)")
        }
    }

    func backUp() throws {
        let name = "copy-\(backups.count)"
        try service.backUp(to: name)
        backups.append((name, model))
        trace.append("a copy is made: \(name)")
    }

    /// A copy is put back by the command for it.
    func restore() async throws {
        guard let (name, copied) = random.pick(backups) else { return }
        moveClockAhead()
        trace.append("\(name) is put back")
        count("copies put back")
        try await service.restore(from: name, quota: quota)
        model = copied
        model.beginNewLife(lives: &lives)
    }

    /// The last changes are lost, and nobody says so; the first reader who has seen one of them brings it to light.
    func loseChanges() async throws {
        guard !hasLost, let (name, copied) = backups.last else { return }
        hasLost = true
        // Everybody has seen the last changes.
        for id in users.map({ DatabaseID(user: $0) }) {
            try await fetch(id, nil, from: .end)
            for zone in model[id].liveZones.map(\.name).filter(Vocabulary.zones.contains) {
                try await fetch(id, zone, from: .end)
            }
        }
        moveClockAhead()
        trace.append("everything since \(name) is lost")
        try service.loseChanges(since: name, quota: quota)
        model = copied
        for id in users.map({ DatabaseID(user: $0) }) {
            for zone in model[id].zones.keys.sorted() { try await showLoss(id, zone) }
            try await showLoss(id, nil)
        }
    }

    /// Somebody comes with a token of what was lost; then all tokens of that life have expired.
    private func showLoss(_ id: DatabaseID, _ zone: String?) async throws {
        guard let ahead = tokenAhead(id, zone) else { return }
        let life = tokens.state(of: ahead)?.life
        let others = tokens.all.filter { text in
            guard let token = tokens.state(of: text) else { return false }
            return token.database == id && token.zone == zone && token.life == life
        }
        for text in [ahead] + others.suffix(3) + others.prefix(2) { try await fetch(id, zone, from: .token(text)) }
    }

    /// Fetches a page of a zone, or of the zones of a database.
    private func fetch(_ id: DatabaseID, _ zone: String?, from start: FeedStart) async throws {
        let user = id.user ?? 0
        guard let zone else {
            _ = try await changedZones(id, from: start, limit: nil, isOldForm: false, user)
            return
        }
        let request = ChangesRequest(database: id, queries: [ZoneQuery(zone: zone, start: start)])
        _ = try await changes(request, user, nil)
    }

    /// A token of a change that was lost.
    private func tokenAhead(_ id: DatabaseID, _ zone: String?) -> String? {
        tokens.all.last { text in
            guard let token = tokens.state(of: text), token.database == id, token.zone == zone else { return false }
            let (life, head) =
                zone.map { (model[id, $0]?.life, model[id, $0]?.head ?? 0) } ?? (model[id].life, model[id].head)
            return life != nil && token.life == life && token.last > head
        }
    }

    /// The operator was told of each loss, and of nothing else.
    func checkReports() throws(Violation) {
        let count = service.log.criticalCount
        guard count == lossCount else {
            throw Violation(.report, "the operator was told \(count) times, not \(lossCount)")
        }
    }

    /// The store looks through itself.
    func verify() async throws {
        let report = try await service.server.records.verify()
        guard report.isClean else {
            let words = report.findings.map { "\($0.place): \($0.problem)" }.joined(separator: "; ")
            throw Violation(.structure, words)
        }
        guard Int(report.records) == model.recordCount else {
            throw Violation(.structure, "the store has \(report.records) records, not \(model.recordCount)")
        }
    }
}
