/// Records that are asked for by name, beside the model.
extension ServiceRun {
    func lookUp(_ request: LookupRequest, _ user: Int) async throws {
        let id = request.database
        var call = ServiceCall(user, nil, id, "records/lookup", request.json)
        call.wantsToken = request.wantsToken
        let reply = await send(call)
        if id.isPublic, request.zoneName == ModelZone.defaultName,
            request.names.contains(where: { $0.name == userNames[user] })
        {
            model.makeUserRecord(by: author(call))
        }
        let zone = model[id, request.zoneName]
        if request.names.count > ServiceModel.operationsPerRequest {
            return try checkRefusal(reply, [.badRequest], call)
        }
        if zone == nil, request.zoneName != ModelZone.defaultName {
            return try checkRefusal(reply, [ExpectedError("ZONE_NOT_FOUND")], call)
        }
        let document = try document(of: reply)
        let items = document["records"]?.array ?? []
        guard items.count == request.names.count else {
            throw Violation(.outcome, "the answer has not one item for each name")
        }
        for (asked, item) in zip(request.names, items) { try check(item, asked, request, user) }
        let showsToken = request.wantsToken && !id.isPublic
        guard (document.object ?? [:]).keys.sorted() == (showsToken ? ["records", "syncToken"] : ["records"]) else {
            throw Violation(.outcome, "the answer has other members: \((document.object ?? [:]).keys.sorted())")
        }
        guard showsToken else { return }
        let state = TokenState(database: id, zone: request.zoneName, life: zone?.life, position: zone?.head ?? 0)
        try tokens.record(document["syncToken"]?.text ?? "", state)
    }

    private func check(
        _ item: JSON,
        _ asked: (name: String, keys: [String]?),
        _ request: LookupRequest,
        _ user: Int
    ) throws(Violation) {
        let (id, name) = (request.database, request.zoneName)
        let expected = expected(id)
        let asStrings = request.numbersAsStrings ?? false
        var candidates: [ExpectedError] = []
        if let version = model[id, name]?.live(asked.name) {
            let creator = version.created.user
            let isAllowed =
                !id.isPublic
                || PublicGrants.allow("READ", type: version.type, user: userNames[user], creator: creator)
            if isAllowed {
                if let error = item["serverErrorCode"] { throw Violation(.record, "\(asked.name): \(error.document)") }
                try model.update(id, name) { zone throws(Violation) in
                    try zone.recordTag(item["recordChangeTag"]?.text ?? "", of: version)
                }
                let present = model[id, name]?.live(asked.name) ?? version
                let keys = asked.keys ?? request.keys
                let record = expected.record(present, zone: name, keys: keys, numbersAsStrings: asStrings)
                if let difference = record.difference(from: item) {
                    throw Violation(.record, "\(asked.name): \(difference)")
                }
                return
            }
            candidates = [ExpectedError("ACCESS_DENIED")]
        } else {
            var missing = ExpectedError("NOT_FOUND", reason: "Record not found")
            (missing.wasDeleted, missing.deletion) = model[id, name]?.deletion(of: asked.name) ?? (false, nil)
            candidates = [missing]
        }
        let difference = expected.difference(
            of: item,
            from: candidates,
            about: ["recordName": .text(asked.name)],
            zone: name,
            numbersAsStrings: asStrings
        )
        if let difference { throw Violation(.outcome, "\(asked.name): \(difference)") }
    }
}
