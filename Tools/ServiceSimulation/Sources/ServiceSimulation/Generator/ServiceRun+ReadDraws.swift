/// Requests that read, from random numbers.
extension ServiceRun {
    func drawOptions() -> ChangesOptions {
        var options = ChangesOptions()
        let limits: [Int?] = [nil, 0, 1, 1, 2, 2, 3, 4, 7, 200, 250]
        options.limit = random.once(in: 50) ? -1 : random.pick(limits) ?? nil
        options.keys = pickKeys(in: 6)
        options.types = random.once(in: 6) ? random.some(Vocabulary.recordTypes, atMost: 2) : nil
        options.isReversed = random.once(in: 3) ? true : random.once(in: 5) ? false : nil
        options.numbersAsStrings = pickFlag(in: 3)
        return options
    }

    /// Where a reader of a zone, or of the zones of a database, says that it is.
    func drawStart(_ id: DatabaseID, _ zone: String?) -> FeedStart {
        if random.once(in: 12) { return .end }
        if random.once(in: 10) { return drawWrongToken(id) }
        if random.once(in: 4) { return .beginning }
        var own = tokens.all.filter { text in
            tokens.state(of: text).map { $0.database == id && $0.zone == zone } ?? false
        }
        if random.flip() { own = own.suffix(4) }
        return random.pick(own).map { .token($0) } ?? .beginning
    }

    /// A token that is none, or of another place.
    private func drawWrongToken(_ id: DatabaseID) -> FeedStart {
        let any = random.pick(tokens.all) ?? "AQAAAAAAAAAq"
        switch random.number(0...5) {
        case 0: return .token("garbage!")
        case 1: return .token(String(any.dropLast(random.number(1...12))))
        case 2:
            var letters = Array(any)
            let place = random.number(0...max(0, letters.count - 3))
            letters[place] = letters[place] == "A" ? "B" : "A"
            return .token(String(letters))
        case 3: return .token("AQAAAAAAAAAq")
        default: return .token(any)
        }
    }

    func drawChanges() -> (ChangesRequest, Int) {
        let user = pickUser()
        let id = random.once(in: 40) ? DatabaseID.public : DatabaseID(user: user)
        var request = ChangesRequest(database: id, queries: [], defaults: drawOptions())
        var names = model[id].liveZones.map(\.name).filter(Vocabulary.zones.contains)
        if names.isEmpty || random.once(in: 4) { names = Vocabulary.zones + ["Gone"] }
        names.shuffle(using: &random)
        var zones = names.prefix(random.number(1...3)).map { $0 }
        if random.once(in: 40) { zones.append(zones[0]) }
        for zone in zones {
            let options = random.flip() ? drawOptions() : ChangesOptions()
            request.queries.append(ZoneQuery(zone: zone, start: drawStart(id, zone), options: options))
        }
        return (request, user)
    }

    func drawLookup() -> (LookupRequest, Int) {
        let user = pickUser()
        let id = random.once(in: 4) ? DatabaseID.public : DatabaseID(user: user)
        let zone = pickZone(id)
        var names = random.some(Vocabulary.recordNames + ["Never"], atMost: 6)
        if id.isPublic { names += random.some(userNames, atMost: 2) }
        var request = LookupRequest(database: id, zone: zone, names: names.map { ($0, pickKeys(in: 6)) })
        request.keys = pickKeys(in: 5)
        request.numbersAsStrings = pickFlag(in: 3)
        request.wantsToken = random.once(in: 3)
        return (request, user)
    }

    func drawZoneOperations() -> (operations: [ZoneOperation], call: ServiceCall) {
        let user = pickUser()
        let id = random.once(in: 25) ? DatabaseID.public : DatabaseID(user: user)
        var names = Vocabulary.zones.filter { $0 != ModelZone.defaultName }
        if model[id].zones.count > 50 { names += ["Z1", "Z2", "New1", "New2", "New3"] }
        if random.once(in: 8) { names += [ModelZone.defaultName, "_hidden", ""] }
        var operations: [ZoneOperation] = []
        let isFull = model[id].customCount > ServiceModel.zonesPerDatabase - 5
        for name in random.some(names, atMost: isFull ? 7 : 3) {
            let isThere = model[id, name] != nil
            let kind =
                isFull && isThere
                ? random.flip() ? "delete" : "create"
                : isThere ? random.once(in: 3) ? "delete" : "create" : random.once(in: 8) ? "delete" : "create"
            operations.append(ZoneOperation(kind: kind, name: name, owner: drawOwner(user)))
        }
        if random.once(in: 30), let first = operations.first { operations.append(first) }
        let body = JSON.object(["operations": .array(operations.map(\.json))])
        let requestID = random.flip() ? random.uuid() : nil
        return (operations, ServiceCall(user, pickDevice(), id, "zones/modify", body, id: requestID))
    }

    private func drawOwner(_ user: Int) -> String? {
        guard random.once(in: 5) else { return nil }
        return random.pick([userNames[user], "__defaultOwner__", userNames[(user + 1) % userNames.count]])
    }

    /// A request that nobody understands, and where it goes.
    func drawMalformed() -> ServiceCall {
        let user = pickUser()
        let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
        let bodies: [(String, String)] = [
            ("records/modify", "{"), ("records/modify", "[]"), ("records/modify", "{}"),
            ("records/modify", #"{"operations":[{"operationType":"explode","record":{"recordName":"A"}}]}"#),
            ("records/modify", #"{"operations":[{"operationType":"create"}]}"#),
            ("records/modify", #"{"operations":[],"x":"# + deep + "}"),
            ("changes/zone", #"{"zones":[{}]}"#), ("changes/zone", #"{"zones":5}"#),
            ("zones/modify", #"{"operations":[{"operationType":"rename","zone":{"zoneID":{"zoneName":"A"}}}]}"#),
            ("records/lookup", #"{"records":[{"recordName":7}]}"#), ("changes/database", #"{"syncToken":3}"#),
        ]
        let (endpoint, body) = bodies[random.number(0...bodies.count - 1)]
        return ServiceCall(user, nil, DatabaseID(user: user), endpoint, text: body, id: random.uuid())
    }
}
