import CloudKitWebServices
import Foundation
import GRDB

/// The subscriptions of one database.
struct SubscriptionRows {
    private let database: DatabaseRow

    init(_ database: DatabaseRow) {
        self.database = database
    }

    private var key: StatementArguments { [database.account, database.id] }

    /// Those of one who subscribed, by ID.
    func all(of subscriber: AccountID?, _ db: Database) throws -> [StoredSubscription] {
        try find("subscriber = ? ORDER BY subscription_id", [subscriber?.rawValue ?? 0], db)
    }

    /// Those of anybody that changes of records of some types, or of zones, may concern.
    private func all(about recordTypes: Set<String>, _ db: Database) throws -> [StoredSubscription] {
        try recordTypes.union([""]).sorted().flatMap { try find("record_type = ?", [$0], db) }
    }

    private func find(
        _ condition: String,
        _ arguments: StatementArguments,
        _ db: Database
    ) throws -> [StoredSubscription] {
        let sql = """
            SELECT subscriber, subscription_id, body FROM subscription
            WHERE account_id = ? AND database_id = ? AND \(condition)
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: key + arguments).map { row in
            let (subscriber, body): (Int64, Data) = (row[0], row[2])
            return StoredSubscription(
                id: row[1],
                subscription: try WireSubscription(json: Array(body)),
                subscriber: subscriber == 0 ? nil : AccountID(rawValue: subscriber)
            )
        }
    }

    func save(_ subscription: StoredSubscription, _ db: Database) throws {
        let sql = """
            INSERT INTO subscription (account_id, database_id, subscriber, subscription_id, record_type, body)
            VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (account_id, database_id, subscriber, subscription_id)
            DO UPDATE SET record_type = excluded.record_type, body = excluded.body
            """
        let body = Data(subscription.subscription.json())
        let values: StatementArguments = [
            subscription.subscriber?.rawValue ?? 0, subscription.id, subscription.recordType, body,
        ]
        try db.execute(sql: sql, arguments: key + values)
    }

    /// Whether there was one.
    func delete(_ id: String, of subscriber: AccountID?, _ db: Database) throws -> Bool {
        let sql = """
            DELETE FROM subscription WHERE account_id = ? AND database_id = ? AND subscriber = ? AND subscription_id = ?
            """
        try db.execute(sql: sql, arguments: key + [subscriber?.rawValue ?? 0, id])
        return db.changesCount > 0
    }

    /// Why there is no room for one; nil if there is.
    func refusal(of new: StoredSubscription, _ db: Database) throws -> WireError? {
        let others = """
            FROM subscription WHERE account_id = ? AND database_id = ? AND NOT (subscriber = ? AND subscription_id = ?)
            """
        let subscriber = new.subscriber?.rawValue ?? 0
        let arguments = key + [subscriber, new.id]
        let all = try Int.fetchOne(db, sql: "SELECT count(*) \(others)", arguments: arguments) ?? 0
        if all >= ModifySubscriptionsCommand.publicSubscriptions { return ModifySubscriptionsCommand.full(new.id) }
        let own = "SELECT count(*), coalesce(sum(length(body)), 0) \(others) AND subscriber = ?"
        let row = try Row.fetchOne(db, sql: own, arguments: arguments + [subscriber])
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
        let concerned = try all(about: Set(changes.map(\.new.type)), db)
        let (hints, ended) = try command.recordHints.make(
            for: changes,
            in: zone,
            concerned,
            fieldTypes: { try schema.fields(of: $0, db)?.mapValues(\.wireType) },
            grants: { try schema.grants(of: [$0], db)[$0] ?? [] }
        )
        for stored in ended { _ = try delete(stored.id, of: stored.subscriber, db) }
        return hints
    }

    /// Whom changes of zones concern.
    func hints(for zones: [ZoneState], _ command: ModifyZonesCommand, _ db: Database) throws -> [ChangeHint] {
        guard !zones.isEmpty else { return [] }
        return command.hints(for: zones, try all(about: [], db))
    }
}

extension SQLiteRecordStore {
    /// All subscriptions in a database of one who subscribed.
    public func subscriptions(
        of database: DatabaseKey,
        subscriber: AccountID?
    ) async throws -> [StoredSubscription] {
        try await file.read { db in
            try DatabaseRow.find(database, in: db).map { try SubscriptionRows($0).all(of: subscriber, db) } ?? []
        }
    }

    /// Removes subscriptions to public databases of people who have no account any more.
    public func removeLostSubscriptions() async throws {
        try await file.write { db in
            // A number below zero is that of a server's key.
            let sql = """
                DELETE FROM subscription
                WHERE account_id < 0 AND subscriber > 0 AND subscriber NOT IN (SELECT account_id FROM account)
                """
            try db.execute(sql: sql)
        }
    }

    /// Saves and deletes subscriptions.
    public func modifySubscriptions(_ command: ModifySubscriptionsCommand) async throws -> StoredAnswer {
        try await file.write { db in
            let account = command.database.account
            if let answer = try KeptAnswers.find(command.request, account, db) { return answer }
            let rows = SubscriptionRows(try DatabaseRow.make(command.database, now: command.now, in: db))
            let answer = command.answer(
                try command.operations.map { try Self.apply($0, of: command.subscriber, rows, db) }
            )
            try KeptAnswers.insert(answer, command.request, account, command.now, db)
            return answer
        }
    }

    private static func apply(
        _ operation: Result<ModifySubscriptionsCommand.Operation, WireError>,
        of subscriber: AccountID?,
        _ rows: SubscriptionRows,
        _ db: Database
    ) throws -> Result<ModifySubscriptionsCommand.Operation, WireError> {
        switch operation {
        case .success(.save(let subscription)):
            if let refusal = try rows.refusal(of: subscription, db) { return .failure(refusal) }
            try rows.save(subscription, db)
        case .success(.delete(let id)):
            guard try rows.delete(id, of: subscriber, db) else {
                return .failure(ModifySubscriptionsCommand.missing(id))
            }
        case .failure: break
        }
        return operation
    }
}
