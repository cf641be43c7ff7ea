import CloudKitWebServices
import Foundation
import GRDB

/// Accounts, sign-ins and keys in the embedded store.
public final class SQLiteAccountStore: AccountStore {
    let file: SQLiteDatabase

    /// A store in a file.
    public init(_ file: SQLiteDatabase) {
        self.file = file
    }

    /// Adds an account.
    public func add(_ account: Account) async throws {
        try await file.write { db in try account.insert(db) }
    }

    /// The account of a name.
    public func account(named name: String) async throws -> Account? {
        try await file.read { db in
            let sql = "SELECT \(Account.columns) FROM account WHERE name = ?"
            return try Row.fetchOne(db, sql: sql, arguments: [name]).map(Account.init(row:))
        }
    }

    /// Whether there is any account.
    public func hasAccounts() async throws -> Bool {
        try await file.read { db in try Row.fetchOne(db, sql: "SELECT 1 FROM account LIMIT 1") != nil }
    }

    /// Adds a sign-in.
    public func add(_ session: Session, through apiToken: [UInt8]?) async throws {
        try await file.write { db in
            let token = apiToken.map { Data($0) }
            if let token {
                let sql = "SELECT 1 FROM api_token WHERE token_hash = ?"
                guard try Row.fetchOne(db, sql: sql, arguments: [token]) != nil else {
                    throw RevocationError.unknownToken
                }
            }
            let sql = """
                INSERT INTO session (account_id, session_hash, container, created_ms, expires_ms, api_token)
                VALUES (?, ?, ?, ?, ?, ?)
                """
            try db.execute(
                sql: sql,
                arguments: [
                    session.account.rawValue, Data(session.hash), session.container, session.created, session.expires,
                    token,
                ]
            )
        }
    }

    /// A sign-in, unless it or its account was ended.
    public func session(_ hash: [UInt8], of account: AccountID) async throws -> Session? {
        try await file.read { db in
            let sql = """
                SELECT container, session.created_ms, expires_ms FROM session JOIN account USING (account_id)
                WHERE account_id = ? AND session_hash = ? AND is_enabled = 1
                """
            let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [account.rawValue, Data(hash)])
            return row.map { row in
                Session(account: account, hash: hash, container: row[0], created: row[1], expires: row[2])
            }
        }
    }

    /// Ends all sign-ins of an account.
    public func endSessions(of account: AccountID) async throws {
        try await write("DELETE FROM session WHERE account_id = ?", [account.rawValue])
    }

    func write(_ sql: String, _ arguments: StatementArguments) async throws {
        try await file.write { db in try db.execute(sql: sql, arguments: arguments) }
    }
}

extension Account {
    static let columns = "account_id, name, password, is_enabled, created_ms"

    init(row: Row) {
        self.init(
            id: AccountID(rawValue: row[0]),
            name: row[1],
            password: PasswordHash(text: row[2]),
            isEnabled: row[3],
            created: row[4]
        )
    }

    /// Adds the row.
    ///
    /// - Throws: ``AccountError/nameTaken``.
    func insert(_ db: Database) throws {
        do {
            try db.execute(
                sql: "INSERT INTO account (\(Self.columns)) VALUES (?, ?, ?, ?, ?)",
                arguments: [id.rawValue, name, password.text, isEnabled, created]
            )
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw AccountError.nameTaken
        }
    }
}
