/// Requests for changes, beside the model.
extension ServiceRun {
    /// What a reader got of a zone.
    struct ReadPage {
        let versions: [RecordVersion]
        /// The room that it took in the answer: what was asked to be left out counts, too.
        let count: Int
        let token: String
        let moreComing: Bool
    }

    /// Asks for changes of zones, and compares what comes.
    ///
    /// - Returns: The page of each zone; nil where it is an error.
    func changes(_ request: ChangesRequest, _ user: Int, _ device: String?) async throws -> [ReadPage?] {
        let call = ServiceCall(user, device, request.database, "changes/zone", request.json)
        let reply = await send(call)
        if request.database.isPublic || request.refusal != nil {
            try checkRefusal(reply, [.badRequest], call)
            return []
        }
        let document = try document(of: reply)
        guard let items = document["zones"]?.array, items.count == request.queries.count, document.object?.count == 1
        else { throw Violation(.feed, "the answer has not one item for each zone: \(document.document)") }
        var room = ServiceModel.pageSize
        var pages: [ReadPage?] = []
        for (query, item) in zip(request.queries, items) {
            let options = query.options.completed(by: request.defaults)
            do throws(Violation) {
                let page = try check(item, query, options, request.database, room)
                room -= page?.count ?? 0
                pages.append(page)
            } catch {
                throw Violation(error.invariant, "zone \(query.zone): \(error.words)")
            }
        }
        return pages
    }

    /// Asks for the changes of one zone in the old form.
    func oldChanges(_ query: ZoneQuery, _ id: DatabaseID, _ user: Int, _ device: String?) async throws {
        let call = ServiceCall(user, device, id, "records/changes", query.json)
        let reply = await send(call)
        if id.isPublic { return try checkRefusal(reply, [.badRequest], call) }
        let problems = problems(of: query, query.options, id)
        guard problems.isEmpty else {
            handleLoss(query, problems, id)
            return try checkRefusal(reply, problems, call)
        }
        var members = try document(of: reply).object ?? [:]
        // The old form has the members of a page without its zone.
        guard members["zoneID"] == nil else { throw Violation(.feed, "the old form names a zone") }
        members["zoneID"] = expected(id).zoneID(query.zone)
        _ = try check(.object(members), query, query.options, id, ServiceModel.pageSize)
    }

    private func problems(of query: ZoneQuery, _ options: ChangesOptions, _ id: DatabaseID) -> [ExpectedError] {
        var problems: [ExpectedError] = []
        if model[id, query.zone] == nil, query.zone != ModelZone.defaultName {
            problems.append(ExpectedError("ZONE_NOT_FOUND"))
        }
        if let problem = model.problem(of: query.start, in: id, zone: query.zone, tokens) { problems.append(problem) }
        if ServiceModel.pageSize(options.limit) == nil { problems.append(.badRequest) }
        return problems
    }

    /// A token of a change that the service never had, in this life, begins another life.
    private func handleLoss(_ query: ZoneQuery, _ problems: [ExpectedError], _ id: DatabaseID) {
        guard problems.count == 1, problems[0].code == "CHANGE_TOKEN_EXPIRED", case .token(let text) = query.start,
            let token = tokens.state(of: text)
        else { return }
        guard let zone = model[id, query.zone] else {
            // Nobody has written to the default zone, as far as the service knows.
            lossCount += 1
            return
        }
        guard token.life == zone.life, token.last > zone.head else { return }
        count("losses noticed")
        lossCount += 1
        model.beginNewLife(of: query.zone, in: id, lives: &lives)
    }

    private func check(
        _ item: JSON,
        _ query: ZoneQuery,
        _ options: ChangesOptions,
        _ id: DatabaseID,
        _ room: Int
    ) throws(Violation) -> ReadPage? {
        let expected = expected(id)
        let asStrings = options.numbersAsStrings ?? false
        let problems = problems(of: query, options, id)
        guard problems.isEmpty, let limit = ServiceModel.pageSize(options.limit) else {
            handleLoss(query, problems, id)
            count("feed \(item["serverErrorCode"]?.text ?? "")")
            var item = item.object ?? [:]
            // The owner and the kind of a zone that cannot be read are nobody's business.
            item["zoneID"] = item["zoneID"]?["zoneName"].map { .object(["zoneName": $0]) }
            let subject: [String: JSON] = ["zoneID": .object(["zoneName": .text(query.zone)])]
            let difference = expected.difference(
                of: .object(item),
                from: problems,
                about: subject,
                zone: query.zone,
                numbersAsStrings: asStrings
            )
            if let difference { throw Violation(.feed, difference) }
            return nil
        }
        if let error = item["serverErrorCode"] {
            throw Violation(.feed, "an error: \(error.document) \(item.document)")
        }
        let items = item["records"]?.array ?? []
        model.update(id, query.zone) { $0.order(items.compactMap { $0["recordName"]?.text }) }
        let page = model.page(
            of: query.zone,
            in: id,
            from: query.start,
            room: min(limit, room),
            isReversed: options.isReversed ?? false,
            tokens
        )
        try compare(item, with: page, query, options, id)
        let token = item["syncToken"]?.text ?? ""
        try tokens.record(token, page.token)
        let shown = page.versions.filter { options.types?.contains($0.type) ?? true }
        if page.moreComing { count("pages before the last") }
        if options.isReversed == true { count("reversed pages") }
        return ReadPage(
            versions: shown.map { model[id, query.zone]?.versions[$0.name] ?? $0 },
            count: page.versions.count,
            token: token,
            moreComing: page.moreComing
        )
    }

    private func compare(
        _ item: JSON,
        with page: ExpectedPage,
        _ query: ZoneQuery,
        _ options: ChangesOptions,
        _ id: DatabaseID
    ) throws(Violation) {
        let expected = expected(id)
        let items = item["records"]?.array ?? []
        let shown = page.versions.filter { options.types?.contains($0.type) ?? true }
        let (wanted, found) = (shown.map(\.name), items.map { $0["recordName"]?.text ?? "" })
        guard wanted == found else { throw Violation(.feed, "the page has \(found), not \(wanted)") }
        guard item["moreComing"] == .bool(page.moreComing) else {
            throw Violation(.feed, "moreComing is \(item["moreComing"]?.document ?? "missing"), not \(page.moreComing)")
        }
        for (version, item) in zip(shown, items) {
            try model.update(id, query.zone) { zone throws(Violation) in
                try zone.recordTag(item["recordChangeTag"]?.text ?? "", of: version)
            }
            let present = model[id, query.zone]?.versions[version.name] ?? version
            let record =
                present.isDeleted
                ? expected.tombstone(present, zone: query.zone)
                : expected.record(
                    present,
                    zone: query.zone,
                    keys: options.keys,
                    numbersAsStrings: options.numbersAsStrings ?? false
                )
            if let difference = record.difference(from: item) {
                throw Violation(.record, "\(version.name): \(difference)")
            }
        }
        guard Set((item.object ?? [:]).keys) == ["zoneID", "syncToken", "moreComing", "records"],
            item["zoneID"] == expected.zoneID(query.zone)
        else { throw Violation(.feed, "a page has other members: \(item.document)") }
    }
}
