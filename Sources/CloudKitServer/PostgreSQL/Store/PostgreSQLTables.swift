/// The tables of the PostgreSQL store, and how older ones become these.
///
/// Every key begins with the account, and tables are divided by it. There are no foreign keys, sequences or triggers, and
/// no transaction changes rows of two accounts, so that accounts can be spread over machines; but for one statement each,
/// with which sign-ins are forgotten that have run out or whose API token was revoked. `account`, `invitation`,
/// `api_token`, `server_key` and `setting` are small, hardly ever written, and undivided: sign-in looks for names in all of them.
enum PostgreSQLTables {
    /// Into how many parts a table is divided; a part can be moved or cleaned for itself.
    static let parts = 16

    /// The steps from nothing to now, in order; a version is how many of them were done.
    private static let steps: [[String]] = [
        first, queryIndexes, environments, answerUsage, subscribers, sessionTokens, roles,
        prunedDeletions,
    ]

    /// Brings the tables to this version, with what is in them; servers that start together wait for each other.
    ///
    /// - Throws: ``PostgreSQLError``, also if they are of a newer version.
    static func prepare(in pool: PostgreSQLPool) async throws {
        try await makeVersion(in: pool)
        try await pool.run(.write) { db in
            // The row's lock lets one server at a time work on the tables.
            let sql = "SELECT version FROM store_version WHERE part = 'tables' FOR UPDATE"
            let done = Int(try db.query(sql).first?.integer(0) ?? 0)
            guard done <= steps.count else {
                let message = "the database is of version \(done), this server of \(steps.count): use a newer server"
                throw PostgreSQLError(kind: .refused, state: "", message: message)
            }
            guard done < steps.count else { return }
            try db.run(script: steps[done...].joined().joined(separator: ";\n"))
            db.later("UPDATE store_version SET version = $1 WHERE part = 'tables'", [.integer(Int64(steps.count))])
        }
    }

    /// Checks that the tables are those of this version.
    ///
    /// - Throws: ``PostgreSQLError`` if they are not.
    static func check(_ db: PostgreSQLTransaction) throws {
        let version = try db.query("SELECT version FROM store_version WHERE part = 'tables'").first?.integer(0)
        guard version == Int64(steps.count) else {
            throw PostgreSQLError(kind: .refused, state: "", message: "the tables are of another version")
        }
    }

    private static func makeVersion(in pool: PostgreSQLPool) async throws {
        let make = """
            CREATE TABLE IF NOT EXISTS store_version (part text PRIMARY KEY, version bigint NOT NULL);
            INSERT INTO store_version VALUES ('tables', 0) ON CONFLICT (part) DO NOTHING
            """
        for attempt in 1... {
            do {
                return try await pool.run(.write) { db in
                    // A role that may not make tables can still serve when they are there.
                    let isThere = try db.query("SELECT to_regclass('store_version') IS NOT NULL").first?.boolean(0)
                    if isThere != true { try db.run(script: make) }
                }
            } catch let error as PostgreSQLError where error.isClashOfTables && attempt < PostgreSQLPool.attempts {
                // Another server makes it at this moment.
                continue
            }
        }
    }

    /// A table divided by account.
    static func divided(_ name: String, _ definition: String) -> [String] {
        ["CREATE TABLE \(name) (\(definition)) PARTITION BY HASH (account_id)"]
            + (0..<parts).map { part in
                // Room in each page keeps rows that change again and again, such as heads, where they are.
                let options = ["zone", "database", "answer_usage"].contains(name) ? " WITH (fillfactor = 50)" : ""
                return "CREATE TABLE \(name)_\(part) PARTITION OF \(name) FOR VALUES "
                    + "WITH (MODULUS \(parts), REMAINDER \(part))\(options)"
            }
    }

    private static let first: [String] =
        undivided + divided("session", session) + divided("database", database) + divided("zone", zone)
        + divided("record", record) + divided("reference", reference) + divided("graveyard", graveyard)
        + divided("record_field", recordField) + divided("subscription", subscription) + divided("answer", answer)
        + indexes

    private static let undivided = [
        "CREATE TABLE setting (name text PRIMARY KEY, value bytea NOT NULL)",
        """
        CREATE TABLE account (
            account_id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, password text NOT NULL,
            is_enabled boolean NOT NULL DEFAULT true, created_ms bigint NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX account_name ON account (lower(name))",
        """
        CREATE TABLE api_token (
            token_hash bytea PRIMARY KEY, container text NOT NULL, origins text NOT NULL, callback text,
            created_ms bigint NOT NULL
        )
        """,
        """
        CREATE TABLE invitation (
            invitation_hash bytea PRIMARY KEY, created_ms bigint NOT NULL, expires_ms bigint NOT NULL
        )
        """,
        """
        CREATE TABLE server_key (
            key_id text PRIMARY KEY, container text NOT NULL, public_key text NOT NULL, created_ms bigint NOT NULL
        )
        """,
    ]

    /// The one environment of API tokens and keys; those from before have none, which is both.
    private static let environments = [
        "ALTER TABLE api_token ADD COLUMN environment text", "ALTER TABLE server_key ADD COLUMN environment text",
    ]

    /// The API token that a sign-in was made with; those from before have none, and end with none.
    private static let sessionTokens = ["ALTER TABLE session ADD COLUMN api_token bytea"]

    /// What the deleting device said of a deletion that left the feed; those from before have nothing.
    private static let prunedDeletions = ["ALTER TABLE graveyard ADD COLUMN deletion bytea"]

    /// How many bytes of answers each account has kept.
    private static let answerUsage =
        divided("answer_usage", "account_id bigint PRIMARY KEY, used_bytes bigint NOT NULL") + [
            """
            INSERT INTO answer_usage (account_id, used_bytes)
            SELECT account_id, sum(octet_length(body) + \(AnswerRoom.rowBytes))::bigint FROM answer GROUP BY account_id
            """
        ]

    private static let session = """
        account_id bigint, session_hash bytea, container text NOT NULL, created_ms bigint NOT NULL,
        expires_ms bigint NOT NULL, PRIMARY KEY (account_id, session_hash)
        """

    private static let database = """
        account_id bigint, database_id bigint, container text COLLATE "C" NOT NULL, environment text NOT NULL,
        head bigint NOT NULL DEFAULT 0, epoch bigint NOT NULL DEFAULT 1, used_bytes bigint NOT NULL DEFAULT 0,
        record_count bigint NOT NULL DEFAULT 0, PRIMARY KEY (account_id, database_id)
        """

    private static let zone = """
        account_id bigint, zone_id bigint, database_id bigint NOT NULL, name text COLLATE "C" NOT NULL,
        head bigint NOT NULL DEFAULT 0, epoch bigint NOT NULL DEFAULT 1, pruned_below bigint NOT NULL DEFAULT 0,
        used_bytes bigint NOT NULL DEFAULT 0, record_count bigint NOT NULL DEFAULT 0, database_seq bigint NOT NULL,
        is_deleted boolean NOT NULL DEFAULT false, PRIMARY KEY (account_id, zone_id)
        """

    private static let record = """
        account_id bigint, zone_id bigint, record_name text COLLATE "C", seq bigint NOT NULL,
        is_deleted boolean NOT NULL, record_type text COLLATE "C" NOT NULL, fields bytea NOT NULL, parent bytea,
        created_ms bigint NOT NULL, created_by text NOT NULL, created_on text NOT NULL,
        modified_ms bigint NOT NULL, modified_by text NOT NULL, modified_on text NOT NULL, deletion bytea,
        PRIMARY KEY (account_id, zone_id, record_name)
        """

    private static let reference = """
        account_id bigint, zone_id bigint, target text COLLATE "C", source text COLLATE "C",
        PRIMARY KEY (account_id, zone_id, target, source)
        """

    private static let graveyard = """
        account_id bigint, zone_id bigint, record_name text COLLATE "C",
        PRIMARY KEY (account_id, zone_id, record_name)
        """

    private static let recordField = """
        account_id bigint, container text COLLATE "C", environment text, record_type text COLLATE "C",
        field text COLLATE "C", value_type text NOT NULL,
        PRIMARY KEY (account_id, container, environment, record_type, field)
        """

    private static let subscription = """
        account_id bigint, database_id bigint, subscription_id text COLLATE "C", body bytea NOT NULL,
        PRIMARY KEY (account_id, database_id, subscription_id)
        """

    private static let answer = """
        account_id bigint, request_id text COLLATE "C", digest bytea NOT NULL, status bigint NOT NULL,
        body bytea NOT NULL, created_ms bigint NOT NULL, PRIMARY KEY (account_id, request_id)
        """

    /// Whether a record may hold files: its fields have `"ASSETID` among their bytes.
    static let holdsAssets = "position('\\x2241535345544944'::bytea IN fields) > 0"

    private static let indexes = [
        "CREATE INDEX record_assets ON record (account_id, zone_id, record_name) WHERE \(holdsAssets)",
        "CREATE UNIQUE INDEX database_name ON database (account_id, container, environment)",
        "CREATE UNIQUE INDEX zone_name ON zone (account_id, database_id, name)",
        // The order of a database's zones has no index: they are few, and their rows, which every write changes, then
        // need no new entry in any index.
        "CREATE UNIQUE INDEX record_feed ON record (account_id, zone_id, seq)",
        """
        CREATE INDEX record_of_type ON record (account_id, zone_id, record_type, record_name) WHERE NOT is_deleted
        """,
        "CREATE INDEX reference_source ON reference (account_id, zone_id, source)",
        "CREATE INDEX answer_age ON answer (created_ms)",
    ]
}
