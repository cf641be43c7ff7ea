import CloudKitWebServices

extension PostgreSQLAccountStore {
    /// Some accounts, by number.
    public func accounts(after id: AccountID?, limit: Int) async throws -> [Account] {
        let sql = """
            SELECT \(Account.postgreSQLColumns) FROM account WHERE account_id > $1 ORDER BY account_id LIMIT $2
            """
        return try await database.reader.run(.single) { db in
            try db.query(sql, [.integer(id?.rawValue ?? 0), .integer(Int64(limit))]).map(Account.init)
        }
    }

    /// Whether there is such an account, and it may be used.
    public func isEnabled(_ account: AccountID) async throws -> Bool {
        let sql = "SELECT is_enabled FROM account WHERE account_id = $1"
        return try await read(sql, [.integer(account.rawValue)]) { $0.boolean(0) } ?? false
    }

    /// Lets an account be used, or not.
    public func setEnabled(_ isEnabled: Bool, _ account: AccountID) async throws {
        try await database.writer.run(.write) { db in
            let sql = "UPDATE account SET is_enabled = $2 WHERE account_id = $1"
            _ = try db.query(sql, [.integer(account.rawValue), .boolean(isEnabled)])
            if !isEnabled { Self.endSessions(of: account, db) }
        }
    }

    /// Replaces a password.
    public func setPassword(_ password: PasswordHash, of account: AccountID) async throws {
        try await database.writer.run(.write) { db in
            let sql = "UPDATE account SET password = $2 WHERE account_id = $1"
            _ = try db.query(sql, [.integer(account.rawValue), .text(password.text)])
            Self.endSessions(of: account, db)
        }
    }

    /// Deletes an account and all that its number begins the key of: the tables are asked, so that none is forgotten.
    public func delete(_ account: AccountID) async throws {
        try await database.writer.run(.write) { db in
            let sql = """
                SELECT quote_ident(c.relname) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
                WHERE c.relnamespace = to_regnamespace(current_schema()) AND c.relkind IN ('r', 'p')
                AND NOT c.relispartition AND a.attname = 'account_id' AND NOT a.attisdropped ORDER BY c.relname
                """
            for table in try db.query(sql).map({ $0.text(0) }) {
                db.later("DELETE FROM \(table) WHERE account_id = $1", [.integer(account.rawValue)])
            }
            try db.flush()
        }
    }

    private static func endSessions(of account: AccountID, _ db: PostgreSQLTransaction) {
        db.later("DELETE FROM session WHERE account_id = $1", [.integer(account.rawValue)])
    }

    // MARK: - Invitations

    /// Adds an invitation.
    public func add(_ invitation: Invitation) async throws {
        let sql = "INSERT INTO invitation (invitation_hash, created_ms, expires_ms) VALUES ($1, $2, $3)"
        _ = try await write(
            sql,
            [.bytes(invitation.hash), .integer(invitation.created), .integer(invitation.expires)]
        )
    }

    /// An invitation by its hash.
    public func invitation(_ hash: [UInt8]) async throws -> Invitation? {
        let sql = "SELECT created_ms, expires_ms FROM invitation WHERE invitation_hash = $1"
        return try await read(sql, [.bytes(hash)]) { row in
            Invitation(hash: hash, created: row.integer(0), expires: row.integer(1))
        }
    }

    /// Adds an account and uses up the invitation to it.
    public func add(_ account: Account, using invitation: [UInt8]) async throws {
        try await database.writer.run(.write) { db in
            let sql = "DELETE FROM invitation WHERE invitation_hash = $1"
            guard try db.query(sql, [.bytes(invitation)]).affected == 1 else { throw AccountError.badInvitation }
            try account.insert(db)
        }
    }

    /// Removes invitations and sign-ins that are over, and sign-ins whose API token is gone.
    public func removeExpired(before milliseconds: Int64) async throws {
        for table in ["invitation", "session"] {
            _ = try await write("DELETE FROM \(table) WHERE expires_ms < $1", [.integer(milliseconds)])
        }
        let lost = "api_token IS NOT NULL AND api_token NOT IN (SELECT token_hash FROM api_token)"
        _ = try await write("DELETE FROM session WHERE \(lost)", [])
    }
}

extension Account {
    static let postgreSQLColumns = "account_id, name, password, is_enabled, created_ms"

    /// An account from a row of ``postgreSQLColumns``.
    init(_ row: PostgreSQLRow) {
        self.init(
            id: AccountID(rawValue: row.integer(0)),
            name: row.text(1),
            password: PasswordHash(text: row.text(2)),
            isEnabled: row.boolean(3),
            created: row.integer(4)
        )
    }

    /// Adds the row.
    ///
    /// - Throws: ``AccountError/nameTaken``.
    func insert(_ db: PostgreSQLTransaction) throws {
        let sql = """
            INSERT INTO account (\(Self.postgreSQLColumns)) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
            """
        let values: [PostgreSQLValue] = [
            .integer(id.rawValue), .text(name), .text(password.text), .boolean(isEnabled), .integer(created),
        ]
        guard try db.query(sql, values).affected == 1 else { throw AccountError.nameTaken }
    }
}
