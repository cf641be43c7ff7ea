import CloudKitWebServices

/// The subscriptions of databases.
enum SubscriptionTable {
    private static func find(
        _ condition: String,
        _ database: DatabaseKey,
        _ values: [PostgreSQLValue],
        in own: AccountTables
    ) -> PostgreSQLCall {
        let sql = """
            SELECT s.subscriber, s.subscription_id, s.body FROM \(own.database) d JOIN \(own.subscription) s
            ON s.account_id = $1 AND s.database_id = d.database_id
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3 AND \(condition)
            ORDER BY s.subscriber, s.subscription_id
            """
        return PostgreSQLCall(sql, database.postgreSQLValues + values)
    }

    /// Gets those of one who subscribed, by ID; nil in a private database.
    static func all(of database: DatabaseKey, subscriber: AccountID?, in own: AccountTables) -> PostgreSQLCall {
        find("s.subscriber = $4", database, [.integer(subscriber?.rawValue ?? 0)], in: own)
    }

    /// Gets those of some who subscribed; of nobody in a private database, which means its owner.
    static func all(of database: DatabaseKey, subscribers: [AccountID], in own: AccountTables) -> PostgreSQLCall {
        let numbers = database.scope == .private ? [0] : subscribers.map(\.rawValue)
        return find("s.subscriber = ANY ($4)", database, [.integers(numbers)], in: own)
    }

    /// Gets those of anybody that changes of records of some types may concern.
    static func all(of database: DatabaseKey, about recordTypes: Set<String>, in own: AccountTables) -> PostgreSQLCall {
        find("s.record_type = ANY ($4)", database, [.texts(recordTypes.union([""]).sorted())], in: own)
    }

    /// What that gave.
    ///
    /// - Throws: `JSONError` if the store was damaged.
    static func read(_ rows: PostgreSQLRows) throws -> [StoredSubscription] {
        try rows.map { row in
            StoredSubscription(
                id: row.text(1),
                subscription: try WireSubscription(json: row.bytes(2)),
                subscriber: row.integer(0) == 0 ? nil : AccountID(rawValue: row.integer(0))
            )
        }
    }

    static func read(_ call: PostgreSQLCall, _ db: PostgreSQLTransaction) throws -> [StoredSubscription] {
        try db.query([call]).first.map(read) ?? []
    }

    static func save(_ subscription: StoredSubscription, in database: DatabaseRow, _ db: PostgreSQLTransaction) {
        let sql = """
            INSERT INTO \(db.tables(of: database.account).subscription) (account_id, database_id, subscriber, subscription_id, record_type, body)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (account_id, database_id, subscriber, subscription_id)
            DO UPDATE SET record_type = excluded.record_type, body = excluded.body
            """
        let values: [PostgreSQLValue] = [.text(subscription.recordType), .bytes(subscription.subscription.json())]
        db.later(sql, key(database, subscription.subscriber, subscription.id) + values)
    }

    static func delete(_ subscription: StoredSubscription, in database: DatabaseRow, _ db: PostgreSQLTransaction) {
        db.later(deleteSQL(database, db), key(database, subscription.subscriber, subscription.id))
    }

    /// Deletes one and says whether there was one.
    static func deleteNow(
        _ id: String,
        of subscriber: AccountID?,
        in database: DatabaseRow,
        _ db: PostgreSQLTransaction
    ) throws -> Bool {
        try db.query(deleteSQL(database, db), key(database, subscriber, id)).affected > 0
    }

    /// Why there is no room for one; nil if there is.
    static func refusal(
        of new: StoredSubscription,
        in database: DatabaseRow,
        _ db: PostgreSQLTransaction
    ) throws -> WireError? {
        let sql = """
            SELECT count(*) FILTER (WHERE subscriber = $3),
            coalesce(sum(octet_length(body)) FILTER (WHERE subscriber = $3), 0)::bigint, count(*)
            FROM \(db.tables(of: database.account).subscription)
            WHERE account_id = $1 AND database_id = $2 AND (subscriber, subscription_id) <> ($3, $4)
            """
        let row = try db.query(sql, key(database, new.subscriber, new.id)).first
        if row?.integer(2) ?? 0 >= ModifySubscriptionsCommand.publicSubscriptions {
            return ModifySubscriptionsCommand.full(new.id)
        }
        let (count, bytes) = (Int(row?.integer(0) ?? 0), Int(row?.integer(1) ?? 0))
        return ModifySubscriptionsCommand.refusal(of: new, besides: count, bytes: bytes)
    }

    private static func deleteSQL(_ database: DatabaseRow, _ db: PostgreSQLTransaction) -> String {
        """
        DELETE FROM \(db.tables(of: database.account).subscription)
        WHERE account_id = $1 AND database_id = $2 AND subscriber = $3 AND subscription_id = $4
        """
    }

    private static func key(_ database: DatabaseRow, _ subscriber: AccountID?, _ id: String) -> [PostgreSQLValue] {
        [.integer(database.account), .integer(database.id), .integer(subscriber?.rawValue ?? 0), .text(id)]
    }
}

extension PostgreSQLRecordStore {
    /// All subscriptions in a database of one who subscribed.
    public func subscriptions(
        of database: DatabaseKey,
        subscriber: AccountID?
    ) async throws -> [StoredSubscription] {
        try await self.database.reader.run(.single) { db in
            let own = db.tables(of: database.account)
            return try SubscriptionTable.read(SubscriptionTable.all(of: database, subscriber: subscriber, in: own), db)
        }
    }

    /// Removes subscriptions to public databases of people who have no account any more, database by database.
    public func removeLostSubscriptions() async throws {
        // A number below zero is that of a server's key.
        let lost = "account_id < 0 AND subscriber > 0 AND subscriber NOT IN (SELECT account_id FROM account)"
        let owners = try await database.reader.run(.single) { db in
            try db.query("SELECT DISTINCT account_id FROM subscription WHERE \(lost)").map { $0.integer(0) }
        }
        for owner in owners {
            try await database.writer.run(.write) { db in
                db.later("DELETE FROM subscription WHERE account_id = $1 AND \(lost)", [.integer(owner)])
                try db.flush()
            }
        }
    }

    /// Saves and deletes subscriptions.
    public func modifySubscriptions(_ command: ModifySubscriptionsCommand) async throws -> StoredAnswer {
        try await database.writer.run(.write) { db in
            let account = command.database.account
            let database = try DatabaseRow.locked(command.database, now: command.now, db)
            if let answer = try KeptRow.find(command.request, account, db) { return answer }
            let answer = command.answer(
                try command.operations.map {
                    try Self.apply($0, of: command.subscriber, database, db)
                }
            )
            try KeptRow.insert(answer, command.request, account, command.now, db)
            return answer
        }
    }

    private static func apply(
        _ operation: Result<ModifySubscriptionsCommand.Operation, WireError>,
        of subscriber: AccountID?,
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
            guard try SubscriptionTable.deleteNow(id, of: subscriber, in: database, db) else {
                return .failure(ModifySubscriptionsCommand.missing(id))
            }
        case .failure: break
        }
        return operation
    }
}
