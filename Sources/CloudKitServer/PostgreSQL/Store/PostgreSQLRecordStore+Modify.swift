import CloudKitWebServices

/// Fields must have their types before records can be saved that have such fields.
private struct SchemaGrowth: Error {
    let fields: [SchemaCheck.NewField]
}

extension PostgreSQLRecordStore {
    /// How often new fields of one request may turn up; each time some of them were fixed before.
    private static let growths = 8

    /// Applies operations to the records of one zone.
    ///
    /// The schema belongs to another account than the records, so new fields are committed first, by themselves. Should
    /// the records then not be saved, the fields are there without a value, which harms nobody.
    public func modify(_ command: ModifyCommand) async throws -> ModifyOutcome {
        for _ in 0..<Self.growths {
            do {
                return try await database.writer.run(.write) { db in try self.apply(command, db) }
            } catch let growth as SchemaGrowth {
                try await database.writer.run(.write) { db in
                    PostgreSQLSchema.grow(growth.fields, in: command.zone.database.schema, db)
                    try db.flush()
                }
            }
        }
        throw ServiceFault(WireError(.tryAgainLater, reason: "the schema changes all the time", retryAfter: 1))
    }

    private func apply(_ command: ModifyCommand, _ db: PostgreSQLTransaction) throws -> ModifyOutcome {
        let rows = PostgreSQLZoneRows(command.zone, db)
        guard var opened = try Opening(command, rows, db) ?? Opening(making: command, rows, db) else {
            throw command.zone.database.lostRow
        }
        if let answer = opened.answer { return ModifyOutcome(answer: answer, hints: []) }
        let zone = try Self.zone(opened.zone, for: command, &opened.database, db)
        rows.fill(opened.contents, for: command, zone: zone)
        let plan = try ModifyPlan(command, zone: zone, usage: opened.usage, contents: rows)
        if !plan.newFields.isEmpty { throw SchemaGrowth(fields: plan.newFields) }
        return try write(plan, zone, opened, rows, db)
    }

    /// The zone; the default zone is made when it is first written to.
    private static func zone(
        _ found: ZoneState?,
        for command: ModifyCommand,
        _ database: inout DatabaseRow,
        _ db: PostgreSQLTransaction
    ) throws -> ZoneState {
        if let found, !found.isDeleted { return found }
        guard command.zone.isDefault else { throw command.zone.missing }
        return try ZoneState.make(command.zone.name, in: &database, now: command.now, db)
    }

    private func write(
        _ plan: ModifyPlan<PostgreSQLZoneRows>,
        _ zone: ZoneState,
        _ opened: Opening,
        _ rows: PostgreSQLZoneRows,
        _ db: PostgreSQLTransaction
    ) throws -> ModifyOutcome {
        let (command, changes) = (plan.command, plan.changes)
        var database = opened.database
        try rows.followIndexes(changes, few: few)
        try rows.write(changes)
        var state = zone
        state.head = plan.head
        if !changes.isEmpty {
            let place = database.advance(plan.growth, db)
            zone.advance(to: plan.head, growth: plan.growth, place: place, account: database.account, db)
        }
        let concerned = try opened.subscriptions.filter { stored in
            guard !changes.isEmpty else { return false }
            let types = try stored.subscription.query.flatMap { try rows.fieldTypes(of: $0.recordType) }
            return SubscriptionRules.fires(stored.subscription, for: changes, in: zone.name, fieldTypes: types ?? [:])
        }
        for stored in concerned where stored.subscription.firesOnce == true {
            SubscriptionTable.delete(stored.id, in: database, db)
        }
        let answer = command.answer(plan.results, state)
        KeptRow.keep(answer, command.request, command.zone.database.account, command.now, db)
        if let beforeCommit {
            try db.flush()
            beforeCommit()
        }
        return ModifyOutcome(answer: answer, hints: concerned.map { command.hint(for: $0, state) })
    }
}

/// The lock of a database's row, and what a modify reads behind it, all in one round trip.
private struct Opening {
    var database: DatabaseRow
    /// What the account holds, if that is limited.
    let usage: Usage
    /// The answer of the first time, if this is a retry.
    let answer: StoredAnswer?
    let subscriptions: [StoredSubscription]
    let zone: ZoneState?
    /// What the statements of the zone's rows gave.
    let contents: ArraySlice<PostgreSQLRows>

    /// Makes the database's row first.
    init?(making command: ModifyCommand, _ rows: PostgreSQLZoneRows, _ db: PostgreSQLTransaction) throws {
        _ = try db.query([DatabaseStatements.make(command.zone.database, now: command.now)])
        try self.init(command, rows, db)
    }

    /// Nil if there is no such row yet.
    init?(_ command: ModifyCommand, _ rows: PostgreSQLZoneRows, _ db: PostgreSQLTransaction) throws {
        let (key, request) = (command.zone.database, command.request)
        let isLimited = command.quota != .unlimited
        var calls = isLimited ? [DatabaseStatements.usage(of: key.account)] : []
        calls.append(DatabaseStatements.lock(key))
        if let request { calls.append(KeptRow.find(request, key.account)) }
        calls += [SubscriptionTable.all(of: key), ZoneState.find(command.zone)] + rows.calls(for: command)
        var answers = ArraySlice(try db.query(calls))
        let total = isLimited ? answers.popFirst()?.first : nil
        usage = Usage(bytes: total?.integer(0) ?? 0, records: total?.integer(1) ?? 0)
        guard let row = answers.popFirst()?.first else { return nil }
        database = DatabaseRow(row, account: key.account)
        answer = try request.flatMap { try KeptRow.answer(in: answers.popFirst(), $0) }
        subscriptions = try answers.popFirst().map(SubscriptionTable.read) ?? []
        zone = answers.popFirst()?.first.map(ZoneState.init)
        contents = answers
    }
}

/// Answers kept so that a retry has one effect.
enum KeptRow {
    /// Gets the answer of the first time, once a lock keeps out another try of the same request.
    static func find(_ request: RequestKey, _ account: AccountID) -> PostgreSQLCall {
        let sql = "SELECT digest, status, body FROM answer WHERE account_id = $1 AND request_id = $2"
        return PostgreSQLCall(sql, [.integer(account.rawValue), .text(request.id)])
    }

    /// The answer of the first time, once the lock is taken.
    static func find(_ request: RequestKey?, _ account: AccountID, _ db: PostgreSQLTransaction) throws -> StoredAnswer?
    {
        try request.flatMap { try answer(in: db.query([find($0, account)]).first, $0) }
    }

    /// What that gave.
    ///
    /// - Throws: `BAD_REQUEST` if the same UUID named another request.
    static func answer(in rows: PostgreSQLRows?, _ request: RequestKey) throws -> StoredAnswer? {
        guard let row = rows?.first else { return nil }
        try request.check(digest: row.bytes(0))
        return StoredAnswer(status: Int(row.integer(1)), body: row.bytes(2))
    }

    static func keep(
        _ answer: StoredAnswer,
        _ request: RequestKey?,
        _ account: AccountID,
        _ now: Int64,
        _ db: PostgreSQLTransaction
    ) {
        guard let request else { return }
        let sql = """
            INSERT INTO answer (account_id, request_id, digest, status, body, created_ms)
            VALUES ($1, $2, $3, $4, $5, $6)
            """
        db.later(
            sql,
            [
                .integer(account.rawValue), .text(request.id), .bytes(request.digest),
                .integer(Int64(answer.status)), .bytes(answer.body), .integer(now),
            ]
        )
    }
}

extension PostgreSQLRecordStore {
    /// Forgets answers to requests that are older.
    public func forgetAnswers(before milliseconds: Int64, limit: Int) async throws -> Int {
        try await database.writer.run(.write) { db in
            let sql = """
                DELETE FROM answer USING
                (SELECT account_id, request_id FROM answer WHERE created_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) old
                WHERE answer.account_id = old.account_id AND answer.request_id = old.request_id
                """
            return try db.query(sql, [.integer(milliseconds), .integer(Int64(limit))]).affected
        }
    }
}
