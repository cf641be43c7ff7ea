import CloudKitWebServices
import Foundation
import GRDB

/// The subscriptions of one database.
struct SubscriptionRows {
    private let database: DatabaseRow

    init(_ database: DatabaseRow) {
        self.database = database
    }

    /// All of them, by ID.
    func all(_ db: Database) throws -> [StoredSubscription] {
        let sql = """
            SELECT subscription_id, body FROM subscription WHERE account_id = ? AND database_id = ?
            ORDER BY subscription_id
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [database.account, database.id]).map { row in
            let body: Data = row[1]
            return StoredSubscription(id: row[0], subscription: try WireSubscription(json: Array(body)))
        }
    }

    func save(_ subscription: StoredSubscription, _ db: Database) throws {
        let sql = """
            INSERT INTO subscription (account_id, database_id, subscription_id, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (account_id, database_id, subscription_id) DO UPDATE SET body = excluded.body
            """
        let body = Data(subscription.subscription.json())
        try db.execute(sql: sql, arguments: [database.account, database.id, subscription.id, body])
    }

    /// Whether there was one.
    func delete(_ id: String, _ db: Database) throws -> Bool {
        let sql = "DELETE FROM subscription WHERE account_id = ? AND database_id = ? AND subscription_id = ?"
        try db.execute(sql: sql, arguments: [database.account, database.id, id])
        return db.changesCount > 0
    }

    /// Why there is no room for one; nil if there is.
    func refusal(of new: StoredSubscription, _ db: Database) throws -> WireError? {
        let sql = """
            SELECT count(*), coalesce(sum(length(body)), 0) FROM subscription
            WHERE account_id = ? AND database_id = ? AND subscription_id <> ?
            """
        let row = try Row.fetchOne(db, sql: sql, arguments: [database.account, database.id, new.id])
        return ModifySubscriptionsCommand.refusal(of: new, besides: row?[0] ?? 0, bytes: row?[1] ?? 0)
    }

    /// Whom changes of records concern.
    func hints(
        for changes: [RecordChange],
        _ command: ModifyCommand,
        _ zone: ZoneState,
        _ db: Database
    ) throws -> [ChangeHint] {
        guard !changes.isEmpty else { return [] }
        let schema = SchemaRows(database: command.zone.database)
        let concerned = try all(db).filter { stored in
            let types = try stored.subscription.query.flatMap {
                try schema.fields(of: $0.recordType, db)?.mapValues(\.wireType)
            }
            return SubscriptionRules.fires(stored.subscription, for: changes, in: zone.name, fieldTypes: types ?? [:])
        }
        for stored in concerned where stored.subscription.firesOnce == true { _ = try delete(stored.id, db) }
        return concerned.map { command.hint(for: $0, zone) }
    }

    /// Whom changes of zones concern.
    func hints(for zones: [ZoneState], _ command: ModifyZonesCommand, _ db: Database) throws -> [ChangeHint] {
        guard !zones.isEmpty else { return [] }
        return command.hints(for: zones, try all(db))
    }
}

extension SQLiteRecordStore {
    /// All subscriptions of a database.
    public func subscriptions(of database: DatabaseKey) async throws -> [StoredSubscription] {
        try await file.pool.read { db in
            try DatabaseRow.find(database, in: db).map { try SubscriptionRows($0).all(db) } ?? []
        }
    }

    /// Saves and deletes subscriptions.
    public func modifySubscriptions(_ command: ModifySubscriptionsCommand) async throws -> StoredAnswer {
        try await file.writer.write { db in
            let account = command.database.account
            if let answer = try KeptAnswers.find(command.request, account, db) { return answer }
            let rows = SubscriptionRows(try DatabaseRow.make(command.database, now: command.now, in: db))
            let answer = command.answer(try command.operations.map { try Self.apply($0, rows, db) })
            try KeptAnswers.keep(answer, command.request, account, command.now, db)
            return answer
        }
    }

    private static func apply(
        _ operation: Result<ModifySubscriptionsCommand.Operation, WireError>,
        _ rows: SubscriptionRows,
        _ db: Database
    ) throws -> Result<ModifySubscriptionsCommand.Operation, WireError> {
        switch operation {
        case .success(.save(let subscription)):
            if let refusal = try rows.refusal(of: subscription, db) { return .failure(refusal) }
            try rows.save(subscription, db)
        case .success(.delete(let id)):
            guard try rows.delete(id, db) else { return .failure(ModifySubscriptionsCommand.missing(id)) }
        case .failure: break
        }
        return operation
    }
}
