/// Requests that change records, beside the model.
extension ServiceRun {
    /// Sends a request and compares what comes of it.
    func modify(_ request: ModifyRequest, _ call: ServiceCall) async throws {
        try await findPlace(before: request, call)
        let place = model[request.database, request.zoneName]?.head ?? 0
        let reply = await send(call)
        try check(reply, of: request, call)
        try await findOrder(after: request, call, place)
        if call.id != nil { sent.append(SentModify(call: call, request: request)) }
    }

    /// Compares the answer of a request, and lets the model do what it asks.
    func check(_ reply: ServiceReply, of request: ModifyRequest, _ call: ServiceCall) throws(Violation) {
        let (id, name) = (request.database, request.zoneName)
        if let refusal = refusal(of: request) { return try checkRefusal(reply, refusal, call) }
        if id.isPublic, request.operations.contains(where: { $0.name == userNames[call.user] }) {
            model.makeUserRecord(by: author(call))
        }
        if let key = call.id?.lowercased(), let before = model.remembered[id]?[key] {
            return try checkRetry(reply, before, call)
        }
        if model[id, name] == nil {
            guard name == ModelZone.defaultName else {
                return try checkRefusal(reply, [ExpectedError("ZONE_NOT_FOUND")], call)
            }
            model.makeZone(name, in: id, lives: &lives)
        }
        let document = try? JSON(reading: reply.body)
        guard let document, let items = document["records"]?.array, items.count == request.operations.count else {
            throw Violation(
                .outcome,
                "the answer has not one item for each operation: \(reply.status) \(call.endpoint)"
            )
        }
        var outcome = apply(request, call, items)
        let status = request.isAllOrNothing && outcome.results.contains(where: \.isFailure) ? 400 : 200
        guard reply.status == status, document.object?.count == 1 else {
            throw Violation(.outcome, "the status is \(reply.status), not \(status): \(document.document)")
        }
        for (place, item) in items.enumerated() {
            do throws(Violation) {
                try check(item, outcome.results[place], request, request.operations[place], &outcome.zone)
            } catch {
                throw Violation(error.invariant, "operation \(place): \(error.words)")
            }
        }
        model.schema = outcome.schema
        if outcome.isChanged { model.commit(outcome.zone, in: id) }
        guard let key = call.id?.lowercased() else { return }
        model.remembered[id, default: [:]][key] = ServiceModel.RememberedAnswer(
            question: question(call),
            status: reply.status,
            body: reply.body,
            time: service.surroundings.now
        )
    }

    private func refusal(of request: ModifyRequest) -> [ExpectedError]? {
        var candidates = request.refusal.map { [$0] } ?? []
        let name = request.zoneName
        let mayExist = name == ModelZone.defaultName || (!request.database.isPublic && ServiceModel.isZoneName(name))
        if !mayExist { candidates.append(ExpectedError("ZONE_NOT_FOUND")) }
        return candidates.isEmpty ? nil : candidates
    }

    /// What makes two requests one.
    func question(_ call: ServiceCall) -> [String] { ["\(call.user)", call.database.path, call.endpoint, call.body] }

    func checkRetry(
        _ reply: ServiceReply,
        _ before: ServiceModel.RememberedAnswer,
        _ call: ServiceCall
    ) throws(Violation) {
        guard before.question == question(call) else { return try checkRefusal(reply, [.badRequest], call) }
        count("retries")
        guard reply.status == before.status, reply.body == before.body else {
            let (first, second) = (
                String(decoding: before.body, as: UTF8.self), String(decoding: reply.body, as: UTF8.self)
            )
            throw Violation(.retry, "first \(before.status) \(first), then \(reply.status) \(second)")
        }
    }

    private func apply(_ request: ModifyRequest, _ call: ServiceCall, _ items: [JSON]) -> BatchOutcome {
        let (id, name) = (request.database, request.zoneName)
        let zone =
            model[id, name] ?? ModelZone(name: name, life: 0, head: 0, prunedBelow: 0, place: 0)
        let all = quota == ServiceModel.Quota() ? (0, 0) : model[id].usage
        let own: (Int64, Int64) = quota == ServiceModel.Quota() ? (0, 0) : (zone.bytes, Int64(zone.liveCount))
        var named = request
        for place in named.operations.indices where named.operations[place].name == nil {
            named.operations[place].name = items[place]["recordName"]?.text
        }
        var batch = BatchModel(
            database: id,
            author: author(call),
            quota: quota,
            otherUsage: (all.0 - own.0, all.1 - own.1),
            zone: zone,
            schema: model.schema
        )
        return batch.apply(named)
    }

    private func check(
        _ item: JSON,
        _ outcome: OperationOutcome,
        _ request: ModifyRequest,
        _ operation: Operation,
        _ zone: inout ModelZone
    ) throws(Violation) {
        let expected = expected(request.database)
        let asStrings = request.numbersAsStrings ?? false
        switch outcome {
        case .saved(var version, let visible):
            if operation.name == nil, !Self.isUUID(version.name) {
                throw Violation(.record, "the service has chosen the name \(version.name)")
            }
            guard item["serverErrorCode"] == nil else { throw Violation(.outcome, "it failed: \(item.document)") }
            try zone.recordTag(item["recordChangeTag"]?.text ?? "", of: version)
            version.tag = item["recordChangeTag"]?.text
            if let visible { version.fields = version.fields.filter { visible.contains($0.key) } }
            let keys = operation.desiredKeys ?? request.desiredKeys
            let record = expected.record(version, zone: zone.name, keys: keys, numbersAsStrings: asStrings)
            if let difference = record.difference(from: item) { throw Violation(.record, difference) }
        case .deleted(let name):
            if let difference = expected.deleted(name).difference(from: item) { throw Violation(.outcome, difference) }
        case .failed(let candidates):
            let name = operation.name ?? item["recordName"]?.text ?? ""
            let difference = expected.difference(
                of: item,
                from: candidates,
                about: ["recordName": .text(name)],
                zone: zone.name,
                numbersAsStrings: asStrings
            )
            count("refused \(item["serverErrorCode"]?.text ?? "")")
            if let difference { throw Violation(.outcome, difference) }
        }
    }

    private static func isUUID(_ name: String) -> Bool {
        let lengths = name.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
        return lengths == [8, 4, 4, 4, 12] && name.allSatisfy { "0123456789ABCDEF-".contains($0) }
    }
}

// MARK: - The order in which records go along with a deleted one

extension ServiceRun {
    /// Before records can go along with another, the place is known from which a feed shows their order.
    private func findPlace(before request: ModifyRequest, _ call: ServiceCall) async throws {
        guard !request.database.isPublic, request.operations.contains(where: \.isDelete), request.refusal == nil,
            model[request.database, request.zoneName] != nil, placeText(request) == nil
        else { return }
        let query = ZoneQuery(zone: request.zoneName, start: .end)
        _ = try await changes(ChangesRequest(database: request.database, queries: [query]), call.user, call.device)
    }

    private func placeText(_ request: ModifyRequest) -> String? {
        guard let zone = model[request.database, request.zoneName] else { return nil }
        let (id, name) = (request.database, zone.name)
        return tokens.text(of: TokenState(database: id, zone: name, life: zone.life, position: zone.head))
    }

    /// Afterwards a feed shows it.
    private func findOrder(after request: ModifyRequest, _ call: ServiceCall, _ place: Int) async throws {
        let id = request.database
        guard let zone = model[id, request.zoneName], !zone.unordered.isEmpty else { return }
        count("records that go along")
        guard !id.isPublic else { return model.update(id, zone.name) { $0.unordered = [] } }
        let state = TokenState(database: id, zone: zone.name, life: zone.life, position: place)
        let start: FeedStart = tokens.text(of: state).map { .token($0) } ?? .beginning
        let query = ZoneQuery(zone: zone.name, start: start)
        _ = try await changes(ChangesRequest(database: id, queries: [query]), call.user, call.device)
    }
}
