extension SQLiteTables {
    /// Who subscribed, in public databases, and to records of which type.
    ///
    /// In private ones nobody is named, and older subscriptions name no type, which stands for any.
    static let subscribers = """
        CREATE TABLE new_subscription (
            account_id INTEGER NOT NULL, database_id INTEGER NOT NULL, subscriber INTEGER NOT NULL,
            subscription_id TEXT NOT NULL, record_type TEXT NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (account_id, database_id, subscriber, subscription_id)
        ) WITHOUT ROWID;
        INSERT INTO new_subscription (account_id, database_id, subscriber, subscription_id, record_type, body)
        SELECT account_id, database_id, 0, subscription_id, '', body FROM subscription;
        DROP TABLE subscription;
        ALTER TABLE new_subscription RENAME TO subscription;
        CREATE INDEX subscription_of_type ON subscription (account_id, database_id, record_type);
        """
}
