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
    public func add(_ session: Session, through apiToken: [UInt8]?) async throws {
        let sql = """
            INSERT INTO session (account_id, session_hash, container, created_ms, expires_ms, api_token)
            VALUES ($1, $2, $3, $4, $5, $6)
            """
        let values: [PostgreSQLValue] = [
            .integer(session.account.rawValue), .bytes(session.hash), .text(session.container),
            .integer(session.created), .integer(session.expires), .bytes(apiToken),
        ]
        try await database.writer.run(.write) { db in
            if let apiToken {
                // Whoever revokes the token at this moment waits for the row's lock, and then sees the sign-in.
                let sql = "SELECT 1 FROM api_token WHERE token_hash = $1 FOR KEY SHARE"
                guard try db.query(sql, [.bytes(apiToken)]).first != nil else { throw RevocationError.unknownToken }
            }
            db.later(sql, values)
        }
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
