import CloudKitWebServices

/// API tokens and servers' keys in PostgreSQL.
extension PostgreSQLAccountStore {
    /// Adds an API token.
    public func add(_ token: APIToken) async throws {
        let sql = "INSERT INTO api_token (\(APIToken.columns)) VALUES ($1, $2, $3, $4, $5, $6)"
        let values: [PostgreSQLValue] = [
            .bytes(token.hash), .text(token.container), .text(token.environment?.rawValue),
            .text(token.origins.joined(separator: "\n")), .text(token.callback), .integer(token.created),
        ]
        _ = try await write(sql, values)
    }

    /// An API token by its hash.
    public func apiToken(_ hash: [UInt8]) async throws -> APIToken? {
        let sql = "SELECT \(APIToken.columns) FROM api_token WHERE token_hash = $1"
        return try await read(sql, [.bytes(hash)], APIToken.init)
    }

    /// Some API tokens, by hash.
    public func apiTokens(after hash: [UInt8]?, limit: Int) async throws -> [APIToken] {
        let sql = "SELECT \(APIToken.columns) FROM api_token WHERE token_hash > $1 ORDER BY token_hash LIMIT $2"
        return try await database.reader.run(.single) { db in
            try db.query(sql, [.bytes(hash ?? []), .integer(Int64(limit))]).map(APIToken.init)
        }
    }

    /// Takes an API token away, and then the sign-ins that were made with it, which are many accounts'.
    ///
    /// If the second fails, forgetting what has expired takes them.
    public func revokeAPIToken(_ hash: [UInt8]) async throws -> Bool {
        let wasThere = try await write("DELETE FROM api_token WHERE token_hash = $1", [.bytes(hash)]) > 0
        _ = try await write("DELETE FROM session WHERE api_token = $1", [.bytes(hash)])
        return wasThere
    }

    /// Adds the public half of a server's key.
    public func add(_ key: ServerKey) async throws {
        let sql = """
            INSERT INTO server_key (\(ServerKey.columns)) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (key_id) DO UPDATE SET container = excluded.container, environment = excluded.environment,
            public_key = excluded.public_key, created_ms = excluded.created_ms
            """
        let values: [PostgreSQLValue] = [
            .text(key.id), .text(key.container), .text(key.environment?.rawValue), .text(key.publicKey),
            .integer(key.created),
        ]
        _ = try await write(sql, values)
    }

    /// A server's key by its ID.
    public func serverKey(_ id: String) async throws -> ServerKey? {
        let sql = "SELECT \(ServerKey.columns) FROM server_key WHERE key_id = $1"
        return try await read(sql, [.text(id)], ServerKey.init)
    }

    /// Some servers' keys, by ID.
    public func serverKeys(after id: String?, limit: Int) async throws -> [ServerKey] {
        let sql = "SELECT \(ServerKey.columns) FROM server_key WHERE key_id > $1 ORDER BY key_id LIMIT $2"
        return try await database.reader.run(.single) { db in
            try db.query(sql, [.text(id ?? ""), .integer(Int64(limit))]).map(ServerKey.init)
        }
    }

    /// Takes a server's key away.
    public func revokeServerKey(_ id: String) async throws -> Bool {
        try await write("DELETE FROM server_key WHERE key_id = $1", [.text(id)]) > 0
    }
}

extension APIToken {
    fileprivate static let columns = "token_hash, container, environment, origins, callback, created_ms"

    /// A token from a row of ``columns``.
    fileprivate init(_ row: PostgreSQLRow) {
        self.init(
            hash: row.bytes(0),
            container: row.text(1),
            environment: ServiceEnvironment(rawValue: row.text(2)),
            origins: row.text(3).split(separator: "\n").map(String.init),
            callback: row.isNull(4) ? nil : row.text(4),
            created: row.integer(5)
        )
    }
}

extension ServerKey {
    fileprivate static let columns = "key_id, container, environment, public_key, created_ms"

    /// A key from a row of ``columns``.
    fileprivate init(_ row: PostgreSQLRow) {
        self.init(
            id: row.text(0),
            container: row.text(1),
            environment: ServiceEnvironment(rawValue: row.text(2)),
            publicKey: row.text(3),
            created: row.integer(4)
        )
    }
}
