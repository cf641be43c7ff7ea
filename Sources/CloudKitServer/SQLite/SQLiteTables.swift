/// The tables of the embedded store.
///
/// Every key begins with the account. There are no foreign keys, so that nothing is ever locked across accounts.
enum SQLiteTables {
    static let first = """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

        CREATE TABLE account (
            account_id INTEGER PRIMARY KEY,
            name TEXT NOT NULL COLLATE NOCASE UNIQUE,
            password TEXT NOT NULL,
            is_enabled INTEGER NOT NULL DEFAULT 1,
            created_ms INTEGER NOT NULL
        );
        CREATE TABLE session (
            account_id INTEGER NOT NULL,
            session_hash BLOB NOT NULL,
            container TEXT NOT NULL,
            created_ms INTEGER NOT NULL,
            expires_ms INTEGER NOT NULL,
            PRIMARY KEY (account_id, session_hash)
        ) WITHOUT ROWID;
        CREATE TABLE api_token (
            token_hash BLOB PRIMARY KEY, container TEXT NOT NULL, origins TEXT NOT NULL, created_ms INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE server_key (
            key_id TEXT PRIMARY KEY, container TEXT NOT NULL, public_key TEXT NOT NULL, created_ms INTEGER NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE database (
            account_id INTEGER NOT NULL,
            database_id INTEGER NOT NULL,
            container TEXT NOT NULL,
            environment TEXT NOT NULL,
            head INTEGER NOT NULL DEFAULT 0,
            epoch INTEGER NOT NULL DEFAULT 1,
            used_bytes INTEGER NOT NULL DEFAULT 0,
            record_count INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account_id, database_id)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX database_name ON database (account_id, container, environment);

        CREATE TABLE zone (
            account_id INTEGER NOT NULL,
            zone_id INTEGER NOT NULL,
            database_id INTEGER NOT NULL,
            name TEXT NOT NULL,
            head INTEGER NOT NULL DEFAULT 0,
            epoch INTEGER NOT NULL DEFAULT 1,
            pruned_below INTEGER NOT NULL DEFAULT 0,
            used_bytes INTEGER NOT NULL DEFAULT 0,
            record_count INTEGER NOT NULL DEFAULT 0,
            database_seq INTEGER NOT NULL,
            is_deleted INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account_id, zone_id)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX zone_name ON zone (account_id, database_id, name);
        CREATE UNIQUE INDEX zone_feed ON zone (account_id, database_id, database_seq);

        CREATE TABLE record (
            account_id INTEGER NOT NULL,
            zone_id INTEGER NOT NULL,
            record_name TEXT NOT NULL,
            seq INTEGER NOT NULL,
            is_deleted INTEGER NOT NULL,
            record_type TEXT NOT NULL,
            fields BLOB NOT NULL,
            parent BLOB,
            created_ms INTEGER NOT NULL,
            created_by TEXT NOT NULL,
            created_on TEXT NOT NULL,
            modified_ms INTEGER NOT NULL,
            modified_by TEXT NOT NULL,
            modified_on TEXT NOT NULL,
            deletion BLOB
        );
        CREATE UNIQUE INDEX record_name ON record (account_id, zone_id, record_name);
        CREATE UNIQUE INDEX record_feed ON record (account_id, zone_id, seq);
        CREATE INDEX record_of_type ON record (account_id, zone_id, record_type, record_name) WHERE is_deleted = 0;

        CREATE TABLE reference (
            account_id INTEGER NOT NULL, zone_id INTEGER NOT NULL, target TEXT NOT NULL, source TEXT NOT NULL,
            PRIMARY KEY (account_id, zone_id, target, source)
        ) WITHOUT ROWID;
        CREATE INDEX reference_source ON reference (account_id, zone_id, source);
        CREATE TABLE graveyard (
            account_id INTEGER NOT NULL, zone_id INTEGER NOT NULL, record_name TEXT NOT NULL,
            PRIMARY KEY (account_id, zone_id, record_name)
        ) WITHOUT ROWID;

        CREATE TABLE record_field (
            account_id INTEGER NOT NULL, container TEXT NOT NULL, environment TEXT NOT NULL,
            record_type TEXT NOT NULL, field TEXT NOT NULL, value_type TEXT NOT NULL,
            PRIMARY KEY (account_id, container, environment, record_type, field)
        ) WITHOUT ROWID;

        CREATE TABLE subscription (
            account_id INTEGER NOT NULL, database_id INTEGER NOT NULL, subscription_id TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (account_id, database_id, subscription_id)
        ) WITHOUT ROWID;

        CREATE TABLE answer (
            account_id INTEGER NOT NULL, request_id TEXT NOT NULL, digest BLOB NOT NULL, status INTEGER NOT NULL,
            body BLOB NOT NULL, created_ms INTEGER NOT NULL,
            PRIMARY KEY (account_id, request_id)
        );
        CREATE INDEX answer_age ON answer (created_ms);
        """

    /// The one environment of API tokens and keys; those from before have none, which is both.
    static let environments = """
        ALTER TABLE api_token ADD COLUMN environment TEXT;
        ALTER TABLE server_key ADD COLUMN environment TEXT;
        """

    /// The API token that a sign-in was made with; those from before have none, and end with none.
    static let sessionTokens = "ALTER TABLE session ADD COLUMN api_token BLOB"

    /// What the deleting device said of a deletion that left the feed; those from before have nothing.
    static let prunedDeletions = "ALTER TABLE graveyard ADD COLUMN deletion BLOB"

    /// How many bytes of answers each account has kept.
    static let answerUsage = """
        CREATE TABLE answer_usage (account_id INTEGER PRIMARY KEY, used_bytes INTEGER NOT NULL);
        INSERT INTO answer_usage (account_id, used_bytes)
        SELECT account_id, sum(length(body) + \(AnswerRoom.rowBytes)) FROM answer GROUP BY account_id;
        """

    /// Invitations, and where the sign-in page sends people back to.
    static let invitations = """
        CREATE TABLE invitation (
            invitation_hash BLOB PRIMARY KEY, created_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL
        ) WITHOUT ROWID;
        ALTER TABLE api_token ADD COLUMN callback TEXT;
        """
}
