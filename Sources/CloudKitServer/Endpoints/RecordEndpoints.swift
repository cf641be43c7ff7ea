import CloudKitWebServices

extension CloudKitService {
    /// `records/modify`.
    func modifyRecords(_ call: Call) async throws -> StoredAnswer {
        let request: ModifyRecordsRequest = try call.read()
        try checkCount(request.operations.count)
        let database = try call.database()
        let zone = try ServiceFault.whole { () throws(WireError) in try call.zone(request.zoneID, in: database) }
        let operations = try named(request, in: zone)
        try await makeUserRecord(call, in: database, ifNamed: operations.lazy.map(\.record.recordName))
        let isAtomic = (request.atomic ?? true) && !zone.isDefault
        let zoneID = call.zoneID(zone.name, in: database)
        let keys = zip(operations, request.operations).map { ($0.record.recordName ?? "", $1.desiredKeys) }
        let (wanted, asStrings) = (request.desiredKeys, request.numbersAsStrings)
        let links = links(call, database)
        let tally = ConflictTally()
        var author = try call.author(in: database)
        if database.scope == .public { author.roles = try await roles(of: call.caller, in: database.schema) }
        var command = ModifyCommand(
            zone: zone,
            operations: operations,
            isAtomic: isAtomic,
            author: author,
            now: surroundings.now(),
            quota: configuration.quota,
            assets: AssetReceipts(database, sealer, now: surroundings.now()),
            request: call.requestKey
        ) { results, _ in
            tally.count(results)
            let answers = zip(results, keys).map { $0.answer(zoneID, links, desiredKeys: $1.1 ?? wanted) }
            let isRefused = isAtomic && answers.contains { $0.error != nil }
            return RecordsAnswer(records: answers)
                .answer(status: isRefused ? 400 : 200, numbersAsStrings: asStrings)
        }
        command.userName = sealer.userNames(in: database)
        let outcome = try await records.modify(command)
        tally.report(outcome.answer, to: metrics)
        await publish(outcome.hints, call)
        return outcome.answer
    }

    /// The operations, each on a record with a name, and none on the same twice.
    private func named(_ request: ModifyRecordsRequest, in zone: ZoneKey) throws(ServiceFault) -> [RecordOperation] {
        var seen: Set<String> = []
        var operations: [RecordOperation] = []
        for var operation in request.operations {
            if let own = operation.record.zoneID, own.zoneName != zone.name {
                throw ServiceFault(.badRequest, "all records of a request are in its one zone")
            }
            if operation.record.recordName == nil, operation.operationType.mayCreate {
                operation.record.recordName = surroundings.uuid()
            }
            guard let name = operation.record.recordName else {
                throw ServiceFault(.badRequest, "the operation needs a record name")
            }
            guard Names.isRecordName(name, in: zone.database) else {
                throw ServiceFault(.badRequest, "no record may be called so")
            }
            guard seen.insert(name).inserted else {
                throw ServiceFault(.badRequest, "two operations of the request are on the same record")
            }
            operations.append(operation)
        }
        return operations
    }

    /// `records/lookup`.
    func lookUpRecords(_ call: Call) async throws -> StoredAnswer {
        let request: LookupRecordsRequest = try call.read()
        try checkCount(request.records.count)
        let database = try call.database()
        let zone = try ServiceFault.whole { () throws(WireError) in try call.zone(request.zoneID, in: database) }
        let zoneID = call.zoneID(zone.name, in: database)
        let links = links(call, database)
        try await makeUserRecord(call, in: database, ifNamed: request.records.lazy.map(\.recordName))
        let token = try await currentToken(of: zone, call)
        let names = request.records.map(\.recordName)
        let found = try await records.lookUp(names, in: zone, bytes: configuration.lookupBytes)
        let missing = zip(names, found).filter { $0.1 == nil }.map(\.0)
        // What was never here is told from what was deleted: a service that was put back to an older copy has the first.
        let deletions = missing.isEmpty ? [:] : try await records.deletions(of: missing, in: zone)
        let rights = try await callerRights(to: found, in: database, call)
        let answers = try request.records.enumerated().map { place, wanted -> RecordAnswer in
            guard place < found.count else { return .failure(.fullAnswer(wanted.recordName)) }
            guard let record = found[place] else {
                let name = wanted.recordName
                return .failure(try WireError(missing: name, deletions[name]))
            }
            if let refusal = try rights.refusal(of: record) { return .failure(refusal) }
            return .record(links.linked(record), zoneID: zoneID, desiredKeys: wanted.desiredKeys ?? request.desiredKeys)
        }
        return RecordsAnswer(records: answers, syncToken: token).answer(numbersAsStrings: request.numbersAsStrings)
    }

    /// `records/query`.
    func queryRecords(_ call: Call) async throws -> StoredAnswer {
        var request: QueryRecordsRequest = try call.read()
        let database = try call.database()
        if request.query.recordType == Names.userRecordType {
            throw ServiceFault(.badRequest, "records of type Users cannot be queried")
        }
        try ServiceFault.whole { () throws(WireError) in try request.query.checkLimits() }
        request.query = try await permitted(request.query, in: database, call)
        let isWide = request.zoneID == nil && request.zoneWide == true
        let zone = try ServiceFault.whole { () throws(WireError) in try call.zone(request.zoneID, in: database) }
        let place = Call.place(database) + "\n" + String(decoding: request.query.json(), as: UTF8.self)
        let position = try request.continuationMarker.map { marker in
            let count = request.query.sortBy.count
            guard let position = QueryPosition(marker, keys: count, sealer, place: place) else {
                throw ServiceFault(.badRequest, ErrorReason.invalidContinuation)
            }
            return position
        }
        let token = isWide ? nil : try await currentToken(of: zone, call)
        let isNobody = if case .nobody = call.caller { true } else { false }
        let page = try await records.query(
            RecordQuery(
                place: isWide ? .everywhere(database) : .zone(zone),
                query: request.query,
                limit: try pageSize(request.resultsLimit),
                position: position,
                mayMakeOrders: !isNobody
            )
        )
        let links = links(call, database)
        let answers = page.records.map { found in
            RecordAnswer.record(
                links.linked(found.record),
                zoneID: call.zoneID(found.zone, in: database),
                desiredKeys: request.desiredKeys
            )
        }
        let marker = page.next?.text(sealer, place: place)
        return RecordsAnswer(records: answers, continuationMarker: marker, syncToken: token)
            .answer(numbersAsStrings: request.numbersAsStrings)
    }

    /// What puts addresses of files into records.
    func links(_ call: Call, _ database: DatabaseKey) -> AssetLinks {
        AssetLinks(base: call.baseURL, database: database, sealer: sealer, now: surroundings.now())
    }

    /// The zone's present token, where the address asked for it.
    ///
    /// It is asked for before the records are read: what changes in between then comes twice, to a client that goes on
    /// from the token. The other way round it would never come.
    private func currentToken(of zone: ZoneKey, _ call: Call) async throws -> String? {
        guard call.wantsSyncToken, zone.database.scope == .private else { return nil }
        let page = try await records.changes(of: zone, since: .end, limit: 1)
        return page.token.text(sealer, place: zone.place)
    }
}

extension OperationResult {
    fileprivate func answer(_ zoneID: WireZoneID, _ links: AssetLinks, desiredKeys: [String]?) -> RecordAnswer {
        switch self {
        case .saved(let record): return .record(links.linked(record), zoneID: zoneID, desiredKeys: desiredKeys)
        case .deleted(let name): return .deleted(name: name)
        case .failed(var error):
            error.serverRecord?.zoneID = zoneID
            if let fields = error.serverRecord?.fields { error.serverRecord?.fields = links.linked(fields) }
            return .failure(error)
        }
    }
}

extension ZoneKey {
    /// What sync tokens of the zone are bound to: its number stays when it is created anew, its life does not.
    var place: String {
        "\(Call.place(database))\n\(name)"
    }
}

/// The answer of all that answers records.
struct RecordsAnswer: WireWritable {
    var records: [RecordAnswer]
    var continuationMarker: String?
    var syncToken: String?

    init(records: [RecordAnswer], continuationMarker: String? = nil, syncToken: String? = nil) {
        self.records = records
        self.continuationMarker = continuationMarker
        self.syncToken = syncToken
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("records", records)
        writer.member("continuationMarker", continuationMarker)
        writer.member("syncToken", syncToken)
        writer.endObject()
    }
}
