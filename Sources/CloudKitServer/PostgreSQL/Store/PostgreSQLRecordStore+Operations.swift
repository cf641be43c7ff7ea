import CloudKitWebServices

extension PostgreSQLRecordStore {
    /// The private databases that an account has written to.
    public func databases(of account: AccountID) async throws -> [DatabaseKey] {
        let sql = """
            SELECT container, environment FROM database WHERE account_id = $1
            ORDER BY container, environment COLLATE "C"
            """
        return try await database.reader.run(.single) { db in
            try db.query(sql, [.integer(account.rawValue)]).map { $0 }.compactMap { row in
                ServiceEnvironment(rawValue: row.text(1)).map {
                    DatabaseKey(account: account, container: row.text(0), environment: $0)
                }
            }
        }
    }

    /// The public databases that anybody has written to.
    public func publicDatabases() async throws -> [DatabaseKey] {
        let sql = """
            SELECT container, environment FROM database WHERE account_id < 0
            ORDER BY container, environment COLLATE "C"
            """
        return try await database.reader.run(.single) { db in
            try db.query(sql).map { $0 }.compactMap { row in
                ServiceEnvironment(rawValue: row.text(1)).map {
                    DatabaseKey(publicIn: row.text(0), environment: $0)
                }
            }
        }
    }

    /// Writes a setting and looks whether the tables are those of this version.
    public func checkReady() async throws {
        try await database.writer.run(.write) { db in
            try PostgreSQLTables.check(db)
            let sql = """
                INSERT INTO setting (name, value) VALUES ('ready', $1) ON CONFLICT (name) DO UPDATE SET value = $1
                """
            _ = try db.query(sql, [.bytes([1])])
        }
    }

    /// Writes that wait for a connection, or for others to the same database.
    public var queueLength: Int { database.writer.waitingCount + lines.waitingCount }
}
