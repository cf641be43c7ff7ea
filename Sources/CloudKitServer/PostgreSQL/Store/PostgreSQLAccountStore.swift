import CloudKitWebServices

/// Accounts, sign-ins and keys in PostgreSQL.
public final class PostgreSQLAccountStore: AccountStore {
    let database: PostgreSQLDatabase

    /// A store in a database.
    public init(_ database: PostgreSQLDatabase) {
        self.database = database
    }

    /// Adds an account.
    public func add(_ account: Account) async throws {
        try await database.writer.run(.write) { db in try account.insert(db) }
    }

    /// The account of a name.
    public func account(named name: String) async throws -> Account? {
        let sql = "SELECT \(Account.postgreSQLColumns) FROM account WHERE lower(name) = lower($1::text COLLATE \"C\")"
        return try await read(sql, [.text(name)], Account.init)
    }

    /// Whether there is any account.
    public func hasAccounts() async throws -> Bool {
        try await read("SELECT 1 FROM account LIMIT 1", []) { _ in true } ?? false
    }

    /// Adds a sign-in.
    public func add(_ session: Session) async throws {
        let sql = """
            INSERT INTO session (account_id, session_hash, container, created_ms, expires_ms)
            VALUES ($1, $2, $3, $4, $5)
            """
        let values: [PostgreSQLValue] = [
            .integer(session.account.rawValue), .bytes(session.hash), .text(session.container),
            .integer(session.created), .integer(session.expires),
        ]
        _ = try await write(sql, values)
    }

    /// A sign-in, unless it or its account was ended.
    public func session(_ hash: [UInt8], of account: AccountID) async throws -> Session? {
        let sql = """
            SELECT s.container, s.created_ms, s.expires_ms FROM session s JOIN account a ON a.account_id = $1
            WHERE s.account_id = $1 AND s.session_hash = $2 AND a.is_enabled
            """
        return try await read(sql, [.integer(account.rawValue), .bytes(hash)]) { row in
            Session(
                account: account,
                hash: hash,
                container: row.text(0),
                created: row.integer(1),
                expires: row.integer(2)
            )
        }
    }

    /// Ends all sign-ins of an account.
    public func endSessions(of account: AccountID) async throws {
        _ = try await write("DELETE FROM session WHERE account_id = $1", [.integer(account.rawValue)])
    }

    /// Adds an API token.
    public func add(_ token: APIToken) async throws {
        let sql = """
            INSERT INTO api_token (token_hash, container, origins, callback, created_ms) VALUES ($1, $2, $3, $4, $5)
            """
        let values: [PostgreSQLValue] = [
            .bytes(token.hash), .text(token.container), .text(token.origins.joined(separator: "\n")),
            .text(token.callback), .integer(token.created),
        ]
        _ = try await write(sql, values)
    }

    /// An API token by its hash.
    public func apiToken(_ hash: [UInt8]) async throws -> APIToken? {
        let sql = "SELECT container, origins, callback, created_ms FROM api_token WHERE token_hash = $1"
        return try await read(sql, [.bytes(hash)]) { row in
            APIToken(
                hash: hash,
                container: row.text(0),
                origins: row.text(1).split(separator: "\n").map(String.init),
                callback: row.isNull(2) ? nil : row.text(2),
                created: row.integer(3)
            )
        }
    }

    /// Adds the public half of a server's key.
    public func add(_ key: ServerKey) async throws {
        let sql = """
            INSERT INTO server_key (key_id, container, public_key, created_ms) VALUES ($1, $2, $3, $4)
            ON CONFLICT (key_id) DO UPDATE SET
            container = excluded.container, public_key = excluded.public_key, created_ms = excluded.created_ms
            """
        _ = try await write(
            sql,
            [.text(key.id), .text(key.container), .text(key.publicKey), .integer(key.created)]
        )
    }

    /// A server's key by its ID.
    public func serverKey(_ id: String) async throws -> ServerKey? {
        let sql = "SELECT container, public_key, created_ms FROM server_key WHERE key_id = $1"
        return try await read(sql, [.text(id)]) { row in
            ServerKey(id: id, container: row.text(0), publicKey: row.text(1), created: row.integer(2))
        }
    }

    /// Runs one statement that changes something, and says how many rows it changed.
    func write(_ sql: String, _ values: [PostgreSQLValue]) async throws -> Int {
        try await database.writer.run(.write) { db in try db.query(sql, values).affected }
    }

    /// Runs one statement and reads its first row, if there is any.
    func read<Value: Sendable>(
        _ sql: String,
        _ values: [PostgreSQLValue],
        _ make: @escaping @Sendable (PostgreSQLRow) -> Value
    ) async throws -> Value? {
        try await database.reader.run(.single) { db in try db.query(sql, values).first.map(make) }
    }
}
