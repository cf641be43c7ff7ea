/// Requests about zones, beside the model.
extension ServiceRun {
    /// What to do with a zone.
    struct ZoneOperation: Sendable {
        let kind: String
        let name: String
        var owner: String?

        var json: JSON {
            .object(["operationType": .text(kind), "zone": .object(["zoneID": id])])
        }

        var id: JSON { .object(of: ["zoneName": .text(name), "ownerRecordName": owner.map(JSON.text)]) }
    }

    /// Creates and deletes zones.
    func modifyZones(_ operations: [ZoneOperation], _ call: ServiceCall) async throws {
        let reply = await send(call)
        let id = call.database
        let isWrong = operations.count > ServiceModel.operationsPerRequest
        if id.isPublic || isWrong || Set(operations.map(\.name)).count != operations.count {
            return try checkRefusal(reply, [.badRequest], call)
        }
        if let key = call.id?.lowercased(), let before = model.remembered[id]?[key] {
            return try checkRetry(reply, before, call)
        }
        let items = try document(of: reply)["zones"]?.array ?? []
        guard items.count == operations.count else {
            throw Violation(.zones, "the answer has not one item for each operation")
        }
        model.makeDatabase(id, lives: &lives)
        for (place, (operation, item)) in zip(operations, items).enumerated() {
            do throws(Violation) {
                try check(item, operation, id)
            } catch {
                throw Violation(error.invariant, "operation \(place): \(error.words)")
            }
        }
        guard let key = call.id?.lowercased() else { return }
        model.remembered[id, default: [:]][key] = ServiceModel.RememberedAnswer(
            question: question(call),
            status: reply.status,
            body: reply.body,
            time: service.surroundings.now
        )
    }

    private func check(_ item: JSON, _ operation: ZoneOperation, _ id: DatabaseID) throws(Violation) {
        let problems = problems(of: operation, id)
        guard problems.isEmpty else { return try checkZoneError(item, problems, operation.name, id) }
        let isThere = model[id, operation.name] != nil
        switch (operation.kind, isThere) {
        case ("create", false): model.makeZone(operation.name, in: id, lives: &lives)
        case ("delete", _):
            count("zones deleted")
            model.deleteZone(operation.name, in: id)
            let gone = JSON.object(["zoneID": expected(id).zoneID(operation.name), "deleted": .bool(true)])
            if let difference = gone.difference(from: item) { throw Violation(.zones, difference) }
            return
        default: break
        }
        try checkZone(item, operation.name, id)
    }

    private func problems(of operation: ZoneOperation, _ id: DatabaseID) -> [ExpectedError] {
        guard ServiceModel.isZoneName(operation.name) else { return [.badRequest] }
        if let owner = operation.owner, owner != "__defaultOwner__", owner != id.user.map({ userNames[$0] }) {
            return [ExpectedError("ZONE_NOT_FOUND")]
        }
        let isThere = model[id, operation.name] != nil
        if operation.kind == "delete", !isThere { return [ExpectedError("ZONE_NOT_FOUND")] }
        let isFull = model[id].customCount >= ServiceModel.zonesPerDatabase
        return operation.kind == "create" && !isThere && isFull ? [.badRequest] : []
    }

    private func checkZoneError(
        _ item: JSON,
        _ problems: [ExpectedError],
        _ name: String,
        _ id: DatabaseID
    ) throws(Violation) {
        count("zone \(item["serverErrorCode"]?.text ?? "")")
        var item = item.object ?? [:]
        item["zoneID"] = item["zoneID"]?["zoneName"].map { .object(["zoneName": $0]) }
        let difference = expected(id).difference(
            of: .object(item),
            from: problems,
            about: ["zoneID": .object(["zoneName": .text(name)])],
            zone: name,
            numbersAsStrings: false
        )
        if let difference { throw Violation(.zones, difference) }
    }

    /// Compares a zone that is there, and its token.
    private func checkZone(_ item: JSON, _ name: String, _ id: DatabaseID) throws(Violation) {
        let zone = model[id, name]
        let token = id.isPublic ? nil : item["syncToken"]
        let expected = expected(id)
        let wanted = zone.map { expected.zone($0, token: token) } ?? expected.liveZone(name, token: token)
        if let difference = wanted.difference(from: item) { throw Violation(.zones, difference) }
        guard !id.isPublic, zone?.isDeleted != true else { return }
        guard let text = token?.text else { throw Violation(.zones, "\(name) has no token") }
        let state = TokenState(database: id, zone: name, life: zone?.life, position: zone?.head ?? 0)
        try tokens.record(text, state)
    }

    /// Lists all zones.
    func listZones(_ id: DatabaseID, _ user: Int) async throws {
        let reply = await send(ServiceCall(user, nil, id, "zones/list", .object([:])))
        let items = try document(of: reply)["zones"]?.array ?? []
        var names = Set(model[id].liveZones.map(\.name))
        names.insert(ModelZone.defaultName)
        let found = items.compactMap { $0["zoneID"]?["zoneName"]?.text }
        guard found.count == items.count, found.sorted() == names.sorted() else {
            throw Violation(.zones, "the list has \(found.sorted()), not \(names.sorted())")
        }
        for (name, item) in zip(found, items) { try checkZone(item, name, id) }
    }

    /// Looks zones up.
    func lookUpZones(_ names: [String], _ id: DatabaseID, _ user: Int) async throws {
        let body = JSON.object(["zones": .array(names.map { .object(["zoneName": .text($0)]) })])
        let call = ServiceCall(user, nil, id, "zones/lookup", body)
        let reply = await send(call)
        if names.count > ServiceModel.operationsPerRequest { return try checkRefusal(reply, [.badRequest], call) }
        let items = try document(of: reply)["zones"]?.array ?? []
        guard items.count == names.count else { throw Violation(.zones, "the answer has not one item for each name") }
        for (name, item) in zip(names, items) {
            if name == ModelZone.defaultName || model[id, name] != nil {
                try checkZone(item, name, id)
            } else {
                try checkZoneError(item, [ExpectedError("ZONE_NOT_FOUND")], name, id)
            }
        }
    }

    /// Asks which zones changed, in the new form or in the old one.
    ///
    /// - Returns: The token, and whether more follows; nil for an error.
    func changedZones(
        _ id: DatabaseID,
        from start: FeedStart,
        limit: Int?,
        isOldForm: Bool,
        _ user: Int
    ) async throws -> (token: String, moreComing: Bool)? {
        let member = isOldForm ? "metaSyncToken" : "syncToken"
        let body = JSON.object(of: [member: start.json, "resultsLimit": limit.map { .integer(Int64($0)) }])
        let call = ServiceCall(user, nil, id, isOldForm ? "zones/changes" : "changes/database", body)
        let reply = await send(call)
        var problems: [ExpectedError] = []
        if id.isPublic { problems.append(.badRequest) }
        if let problem = model.problem(of: start, in: id, tokens) { problems.append(problem) }
        let size = ServiceModel.pageSize(limit)
        if size == nil { problems.append(.badRequest) }
        guard problems.isEmpty, let size else {
            handleLoss(start, problems, id)
            try checkRefusal(reply, problems, call)
            return nil
        }
        let page = model.zonesPage(in: id, from: start, limit: size, tokens)
        let document = try document(of: reply)
        guard Set((document.object ?? [:]).keys) == ["zones", member, "moreComing"],
            document["moreComing"] == .bool(page.moreComing)
        else { throw Violation(.zones, "more should be \(page.moreComing): \(document.document)") }
        let items = document["zones"]?.array ?? []
        let (wanted, found) = (page.zones.map(\.name), items.map { $0["zoneID"]?["zoneName"]?.text ?? "" })
        guard wanted == found else { throw Violation(.zones, "the changes have \(found), not \(wanted)") }
        for (zone, item) in zip(page.zones, items) {
            if zone.isDeleted {
                let difference = expected(id).zone(zone, token: nil).difference(from: item)
                if let difference { throw Violation(.zones, difference) }
            } else {
                try checkZone(item, zone.name, id)
            }
        }
        let token = document[member]?.text ?? ""
        try tokens.record(token, page.token)
        return (token, page.moreComing)
    }

    /// A token of a change that the database never had, in this life, begins another life.
    private func handleLoss(_ start: FeedStart, _ problems: [ExpectedError], _ id: DatabaseID) {
        guard problems.count == 1, problems[0].code == "CHANGE_TOKEN_EXPIRED", case .token(let text) = start,
            let token = tokens.state(of: text)
        else { return }
        guard let life = model[id].life else {
            // Nobody has written to the database, as far as the service knows.
            lossCount += 1
            return
        }
        guard token.life == life, token.position > model[id].head else { return }
        count("losses of databases noticed")
        lossCount += 1
        model.beginNewLife(of: id, lives: &lives)
    }
}
