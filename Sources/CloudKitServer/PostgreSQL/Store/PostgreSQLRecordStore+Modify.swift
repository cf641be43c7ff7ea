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
        let concerned = try opened.subscriptions ?? Self.subscriptions(about: changes, command.zone.database, db)
        let (hints, ended) = try command.recordHints.make(
            for: changes,
            in: state,
            concerned,
            fieldTypes: rows.fieldTypes(of:),
            grants: rows.grants(of:)
        )
        for stored in ended { SubscriptionTable.delete(stored, in: database, db) }
        let answer = command.answer(plan.results, state)
        let account = command.zone.database.account
        try KeptRow.keep(answer, command.request, account, used: opened.keptBytes, command.now, db)
        if let beforeCommit {
            try db.flush()
            beforeCommit()
        }
        return ModifyOutcome(answer: answer, hints: hints)
    }

    private static func subscriptions(
        about changes: [RecordChange],
        _ key: DatabaseKey,
        _ db: PostgreSQLTransaction
    ) throws -> [StoredSubscription] {
        if changes.isEmpty { return [] }
        return try SubscriptionTable.read(SubscriptionTable.all(of: key, about: Set(changes.map(\.new.type))), db)
    }
}

/// The lock of a database's row, and what a modify reads behind it, all in one round trip.
private struct Opening {
    var database: DatabaseRow
    /// What the account holds, if that is limited.
    let usage: Usage
    /// Bytes of answers that the account has kept.
    let keptBytes: Int64
    /// The answer of the first time, if this is a retry.
    let answer: StoredAnswer?
    /// Those of a private database; in a public one there may be many, which are read once it is known what changed.
    let subscriptions: [StoredSubscription]?
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
        if let request { calls += [KeptRow.usage(of: key.account), KeptRow.find(request, key.account)] }
        if key.scope == .private { calls.append(SubscriptionTable.all(of: key, subscriber: nil)) }
        calls += [ZoneState.find(command.zone)] + rows.calls(for: command)
        var answers = ArraySlice(try db.query(calls))
        let total = isLimited ? answers.popFirst()?.first : nil
        usage = Usage(bytes: total?.integer(0) ?? 0, records: total?.integer(1) ?? 0)
        guard let row = answers.popFirst()?.first else { return nil }
        database = DatabaseRow(row, account: key.account)
        keptBytes = request == nil ? 0 : KeptRow.usage(in: answers.popFirst())
        answer = try request.flatMap { try KeptRow.answer(in: answers.popFirst(), $0) }
        subscriptions = try key.scope == .private ? answers.popFirst().map { try SubscriptionTable.read($0) } : nil
        zone = answers.popFirst()?.first.map(ZoneState.init)
        contents = answers
    }
}
