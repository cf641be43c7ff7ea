import CloudKitWebServices
import Foundation
import GRDB

extension SQLiteAccountStore {
    /// Some accounts, by number.
    public func accounts(after id: AccountID?, limit: Int) async throws -> [Account] {
        try await file.read { db in
            let sql = "SELECT \(Account.columns) FROM account WHERE account_id > ? ORDER BY account_id LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [id?.rawValue ?? 0, limit]).map(Account.init(row:))
        }
    }

    /// Whether there is such an account, and it may be used.
    public func isEnabled(_ account: AccountID) async throws -> Bool {
        try await file.read { db in
            let sql = "SELECT is_enabled FROM account WHERE account_id = ?"
            return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [account.rawValue]) ?? false
        }
    }

    /// Lets an account be used, or not.
    public func setEnabled(_ isEnabled: Bool, _ account: AccountID) async throws {
        try await file.write { db in
            try db.execute(
                sql: "UPDATE account SET is_enabled = ? WHERE account_id = ?",
                arguments: [isEnabled, account.rawValue]
            )
            if !isEnabled { try Self.endSessions(of: account, db) }
        }
    }

    /// Replaces a password.
    public func setPassword(_ password: PasswordHash, of account: AccountID) async throws {
        try await file.write { db in
            try db.execute(
                sql: "UPDATE account SET password = ? WHERE account_id = ?",
                arguments: [password.text, account.rawValue]
            )
            try Self.endSessions(of: account, db)
        }
    }

    /// Deletes an account and all that its number begins the key of: the tables are asked, so that none is forgotten.
    public func delete(_ account: AccountID) async throws {
        try await file.write { db in
            let sql = """
                SELECT master.name FROM sqlite_master AS master JOIN pragma_table_info(master.name) AS field
                WHERE master.type = 'table' AND field.name = 'account_id'
                """
            for table in try String.fetchAll(db, sql: sql) {
                try db.execute(
                    sql: "DELETE FROM \(table.quotedDatabaseIdentifier) WHERE account_id = ?",
                    arguments: [account.rawValue]
                )
            }
        }
    }

    private static func endSessions(of account: AccountID, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM session WHERE account_id = ?", arguments: [account.rawValue])
    }

    // MARK: - Invitations

    /// Adds an invitation.
    public func add(_ invitation: Invitation) async throws {
        let sql = "INSERT INTO invitation (invitation_hash, created_ms, expires_ms) VALUES (?, ?, ?)"
        try await write(sql, [Data(invitation.hash), invitation.created, invitation.expires])
    }

    /// An invitation by its hash.
    public func invitation(_ hash: [UInt8]) async throws -> Invitation? {
        try await file.read { db in
            let sql = "SELECT created_ms, expires_ms FROM invitation WHERE invitation_hash = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [Data(hash)]).map { row in
                Invitation(hash: hash, created: row[0], expires: row[1])
            }
        }
    }

    /// Adds an account and uses up the invitation to it.
    public func add(_ account: Account, using invitation: [UInt8]) async throws {
        try await file.write { db in
            try db.execute(
                sql: "DELETE FROM invitation WHERE invitation_hash = ?",
                arguments: [Data(invitation)]
            )
            guard db.changesCount == 1 else { throw AccountError.badInvitation }
            try account.insert(db)
        }
    }

    /// Removes invitations and sign-ins that are over, and sign-ins whose API token is gone.
    public func removeExpired(before milliseconds: Int64) async throws {
        try await file.write { db in
            for table in ["invitation", "session"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE expires_ms < ?", arguments: [milliseconds])
            }
            try db.execute(
                sql: """
                    DELETE FROM session
                    WHERE api_token IS NOT NULL AND api_token NOT IN (SELECT token_hash FROM api_token)
                    """
            )
        }
    }
}
