/// Requests that come again, that come together, and that find no room; and readers.
extension ServiceRun {
    /// A request comes again: as it was, under its own UUID; in other words, or from another user.
    func sendAgain() async throws {
        guard var again = random.pick(random.flip() ? sent : sent.suffix(3)) else { return }
        switch random.number(0...6) {
        case 0:
            var request = again.request
            request.numbersAsStrings = !(request.numbersAsStrings ?? false)
            again = SentModify(call: again.call.asking(request.json), request: request)
        case 1 where again.request.database.isPublic:
            again = SentModify(call: again.call.by(pickUser()), request: again.request)
        case 2: again = SentModify(call: again.call.under(again.call.id?.lowercased()), request: again.request)
        case 3: again = SentModify(call: again.call.from(pickDevice()), request: again.request)
        default: break
        }
        try await modify(again.request, again.call)
    }

    /// Requests of all users, each in a database of its own.
    private func drawTogether() -> [(ModifyRequest, ServiceCall)] {
        users.map { user in
            let id = DatabaseID(user: user)
            var zone = pickZone(id)
            if zone.hasPrefix("_"), zone != ModelZone.defaultName { zone = "Gone" }
            let operations = random.some(Vocabulary.recordNames, atMost: 3).map { name in
                var operation = Operation(kind: "forceUpdate", name: name)
                operation.type = model[id, zone]?.live(name)?.type ?? "Note"
                if operation.type == "Note" { operation.fields = ["title": .string("together")] }
                return operation
            }
            let request = ModifyRequest(database: id, zone: zone, operations: operations, isAtomic: random.flip())
            return (request, ServiceCall(user, nil, id, "records/modify", request.json, id: random.uuid()))
        }
    }

    /// Whether a request grows nothing that all users share.
    private var hasKnownFields: Bool { model.schema["Note"]?["title"] == "STRING" }

    /// Requests of all users wait for one transaction.
    func sendTogether() async throws {
        guard hasKnownFields else { return }
        let requests = drawTogether()
        for (_, call) in requests { record(call) }
        count("requests together")
        let replies = await service.sendTogether(requests.map(\.1))
        try check(replies, of: requests, mayRefuseAll: false)
    }

    /// Requests come while no file can grow any more, or only a little: each is refused, or done as a whole.
    func sendToFullDisk() async throws {
        guard hasKnownFields else { return }
        let requests = drawTogether()
        for (_, call) in requests { record(call) }
        let room = service.logBytes + random.number(0...3) * 4_096
        let calls = requests.map(\.1)
        let isTogether = random.flip()
        let replies = await DiskLimit.withFiles(ofAtMost: room) { [service] in
            if isTogether { return await service.sendTogether(calls) }
            var replies: [ServiceReply] = []
            for call in calls { replies.append(await service.send(call)) }
            return replies
        }
        try check(replies, of: requests, mayRefuseAll: true)
        guard let (request, call) = random.pick(requests) else { return }
        // It comes again, and there is room.
        try await modify(request, call)
    }

    private func check(
        _ replies: [ServiceReply],
        of requests: [(ModifyRequest, ServiceCall)],
        mayRefuseAll: Bool
    ) throws(Violation) {
        guard replies.count == requests.count else { throw Violation(.outcome, "a request has no answer") }
        for ((request, call), reply) in zip(requests, replies) {
            let reply = finish(reply, call.endpoint)
            sent.append(SentModify(call: call, request: request))
            if mayRefuseAll, reply.status == 503 {
                count("requests without room on the disk")
                try checkRefusal(reply, [ExpectedError("TRY_AGAIN_LATER")], call)
            } else {
                try check(reply, of: request, call)
            }
        }
    }

    /// A request has as many items as one may have, or one more.
    func sendMany() async throws {
        let user = pickUser()
        let id = DatabaseID(user: user)
        let limit = ServiceModel.operationsPerRequest
        let names = (0..<(random.flip() ? limit : limit + 1)).map { "Many\($0)" }
        switch random.number(0...4) {
        case 0:
            let request = LookupRequest(database: id, zone: nil, names: names.map { ($0, nil) })
            try await lookUp(request, user)
        case 1: try await lookUpZones(names, id, user)
        case 2:
            let queries = names.map { ZoneQuery(zone: $0) }
            _ = try await changes(ChangesRequest(database: id, queries: queries), user, nil)
        case 3:
            let operations = names.map { ZoneOperation(kind: "delete", name: $0) }
            let body = JSON.object(["operations": .array(operations.map(\.json))])
            try await modifyZones(operations, ServiceCall(user, nil, id, "zones/modify", body))
        default:
            let operations = names.map { Operation(kind: "forceDelete", name: $0) }
            let request = ModifyRequest(database: id, zone: pickZone(id), operations: operations, isAtomic: true)
            try await modify(request, ServiceCall(user, nil, id, "records/modify", request.json, id: random.uuid()))
        }
    }

    /// A reader goes on where it was.
    func fetchByReader(pages: Int) async throws {
        if readers.isEmpty {
            for user in users {
                for zone in Vocabulary.zones {
                    readers.append(ReplicaReader(database: DatabaseID(user: user), zone: zone))
                }
            }
        }
        let place = random.number(0...readers.count - 1)
        var reader = readers[place]
        try await reader.fetch(pages: pages, in: self)
        readers[place] = reader
    }
}

extension ServiceCall {
    fileprivate func asking(_ body: JSON) -> ServiceCall {
        var call = self
        call.body = body.document
        return call
    }

    fileprivate func by(_ user: Int) -> ServiceCall {
        var call = self
        call.user = user
        return call
    }

    fileprivate func under(_ id: String?) -> ServiceCall {
        var call = self
        call.id = id
        return call
    }

    fileprivate func from(_ device: String?) -> ServiceCall {
        var call = self
        call.device = device
        return call
    }
}
