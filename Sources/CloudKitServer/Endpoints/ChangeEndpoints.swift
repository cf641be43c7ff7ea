import CloudKitWebServices

extension CloudKitService {
    /// `changes/zone`.
    ///
    /// All zones together share what one answer may hold: a zone for which there is no more room comes back with what
    /// fits, which may be nothing, and with `moreComing`.
    func zoneChanges(_ call: Call) async throws -> StoredAnswer {
        let request: ZoneChangesRequest = try call.read()
        try checkCount(request.zones.count)
        let names = request.zones.map(\.zoneID.zoneName)
        guard Set(names).count == names.count else {
            throw ServiceFault(.badRequest, "each zone may be in one request at most once")
        }
        let database = try call.database()
        var budget = AnswerBudget()
        var zones: [ZoneAnswer] = []
        for query in request.zones {
            let options = query.options.completed(by: request.defaults)
            do {
                zones.append(.page(try await page(of: query, options, database, &budget, call)))
            } catch let fault as ServiceFault {
                if fault.error.serverErrorCode == .changeTokenExpired { metrics.expired(.sync) }
                var error = fault.error
                error.zoneID = query.zoneID
                zones.append(.failure(error))
            }
        }
        return ZonesAnswer(zones: zones).answer()
    }

    /// `records/changes`, the old form for one zone; its errors are those of the whole request.
    func recordChanges(_ call: Call) async throws -> StoredAnswer {
        let request: RecordChangesRequest = try call.read()
        var budget = AnswerBudget()
        let page = try await page(of: request.zoneQuery, request.options, try call.database(), &budget, call)
        return OldChangesAnswer(page: page).answer(numbersAsStrings: request.options.numbersAsStrings)
    }

    private func page(
        of query: ZoneChangesQuery,
        _ options: ZoneChangesOptions,
        _ database: DatabaseKey,
        _ budget: inout AnswerBudget,
        _ call: Call
    ) async throws -> ZonePageAnswer {
        let zone = try ServiceFault.whole { () throws(WireError) in try call.zone(query.zoneID, in: database) }
        let request = FeedRequest(
            try start(query.syncToken, kind: .zone, place: zone.place),
            room: budget.limited(to: try pageSize(options.resultsLimit)),
            isReversed: options.reverse ?? false
        )
        let page = try await records.changes(of: zone, request)
        _ = budget.take(page.records)
        let zoneID = call.zoneID(zone.name, in: database)
        let links = links(call, database)
        let types = options.desiredRecordTypes.map(Set.init)
        let answers = page.records.filter { types?.contains($0.type) ?? true }.map { record -> RecordAnswer in
            record.isDeleted
                ? .tombstone(record, zoneID: zoneID)
                : .record(links.linked(record), zoneID: zoneID, desiredKeys: options.desiredKeys)
        }
        return ZonePageAnswer(
            zoneID: zoneID,
            syncToken: page.token.text(sealer, place: zone.place),
            moreComing: page.moreComing,
            records: answers,
            numbersAsStrings: options.numbersAsStrings ?? false
        )
    }

    private func start(_ text: String?, kind: SyncToken.Kind, place: String) throws(ServiceFault) -> FeedStart {
        guard let text else { return .beginning }
        if text.isEmpty { return .end }
        return try ServiceFault.whole { () throws(WireError) in
            .token(try SyncToken(text, kind: kind, sealer, place: place))
        }
    }

    /// `changes/database`.
    func databaseChanges(_ call: Call) async throws -> StoredAnswer {
        let request: DatabaseChangesRequest = try call.read()
        let (zones, token, more) = try await changedZones(request.syncToken, request.resultsLimit, call)
        return DatabaseChangesResponse(zones: zones, syncToken: token, moreComing: more).answer()
    }

    /// `zones/changes`, the old form.
    func zoneListChanges(_ call: Call) async throws -> StoredAnswer {
        let request: ZoneListChangesRequest = try call.read()
        let (zones, token, more) = try await changedZones(request.metaSyncToken, request.resultsLimit, call)
        return ZoneListChangesResponse(zones: zones, metaSyncToken: token, moreComing: more).answer()
    }

    private func changedZones(
        _ token: String?,
        _ limit: Int?,
        _ call: Call
    ) async throws -> (zones: [ItemResult<WireZone>], token: String, moreComing: Bool) {
        let database = try call.database()
        let place = Call.place(database)
        let start = try start(token, kind: .database, place: place)
        let page = try await records.changedZones(of: database, since: start, limit: try pageSize(limit))
        let zones = page.zones.map { ItemResult.success(wireZone($0, database, call)) }
        return (zones, page.token.text(sealer, place: place), page.moreComing)
    }
}

/// A page of a zone's changes, as it goes out.
struct ZonePageAnswer: Sendable {
    let zoneID: WireZoneID
    let syncToken: String
    let moreComing: Bool
    let records: [RecordAnswer]
    let numbersAsStrings: Bool
}

/// One zone of the answer of `changes/zone`.
enum ZoneAnswer: Sendable, WireWritable {
    case page(ZonePageAnswer)
    case failure(WireError)

    func write(to writer: inout JSONWriter) {
        switch self {
        case .failure(let error): error.write(to: &writer)
        case .page(let page):
            writer.numbersAsStrings = page.numbersAsStrings
            writer.beginObject()
            writer.member("zoneID", page.zoneID)
            writer.member("syncToken", page.syncToken)
            writer.member("moreComing", page.moreComing)
            writer.member("records", page.records)
            writer.endObject()
            writer.numbersAsStrings = false
        }
    }
}

/// The answer of `changes/zone`.
struct ZonesAnswer: WireWritable {
    let zones: [ZoneAnswer]

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("zones", zones)
        writer.endObject()
    }
}

/// The answer of the old `records/changes`.
struct OldChangesAnswer: WireWritable {
    let page: ZonePageAnswer

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("records", page.records)
        writer.member("syncToken", page.syncToken)
        writer.member("moreComing", page.moreComing)
        writer.endObject()
    }
}
