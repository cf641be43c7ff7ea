import CloudKitWebServices
import Foundation
import GRDB

extension SQLiteRecordStore {
    /// Applies operations to the records of one zone.
    public func modify(_ command: ModifyCommand) async throws -> ModifyOutcome {
        try await file.writer.write { db in
            if let answer = try KeptAnswers.find(command.request, command.zone.database.account, db) {
                return ModifyOutcome(answer: answer, hints: [])
            }
            var database = try DatabaseRow.make(command.zone.database, now: command.now, in: db)
            let zone = try Self.zone(for: command, &database, db)
            let outcome = try self.apply(command, to: zone, &database, db)
            try KeptAnswers.keep(outcome.answer, command.request, command.zone.database.account, command.now, db)
            return outcome
        }
    }

    /// The zone; the default zone is made when it is first written to.
    private static func zone(
        for command: ModifyCommand,
        _ database: inout DatabaseRow,
        _ db: Database
    ) throws -> ZoneState {
        let name = command.zone.name
        if let zone = try ZoneState.find(name, in: database, db), !zone.isDeleted { return zone }
        guard command.zone.isDefault else { throw command.zone.missing }
        try ZoneState.make(name, in: &database, now: command.now, db)
        guard let zone = try ZoneState.find(name, in: database, db) else { throw command.zone.missing }
        return zone
    }

    private func apply(
        _ command: ModifyCommand,
        to zone: ZoneState,
        _ database: inout DatabaseRow,
        _ db: Database
    ) throws -> ModifyOutcome {
        let schema = SchemaRows(database: command.zone.database)
        let rows = ZoneRows(db: db, account: database.account, zone: zone.number, schema: schema)
        let usage = command.quota == .unlimited ? Usage() : try database.accountUsage(in: db)
        let plan = try ModifyPlan(command, zone: zone, usage: usage, contents: rows)
        let changes = plan.changes
        for field in plan.newFields { try schema.write(field, db) }
        try followIndexes(changes, command, zone, database, db)
        for change in changes { try rows.write(change, in: zone.name) }
        var state = zone
        state.head = plan.head
        if !changes.isEmpty {
            let place = try database.advance(plan.growth, in: db)
            try zone.advance(to: plan.head, growth: plan.growth, place: place, account: database.account, db)
        }
        beforeCommit?()
        let hints = try SubscriptionRows(database).hints(for: changes, command, state, db)
        return ModifyOutcome(answer: command.answer(plan.results, state), hints: hints)
    }
}

extension SQLiteRecordStore {
    /// Keeps the indexes of the record types up to date; they are made whole while the records are as they were.
    private func followIndexes(
        _ changes: [RecordChange],
        _ command: ModifyCommand,
        _ zone: ZoneState,
        _ database: DatabaseRow,
        _ db: Database
    ) throws {
        let key = command.zone.database
        for (type, changes) in Dictionary(grouping: changes, by: \.new.type) {
            let rows = IndexRows(db: db, account: database.account, zone: zone.number, recordType: type)
            let index = try rows.make(
                { TypeIndex(try SchemaRows(key.schema).fields(of: type, db) ?? [:], scope: key.scope) },
                few: few
            )
            guard let (index, names) = index else { continue }
            for change in changes { try rows.follow(change, index, under: names) }
        }
    }
}

/// Answers kept so that a retry has one effect.
enum KeptAnswers {
    /// The answer of the first time.
    ///
    /// - Throws: `BAD_REQUEST` if the same UUID named another request.
    static func find(_ request: RequestKey?, _ account: AccountID, _ db: Database) throws -> StoredAnswer? {
        guard let request else { return nil }
        let sql = "SELECT digest, status, body FROM answer WHERE account_id = ? AND request_id = ?"
        let arguments: StatementArguments = [account.rawValue, request.id]
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else { return nil }
        let (digest, body): (Data, Data) = (row[0], row[2])
        try request.check(digest: Array(digest))
        return StoredAnswer(status: row[1], body: Array(body))
    }

    static func keep(
        _ answer: StoredAnswer,
        _ request: RequestKey?,
        _ account: AccountID,
        _ now: Int64,
        _ db: Database
    ) throws {
        guard let request else { return }
        let sql = """
            INSERT INTO answer (account_id, request_id, digest, status, body, created_ms) VALUES (?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            account.rawValue, request.id, Data(request.digest), answer.status, Data(answer.body), now,
        ])
    }
}

extension SQLiteRecordStore {
    /// Forgets answers to requests that are older.
    public func forgetAnswers(before milliseconds: Int64, limit: Int) async throws -> Int {
        try await file.writer.write { db in
            let sql = "DELETE FROM answer WHERE rowid IN (SELECT rowid FROM answer WHERE created_ms < ? LIMIT ?)"
            try db.execute(sql: sql, arguments: [milliseconds, limit])
            return db.changesCount
        }
    }
}
