extension FirstTables {
    /// PostgreSQL's tables of the first version, to the letter; never to be changed.
    static let postgreSQL = """
        CREATE TABLE store_version (part text PRIMARY KEY, version bigint NOT NULL);
        INSERT INTO store_version VALUES ('tables', 1);
        CREATE TABLE setting (name text PRIMARY KEY, value bytea NOT NULL);
        CREATE TABLE account (
            account_id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL, password text NOT NULL,
            is_enabled boolean NOT NULL DEFAULT true, created_ms bigint NOT NULL
        );
        CREATE UNIQUE INDEX account_name ON account (lower(name));
        CREATE TABLE api_token (
            token_hash bytea PRIMARY KEY, container text NOT NULL, origins text NOT NULL, callback text,
            created_ms bigint NOT NULL
        );
        CREATE TABLE invitation (
            invitation_hash bytea PRIMARY KEY, created_ms bigint NOT NULL, expires_ms bigint NOT NULL
        );
        CREATE TABLE server_key (
            key_id text PRIMARY KEY, container text NOT NULL, public_key text NOT NULL, created_ms bigint NOT NULL
        );
        CREATE TABLE session (
            account_id bigint, session_hash bytea, container text NOT NULL, created_ms bigint NOT NULL,
            expires_ms bigint NOT NULL, PRIMARY KEY (account_id, session_hash)
        ) PARTITION BY HASH (account_id);
        CREATE TABLE database (
            account_id bigint, database_id bigint, container text COLLATE "C" NOT NULL, environment text NOT NULL,
            head bigint NOT NULL DEFAULT 0, epoch bigint NOT NULL DEFAULT 1, used_bytes bigint NOT NULL DEFAULT 0,
            record_count bigint NOT NULL DEFAULT 0, PRIMARY KEY (account_id, database_id)
        ) PARTITION BY HASH (account_id);
        CREATE TABLE zone (
            account_id bigint, zone_id bigint, database_id bigint NOT NULL, name text COLLATE "C" NOT NULL,
            head bigint NOT NULL DEFAULT 0, epoch bigint NOT NULL DEFAULT 1, pruned_below bigint NOT NULL DEFAULT 0,
            used_bytes bigint NOT NULL DEFAULT 0, record_count bigint NOT NULL DEFAULT 0, database_seq bigint NOT NULL,
            is_deleted boolean NOT NULL DEFAULT false, PRIMARY KEY (account_id, zone_id)
        ) PARTITION BY HASH (account_id);
        CREATE TABLE record (
            account_id bigint, zone_id bigint, record_name text COLLATE "C", seq bigint NOT NULL,
            is_deleted boolean NOT NULL, record_type text COLLATE "C" NOT NULL, fields bytea NOT NULL, parent bytea,
            created_ms bigint NOT NULL, created_by text NOT NULL, created_on text NOT NULL,
            modified_ms bigint NOT NULL, modified_by text NOT NULL, modified_on text NOT NULL, deletion bytea,
            PRIMARY KEY (account_id, zone_id, record_name)
        ) PARTITION BY HASH (account_id);
        CREATE TABLE reference (
            account_id bigint, zone_id bigint, target text COLLATE "C", source text COLLATE "C",
            PRIMARY KEY (account_id, zone_id, target, source)
        ) PARTITION BY HASH (account_id);
        CREATE TABLE graveyard (
            account_id bigint, zone_id bigint, record_name text COLLATE "C",
            PRIMARY KEY (account_id, zone_id, record_name)
        ) PARTITION BY HASH (account_id);
        CREATE TABLE record_field (
            account_id bigint, container text COLLATE "C", environment text, record_type text COLLATE "C",
            field text COLLATE "C", value_type text NOT NULL,
            PRIMARY KEY (account_id, container, environment, record_type, field)
        ) PARTITION BY HASH (account_id);
        CREATE TABLE subscription (
            account_id bigint, database_id bigint, subscription_id text COLLATE "C", body bytea NOT NULL,
            PRIMARY KEY (account_id, database_id, subscription_id)
        ) PARTITION BY HASH (account_id);
        CREATE TABLE answer (
            account_id bigint, request_id text COLLATE "C", digest bytea NOT NULL, status bigint NOT NULL,
            body bytea NOT NULL, created_ms bigint NOT NULL, PRIMARY KEY (account_id, request_id)
        ) PARTITION BY HASH (account_id);
        CREATE INDEX record_assets ON record (account_id, zone_id, record_name)
        WHERE position('\\x2241535345544944'::bytea IN fields) > 0;
        CREATE UNIQUE INDEX database_name ON database (account_id, container, environment);
        CREATE UNIQUE INDEX zone_name ON zone (account_id, database_id, name);
        CREATE UNIQUE INDEX record_feed ON record (account_id, zone_id, seq);
        CREATE INDEX record_of_type ON record (account_id, zone_id, record_type, record_name) WHERE NOT is_deleted;
        CREATE INDEX reference_source ON reference (account_id, zone_id, source);
        CREATE INDEX answer_age ON answer (created_ms);
        DO $parts$ DECLARE name text; BEGIN
            FOREACH name IN ARRAY ARRAY['session', 'database', 'zone', 'record', 'reference',
            'graveyard', 'record_field', 'subscription', 'answer'] LOOP
                FOR part IN 0..15 LOOP
                    EXECUTE format('CREATE TABLE %s_%s PARTITION OF %s FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
                    name, part, name, part);
                END LOOP;
            END LOOP;
        END $parts$;
        """
}
