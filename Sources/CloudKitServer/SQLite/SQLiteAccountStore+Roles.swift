import CloudKitWebServices
import GRDB

extension SQLiteTables {
    /// Roles that accounts were given.
    static let roles = """
        CREATE TABLE account_role (
            account_id INTEGER NOT NULL, container TEXT NOT NULL, environment TEXT NOT NULL, role TEXT NOT NULL,
            PRIMARY KEY (account_id, container, environment, role)
        ) WITHOUT ROWID;
        """
}

/// The roles of accounts in the embedded store.
extension SQLiteAccountStore {
    /// Gives an account a role.
    public func give(_ role: AccountRole, to account: AccountID) async throws {
        let sql = "INSERT OR IGNORE INTO account_role (account_id, container, environment, role) VALUES (?, ?, ?, ?)"
        try await write(sql, Self.key(account, role))
    }

    /// Takes a role away.
    public func take(_ role: AccountRole, from account: AccountID) async throws -> Bool {
        try await file.write { db in
            let sql = "DELETE FROM account_role WHERE account_id = ? AND container = ? AND environment = ? AND role = ?"
            try db.execute(sql: sql, arguments: Self.key(account, role))
            return db.changesCount > 0
        }
    }

    /// Whether an account has a role.
    public func has(_ role: AccountRole, _ account: AccountID) async throws -> Bool {
        try await file.read { db in
            let sql = """
                SELECT 1 FROM account_role WHERE account_id = ? AND container = ? AND environment = ? AND role = ?
                """
            return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: Self.key(account, role)) != nil
        }
    }

    /// The roles of an account.
    public func roles(of account: AccountID) async throws -> [AccountRole] {
        try await file.read { db in
            let sql = """
                SELECT container, environment, role FROM account_role WHERE account_id = ?
                ORDER BY container, environment, role
                """
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [account.rawValue]).compactMap { row in
                ServiceEnvironment(rawValue: row[1]).map {
                    AccountRole(schema: SchemaKey(container: row[0], environment: $0), name: row[2])
                }
            }
        }
    }

    private static func key(_ account: AccountID, _ role: AccountRole) -> StatementArguments {
        [account.rawValue, role.schema.container, role.schema.environment.rawValue, role.name]
    }
}
