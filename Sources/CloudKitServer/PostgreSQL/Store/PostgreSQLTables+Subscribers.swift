extension PostgreSQLTables {
    /// Who subscribed, in public databases, and to records of which type; and indexes that begin with the account.
    ///
    /// In private databases nobody is named, and older subscriptions name no type, which stands for any.
    static let subscribers = [
        "ALTER TABLE subscription ADD COLUMN subscriber bigint NOT NULL DEFAULT 0",
        "ALTER TABLE subscription ADD COLUMN record_type text COLLATE \"C\" NOT NULL DEFAULT ''",
        "ALTER TABLE subscription DROP CONSTRAINT subscription_pkey",
        "ALTER TABLE subscription ADD PRIMARY KEY (account_id, database_id, subscriber, subscription_id)",
        "CREATE INDEX subscription_of_type ON subscription (account_id, database_id, record_type)",
        "DROP INDEX answer_age",
        "CREATE INDEX answer_age ON answer (account_id, created_ms)",
        "DROP INDEX record_tombstone",
        "CREATE INDEX record_tombstone ON record (account_id, modified_ms) WHERE is_deleted",
    ]
}
