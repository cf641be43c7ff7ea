import CloudKitWebServices

extension DatabaseKey {
    /// What names the database in statements: `$1`, `$2` and `$3`.
    var postgreSQLValues: [PostgreSQLValue] {
        [.integer(account.rawValue), .text(container), .text(environment.rawValue)]
    }
}

/// The statements about the rows of databases.
enum DatabaseStatements {
    private static let columns = "database_id, head, epoch, used_bytes, record_count"
    private static let place = "account_id = $1 AND container = $2 AND environment = $3"

    /// Gets the row.
    static func find(_ key: DatabaseKey, in own: AccountTables) -> PostgreSQLCall {
        PostgreSQLCall("SELECT \(columns) FROM \(own.database) WHERE \(place)", key.postgreSQLValues)
    }

    /// Gets the row and locks it: this is what puts the changes of a database in order.
    ///
    /// It must be a statement of its
    /// own, since what a statement reads beside the row would be from before the wait for the lock.
    static func lock(_ key: DatabaseKey, in own: AccountTables) -> PostgreSQLCall {
        PostgreSQLCall("SELECT \(columns) FROM \(own.database) WHERE \(place) FOR UPDATE", key.postgreSQLValues)
    }

    /// Gets what the account holds in all its databases, and locks these, always in the same order.
    static func usage(of account: AccountID, in own: AccountTables) -> PostgreSQLCall {
        let sql = """
            SELECT coalesce(sum(used_bytes), 0)::bigint, coalesce(sum(record_count), 0)::bigint FROM
            (SELECT used_bytes, record_count FROM \(own.database) WHERE account_id = $1
            ORDER BY database_id FOR UPDATE) locked
            """
        return PostgreSQLCall(sql, [.integer(account.rawValue)])
    }

    /// Makes the row, whose life begins at the present time; does nothing where somebody else has just made it.
    static func make(_ key: DatabaseKey, now: Int64, in own: AccountTables) -> PostgreSQLCall {
        let sql = """
            INSERT INTO \(own.database) (account_id, database_id, container, environment, epoch)
            SELECT $1, coalesce(max(database_id), 0) + 1, $2, $3, $4 FROM \(own.database) WHERE account_id = $1
            ON CONFLICT (account_id, container, environment) DO NOTHING
            """
        return PostgreSQLCall(sql, key.postgreSQLValues + [.integer(DatabaseRow.firstEpoch(now: now))])
    }
}

extension DatabaseRow {
    /// The row that ``DatabaseStatements`` found.
    init(_ row: PostgreSQLRow, account: AccountID) {
        self.init(
            account: account.rawValue,
            id: row.integer(0),
            head: row.integer(1),
            epoch: row.integer(2),
            usage: Usage(bytes: row.integer(3), records: row.integer(4))
        )
    }

    /// The row, locked; made if need be.
    ///
    /// - Throws: ``PostgreSQLError``.
    static func locked(_ key: DatabaseKey, now: Int64, _ db: PostgreSQLTransaction) throws -> DatabaseRow {
        if let row = try lock(key, db) { return row }
        let own = db.tables(of: key.account)
        let calls = [DatabaseStatements.make(key, now: now, in: own), DatabaseStatements.lock(key, in: own)]
        guard let row = try db.query(calls).last?.first else { throw key.lostRow }
        return DatabaseRow(row, account: key.account)
    }

    /// The row, locked; nil if nobody has written to the database.
    static func lock(_ key: DatabaseKey, _ db: PostgreSQLTransaction) throws -> DatabaseRow? {
        let call = DatabaseStatements.lock(key, in: db.tables(of: key.account))
        return try db.query([call]).first?.first.map { DatabaseRow($0, account: key.account) }
    }

    /// The row; nil if nobody has written to the database.
    static func find(_ key: DatabaseKey, _ db: PostgreSQLTransaction) throws -> DatabaseRow? {
        let call = DatabaseStatements.find(key, in: db.tables(of: key.account))
        return try db.query([call]).first?.first.map { DatabaseRow($0, account: key.account) }
    }

    /// Takes the database's next number.
    mutating func advance(_ growth: Usage, _ db: PostgreSQLTransaction) -> Int64 {
        head += 1
        let sql = """
            UPDATE \(db.tables(of: account).database) SET head = $3, used_bytes = used_bytes + $4, record_count = record_count + $5
            WHERE account_id = $1 AND database_id = $2
            """
        db.later(
            sql,
            [.integer(account), .integer(id), .integer(head), .integer(growth.bytes), .integer(growth.records)]
        )
        return head
    }
}

extension DatabaseKey {
    /// A row is gone that was just written: the tables are damaged.
    var lostRow: PostgreSQLError {
        PostgreSQLError(kind: .refused, state: "", message: "a row of the table database is missing")
    }
}
