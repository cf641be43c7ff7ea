#if CloudKitMirroring

/// The tables in which a mirrored store keeps what it knows of its records.
///
/// They lie in the store's own file, so that what must be true together is committed together.
/// - `_mirror_record`: one row for each record: which row or link it is, its stamps here and at the service, and what is
///   still to be done. `buried` numbers the deletions that are remembered, in the order in which they came.
/// - `_mirror_waiting`: links to records that have not come yet.
/// - `_mirror_parked`: records that cannot be rows before another one has come; `_mirror_parked_target`: which ones.
/// - `_mirror_state`: keys and values: the engine's state, the clock, how far the history was read.
enum MirrorBooksSQL {
    static let tables = [
        "_mirror_record", "_mirror_waiting", "_mirror_parked", "_mirror_parked_target", "_mirror_state",
    ]

    /// One more than the number of the last deletion.
    static let nextBurial = "(SELECT coalesce(max(buried), 0) + 1 FROM _mirror_record WHERE state = 3)"

    /// Deletions that an earlier version remembered get numbers, in any order.
    static let numberedBurials = """
        ALTER TABLE _mirror_record ADD COLUMN buried INTEGER;
        UPDATE _mirror_record SET buried = numbered.number FROM
            (SELECT name, row_number() OVER (ORDER BY name) AS number FROM _mirror_record WHERE state = 3) AS numbered
            WHERE numbered.name = _mirror_record.name;
        """

    /// What an earlier version parked waits for nobody knows whom (''), and what it took out waits no more.
    static let parkedByOthers = """
        DELETE FROM _mirror_parked_target WHERE name NOT IN (SELECT name FROM _mirror_parked);
        INSERT INTO _mirror_parked_target(target, name)
            SELECT '', name FROM _mirror_parked WHERE name NOT IN (SELECT name FROM _mirror_parked_target);
        """

    static let creation = """
        CREATE TABLE IF NOT EXISTS _mirror_record(
            name TEXT PRIMARY KEY,
            kind INTEGER NOT NULL,
            place TEXT NOT NULL,
            pk INTEGER,
            other INTEGER NOT NULL DEFAULT 0,
            system BLOB,
            stamps TEXT NOT NULL,
            server TEXT NOT NULL,
            sent TEXT,
            orders TEXT NOT NULL,
            digests TEXT NOT NULL,
            state INTEGER NOT NULL,
            attempted INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            forward TEXT,
            extra BLOB,
            stale INTEGER NOT NULL,
            buried INTEGER
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX IF NOT EXISTS _mirror_record_row ON _mirror_record(place, pk, other) WHERE pk IS NOT NULL;
        CREATE INDEX IF NOT EXISTS _mirror_record_other ON _mirror_record(place, other) WHERE kind = 1;
        CREATE INDEX IF NOT EXISTS _mirror_record_pending ON _mirror_record(state) WHERE state IN (1, 2);
        CREATE INDEX IF NOT EXISTS _mirror_record_forward ON _mirror_record(forward) WHERE forward IS NOT NULL;
        CREATE INDEX IF NOT EXISTS _mirror_record_buried ON _mirror_record(buried) WHERE state = 3;
        CREATE TABLE IF NOT EXISTS _mirror_waiting(
            target TEXT NOT NULL,
            name TEXT NOT NULL,
            property TEXT NOT NULL,
            PRIMARY KEY(target, name, property)
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS _mirror_waiting_name ON _mirror_waiting(name);
        CREATE TABLE IF NOT EXISTS _mirror_parked(
            name TEXT PRIMARY KEY,
            content BLOB NOT NULL,
            system BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS _mirror_parked_target(
            target TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY(target, name)
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS _mirror_parked_target_name ON _mirror_parked_target(name);
        CREATE TABLE IF NOT EXISTS _mirror_state(
            key TEXT PRIMARY KEY,
            value NOT NULL
        ) WITHOUT ROWID;
        """
}

#endif
