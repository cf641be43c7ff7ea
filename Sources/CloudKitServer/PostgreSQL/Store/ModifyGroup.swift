import CloudKitWebServices

/// Commands for one zone that share a transaction: read together, applied one after the other, written together.
///
/// A command that fails has taken nothing over. The others see what those before them did, as if each had a transaction of
/// its own.
struct ModifyGroup {
    private let db: PostgreSQLTransaction
    private let rows: PostgreSQLZoneRows
    private let few: Int
    private let key: ZoneKey
    private var database: DatabaseRow
    /// What the account holds, if that is limited.
    private var usage: Usage
    /// Bytes of answers that the account has kept.
    private var keptBytes: Int64
    /// The answers of the first time, of those that are retries.
    private let found: [String: KeptRow.Found]
    /// Those of a private database; in a public one there may be many, which are read once it is known what changed.
    private var subscriptions: [StoredSubscription]?
    private var zone: ZoneState?
    private var growth = Usage()
    /// Whether any command changed records.
    private(set) var isChanged = false
    private var answers: [KeptRow.New] = []

    /// Takes the lock of the database's row, and reads behind it what the commands name, all in one round trip; makes the row
    /// first if need be.
    ///
    /// - Returns: Nil if there are no commands.
    init?(_ commands: [ModifyCommand], few: Int, _ db: PostgreSQLTransaction) throws {
        guard let first = commands.first else { return nil }
        let key = first.zone.database
        let rows = PostgreSQLZoneRows(first.zone, db)
        var opening = try Opening(commands, rows, db)
        if opening == nil {
            _ = try db.query([DatabaseStatements.make(key, now: first.now, in: db.tables(of: key.account))])
            opening = try Opening(commands, rows, db)
        }
        guard let opening else { throw key.lostRow }
        (self.db, self.rows, self.few, self.key) = (db, rows, few, first.zone)
        (database, usage, keptBytes) = (opening.database, opening.usage, opening.keptBytes)
        (found, subscriptions) = (opening.found, opening.subscriptions)
        zone = rows.fill(opening.contents, for: commands)
    }

    /// Decides what becomes of a command, and takes it over.
    ///
    /// - Throws: Why the command fails; ``PostgreSQLError``, after which the transaction is lost.
    mutating func apply(_ command: ModifyCommand) throws -> ModifyOutcome {
        if let request = command.request, let kept = found[request.id] {
            return ModifyOutcome(answer: try request.answer(from: kept.answer, digest: kept.digest), hints: [])
        }
        var state = try openZone(for: command)
        let plan = try ModifyPlan(command, zone: state, usage: usage, contents: rows)
        if !plan.newFields.isEmpty { throw SchemaGrowth(fields: plan.newFields) }
        let changes = plan.changes
        state.head = plan.head
        let (hints, ended) = try command.recordHints.make(
            for: changes,
            in: state,
            try concerned(by: changes),
            fieldTypes: rows.fieldTypes(of:),
            grants: rows.grants(of:)
        )
        let answer = command.answer(plan.results, state)
        let kept = try command.request.map { request in
            KeptRow.New(
                request: request,
                answer: try request.room.kept(of: answer, used: keptBytes),
                given: command.now
            )
        }
        try rows.take(changes)
        // Nothing fails from here on.
        take(kept, ended)
        zone = state
        (usage, growth) = (usage + plan.growth, growth + plan.growth)
        isChanged = isChanged || !changes.isEmpty
        return ModifyOutcome(answer: answer, hints: hints)
    }

    private mutating func take(_ kept: KeptRow.New?, _ ended: [StoredSubscription]) {
        if let kept {
            answers.append(kept)
            keptBytes += kept.answer.keptBytes
        }
        for stored in ended { SubscriptionTable.delete(stored, in: database, db) }
        if !ended.isEmpty { subscriptions?.removeAll(where: ended.contains) }
    }

    /// The zone; the default zone is made when it is first written to.
    private mutating func openZone(for command: ModifyCommand) throws -> ZoneState {
        if let zone, !zone.isDeleted { return zone }
        guard key.isDefault else { throw key.missing }
        let made = try ZoneState.make(key.name, in: &database, now: command.now, db)
        (zone, rows.zone) = (made, made.number)
        return made
    }

    private func concerned(by changes: [RecordChange]) throws -> [StoredSubscription] {
        if let subscriptions { return subscriptions }
        if changes.isEmpty { return [] }
        let types = Set(changes.map(\.new.type))
        let call = SubscriptionTable.all(of: key.database, about: types, in: db.tables(of: database.account))
        return try SubscriptionTable.read(call, db)
    }

    /// Writes what the commands changed.
    ///
    /// - Throws: ``PostgreSQLError``.
    mutating func write() throws {
        if let zone, isChanged {
            try rows.write(few: few)
            zone.advance(to: zone.head, growth: growth, in: &database, db)
        }
        KeptRow.insert(answers, key.database.account, db)
    }
}

/// The lock of a database's row, and what is read behind it.
private struct Opening {
    let database: DatabaseRow
    let usage: Usage
    let keptBytes: Int64
    let found: [String: KeptRow.Found]
    let subscriptions: [StoredSubscription]?
    /// What the statements of the zone's rows gave.
    let contents: ArraySlice<PostgreSQLRows>

    /// Nil if there is no such row yet.
    init?(_ commands: [ModifyCommand], _ rows: PostgreSQLZoneRows, _ db: PostgreSQLTransaction) throws {
        guard let key = commands.first?.zone.database else { return nil }
        let own = db.tables(of: key.account)
        let requests = commands.compactMap(\.request)
        let isLimited = commands.contains { $0.quota != .unlimited }
        var calls = isLimited ? [DatabaseStatements.usage(of: key.account, in: own)] : []
        calls.append(DatabaseStatements.lock(key, in: own))
        if !requests.isEmpty {
            calls += [KeptRow.usage(of: key.account, in: own), KeptRow.find(requests, key.account, in: own)]
        }
        if key.scope == .private { calls.append(SubscriptionTable.all(of: key, subscriber: nil, in: own)) }
        calls += rows.calls(for: commands)
        var answers = ArraySlice(try db.query(calls))
        let total = isLimited ? answers.popFirst()?.first : nil
        usage = Usage(bytes: total?.integer(0) ?? 0, records: total?.integer(1) ?? 0)
        guard let row = answers.popFirst()?.first else { return nil }
        database = DatabaseRow(row, account: key.account)
        keptBytes = requests.isEmpty ? 0 : KeptRow.usage(in: answers.popFirst())
        found = requests.isEmpty ? [:] : KeptRow.found(in: answers.popFirst())
        subscriptions = try key.scope == .private ? answers.popFirst().map { try SubscriptionTable.read($0) } : nil
        contents = answers
    }
}
