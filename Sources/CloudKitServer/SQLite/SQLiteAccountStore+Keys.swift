import CloudKitWebServices
import Foundation
import GRDB

/// API tokens and servers' keys in the embedded store.
extension SQLiteAccountStore {
    /// Adds an API token.
    public func add(_ token: APIToken) async throws {
        let sql = "INSERT INTO api_token (\(APIToken.columns)) VALUES (?, ?, ?, ?, ?, ?)"
        let origins = token.origins.joined(separator: "\n")
        try await write(
            sql,
            [
                Data(token.hash), token.container, token.environment?.rawValue, origins, token.callback, token.created,
            ]
        )
    }

    /// An API token by its hash.
    public func apiToken(_ hash: [UInt8]) async throws -> APIToken? {
        try await file.read { db in
            let sql = "SELECT \(APIToken.columns) FROM api_token WHERE token_hash = ?"
            return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [Data(hash)]).map(APIToken.init(row:))
        }
    }

    /// Some API tokens, by hash.
    public func apiTokens(after hash: [UInt8]?, limit: Int) async throws -> [APIToken] {
        try await file.read { db in
            let sql = "SELECT \(APIToken.columns) FROM api_token WHERE token_hash > ? ORDER BY token_hash LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [Data(hash ?? []), limit]).map(APIToken.init(row:))
        }
    }

    /// Takes an API token away, and the sign-ins that were made with it.
    public func revokeAPIToken(_ hash: [UInt8]) async throws -> Bool {
        try await file.write { db in
            try db.execute(sql: "DELETE FROM api_token WHERE token_hash = ?", arguments: [Data(hash)])
            let wasThere = db.changesCount > 0
            try db.execute(sql: "DELETE FROM session WHERE api_token = ?", arguments: [Data(hash)])
            return wasThere
        }
    }

    /// Adds the public half of a server's key.
    public func add(_ key: ServerKey) async throws {
        let sql = "INSERT OR REPLACE INTO server_key (\(ServerKey.columns)) VALUES (?, ?, ?, ?, ?)"
        try await write(sql, [key.id, key.container, key.environment?.rawValue, key.publicKey, key.created])
    }

    /// A server's key by its ID.
    public func serverKey(_ id: String) async throws -> ServerKey? {
        try await file.read { db in
            let sql = "SELECT \(ServerKey.columns) FROM server_key WHERE key_id = ?"
            return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]).map(ServerKey.init(row:))
        }
    }

    /// Some servers' keys, by ID.
    public func serverKeys(after id: String?, limit: Int) async throws -> [ServerKey] {
        try await file.read { db in
            let sql = "SELECT \(ServerKey.columns) FROM server_key WHERE key_id > ? ORDER BY key_id LIMIT ?"
            return try Row.fetchAll(db, sql: sql, arguments: [id ?? "", limit]).map(ServerKey.init(row:))
        }
    }

    /// Takes a server's key away.
    public func revokeServerKey(_ id: String) async throws -> Bool {
        try await file.write { db in
            try db.execute(sql: "DELETE FROM server_key WHERE key_id = ?", arguments: [id])
            return db.changesCount > 0
        }
    }
}

extension APIToken {
    fileprivate static let columns = "token_hash, container, environment, origins, callback, created_ms"

    /// A token from a row of ``columns``.
    fileprivate init(row: Row) {
        let (hash, environment, origins): (Data, String?, String) = (row[0], row[2], row[3])
        self.init(
            hash: Array(hash),
            container: row[1],
            environment: environment.flatMap(ServiceEnvironment.init),
            origins: origins.split(separator: "\n").map(String.init),
            callback: row[4],
            created: row[5]
        )
    }
}

extension ServerKey {
    fileprivate static let columns = "key_id, container, environment, public_key, created_ms"

    /// A key from a row of ``columns``.
    fileprivate init(row: Row) {
        let environment: String? = row[2]
        self.init(
            id: row[0],
            container: row[1],
            environment: environment.flatMap(ServiceEnvironment.init),
            publicKey: row[3],
            created: row[4]
        )
    }
}
