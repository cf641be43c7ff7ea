import CloudKitWebServices

/// The subscriptions of databases.
enum SubscriptionTable {
    /// Gets all of a database, by ID.
    static func all(of database: DatabaseKey) -> PostgreSQLCall {
        let sql = """
            SELECT s.subscription_id, s.body FROM database d JOIN subscription s
            ON s.account_id = $1 AND s.database_id = d.database_id
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3 ORDER BY s.subscription_id
            """
        return PostgreSQLCall(sql, database.postgreSQLValues)
    }

    /// What that gave.
    ///
    /// - Throws: `JSONError` if the store was damaged.
    static func read(_ rows: PostgreSQLRows) throws -> [StoredSubscription] {
        try rows.map { row in
            StoredSubscription(id: row.text(0), subscription: try WireSubscription(json: row.bytes(1)))
        }
    }

    static func all(of database: DatabaseKey, _ db: PostgreSQLTransaction) throws -> [StoredSubscription] {
        try db.query([all(of: database)]).first.map(read) ?? []
    }

    static func save(_ subscription: StoredSubscription, in database: DatabaseRow, _ db: PostgreSQLTransaction) {
        let sql = """
            INSERT INTO subscription (account_id, database_id, subscription_id, body) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account_id, database_id, subscription_id) DO UPDATE SET body = excluded.body
            """
        let body = subscription.subscription.json()
        db.later(sql, key(database) + [.text(subscription.id), .bytes(body)])
    }

    static func delete(_ id: String, in database: DatabaseRow, _ db: PostgreSQLTransaction) {
        db.later(deleteSQL, key(database) + [.text(id)])
    }

    /// Deletes one and says whether there was one.
    static func deleteNow(_ id: String, in database: DatabaseRow, _ db: PostgreSQLTransaction) throws -> Bool {
        try db.query(deleteSQL, key(database) + [.text(id)]).affected > 0
    }

    /// Why there is no room for one; nil if there is.
    static func refusal(
        of new: StoredSubscription,
        in database: DatabaseRow,
        _ db: PostgreSQLTransaction
    ) throws -> WireError? {
        let sql = """
            SELECT count(*), coalesce(sum(octet_length(body)), 0)::bigint FROM subscription
            WHERE account_id = $1 AND database_id = $2 AND subscription_id <> $3
            """
        let row = try db.query(sql, key(database) + [.text(new.id)]).first
        let (count, bytes) = (Int(row?.integer(0) ?? 0), Int(row?.integer(1) ?? 0))
        return ModifySubscriptionsCommand.refusal(of: new, besides: count, bytes: bytes)
    }

    private static let deleteSQL =
        "DELETE FROM subscription WHERE account_id = $1 AND database_id = $2 AND subscription_id = $3"

    private static func key(_ database: DatabaseRow) -> [PostgreSQLValue] {
        [.integer(database.account), .integer(database.id)]
    }
}

extension PostgreSQLRecordStore {
    /// All subscriptions of a database.
    public func subscriptions(of database: DatabaseKey) async throws -> [StoredSubscription] {
        try await self.database.reader.run(.single) { db in try SubscriptionTable.all(of: database, db) }
    }

    /// Saves and deletes subscriptions.
    public func modifySubscriptions(_ command: ModifySubscriptionsCommand) async throws -> StoredAnswer {
        try await database.writer.run(.write) { db in
            let account = command.database.account
            let database = try DatabaseRow.locked(command.database, now: command.now, db)
            if let answer = try KeptRow.find(command.request, account, db) { return answer }
            let answer = command.answer(try command.operations.map { try Self.apply($0, database, db) })
            try KeptRow.keep(answer, command.request, account, command.now, db)
            return answer
        }
    }

    private static func apply(
        _ operation: Result<ModifySubscriptionsCommand.Operation, WireError>,
        _ database: DatabaseRow,
        _ db: PostgreSQLTransaction
    ) throws -> Result<ModifySubscriptionsCommand.Operation, WireError> {
        switch operation {
        case .success(.save(let subscription)):
            if let refusal = try SubscriptionTable.refusal(of: subscription, in: database, db) {
                return .failure(refusal)
            }
            SubscriptionTable.save(subscription, in: database, db)
        case .success(.delete(let id)):
            guard try SubscriptionTable.deleteNow(id, in: database, db) else {
                return .failure(ModifySubscriptionsCommand.missing(id))
            }
        case .failure: break
        }
        return operation
    }
}
