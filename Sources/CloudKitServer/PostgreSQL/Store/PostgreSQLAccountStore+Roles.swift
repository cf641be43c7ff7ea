import CloudKitWebServices

extension PostgreSQLTables {
    /// Roles that accounts were given.
    static let roles = divided(
        "account_role",
        """
        account_id bigint, container text COLLATE "C", environment text COLLATE "C", role text COLLATE "C",
        PRIMARY KEY (account_id, container, environment, role)
        """
    )
}

/// The roles of accounts in PostgreSQL.
extension PostgreSQLAccountStore {
    /// Gives an account a role.
    public func give(_ role: AccountRole, to account: AccountID) async throws {
        let sql = """
            INSERT INTO account_role (account_id, container, environment, role) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING
            """
        _ = try await write(sql, Self.key(account, role))
    }

    /// Takes a role away.
    public func take(_ role: AccountRole, from account: AccountID) async throws -> Bool {
        let sql = """
            DELETE FROM account_role WHERE account_id = $1 AND container = $2 AND environment = $3 AND role = $4
            """
        return try await write(sql, Self.key(account, role)) > 0
    }

    /// Whether an account has a role.
    public func has(_ role: AccountRole, _ account: AccountID) async throws -> Bool {
        let sql = """
            SELECT 1 FROM account_role WHERE account_id = $1 AND container = $2 AND environment = $3 AND role = $4
            """
        return try await database.reader.run(.single) { db in try db.query(sql, Self.key(account, role)).count > 0 }
    }

    /// The roles of an account.
    public func roles(of account: AccountID) async throws -> [AccountRole] {
        let sql = """
            SELECT container, environment, role FROM account_role WHERE account_id = $1
            ORDER BY container, environment, role
            """
        return try await database.reader.run(.single) { db in
            try db.query(sql, [.integer(account.rawValue)]).map { $0 }.compactMap { row in
                ServiceEnvironment(rawValue: row.text(1)).map {
                    AccountRole(schema: SchemaKey(container: row.text(0), environment: $0), name: row.text(2))
                }
            }
        }
    }

    private static func key(_ account: AccountID, _ role: AccountRole) -> [PostgreSQLValue] {
        [
            .integer(account.rawValue), .text(role.schema.container), .text(role.schema.environment.rawValue),
            .text(role.name),
        ]
    }
}
