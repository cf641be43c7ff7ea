import CloudKitWebServices
import Foundation
import GRDB

extension SQLiteRecordStore {
    /// The private databases that an account has written to.
    public func databases(of account: AccountID) async throws -> [DatabaseKey] {
        try await file.read { db in
            let sql = "SELECT container, environment FROM database WHERE account_id = ? ORDER BY container, environment"
            return try Row.fetchAll(db, sql: sql, arguments: [account.rawValue]).compactMap { row in
                ServiceEnvironment(rawValue: row[1]).map {
                    DatabaseKey(account: account, container: row[0], environment: $0)
                }
            }
        }
    }

    /// The public databases that anybody has written to.
    public func publicDatabases() async throws -> [DatabaseKey] {
        try await file.read { db in
            let sql = "SELECT container, environment FROM database WHERE account_id < 0 ORDER BY container, environment"
            return try Row.fetchAll(db, sql: sql).compactMap { row in
                ServiceEnvironment(rawValue: row[1]).map { DatabaseKey(publicIn: row[0], environment: $0) }
            }
        }
    }

    /// Writes a setting and looks whether the tables are those of this version.
    public func checkReady() async throws {
        try await file.write { db in
            guard try SQLiteDatabase.migrator.hasCompletedMigrations(db) else {
                throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "the tables are of another version")
            }
            try db.execute(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('ready', x'01')")
        }
    }

    /// Writes that wait for their turn.
    public var queueLength: Int { file.writer.waitingCount }
}
