import CloudKitWebServices
import GRDB

extension DatabaseRow {
    /// The row; nil if nobody has written to the database.
    static func find(_ key: DatabaseKey, in db: Database) throws -> DatabaseRow? {
        let sql = """
            SELECT database_id, head, epoch, used_bytes, record_count FROM database
            WHERE account_id = ? AND container = ? AND environment = ?
            """
        let arguments: StatementArguments = [key.account.rawValue, key.container, key.environment.rawValue]
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else { return nil }
        return DatabaseRow(
            account: key.account.rawValue,
            id: row[0],
            head: row[1],
            epoch: row[2],
            usage: Usage(bytes: row[3], records: row[4])
        )
    }

    /// The row, made if need be; its life begins at the present time.
    static func make(_ key: DatabaseKey, now: Int64, in db: Database) throws -> DatabaseRow {
        if let row = try find(key, in: db) { return row }
        let sql = """
            INSERT INTO database (account_id, database_id, container, environment, epoch) VALUES
            (?1, (SELECT coalesce(max(database_id), 0) + 1 FROM database WHERE account_id = ?1), ?2, ?3, ?4)
            """
        let epoch = firstEpoch(now: now)
        try db.execute(sql: sql, arguments: [key.account.rawValue, key.container, key.environment.rawValue, epoch])
        guard let row = try find(key, in: db) else { throw key.lost }
        return row
    }

    /// What the account holds in all its databases.
    func accountUsage(in db: Database) throws -> Usage {
        let sql = """
            SELECT coalesce(sum(used_bytes), 0), coalesce(sum(record_count), 0) FROM database WHERE account_id = ?
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [account])
        return Usage(bytes: row?[0] ?? 0, records: row?[1] ?? 0)
    }

    /// Takes the database's next number.
    mutating func advance(_ growth: Usage, in db: Database) throws -> Int64 {
        head += 1
        let sql = """
            UPDATE database SET head = ?, used_bytes = used_bytes + ?, record_count = record_count + ?
            WHERE account_id = ? AND database_id = ?
            """
        try db.cachedStatement(sql: sql).execute(arguments: [head, growth.bytes, growth.records, account, id])
        return head
    }
}

extension DatabaseKey {
    /// A row is gone that was just written: the file is damaged.
    fileprivate var lost: DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a row of the table database is missing")
    }
}

extension ZoneState {
    private static let columns = "name, zone_id, head, epoch, pruned_below, is_deleted"

    private init(row: Row) {
        self.init(name: row[0], number: row[1], head: row[2], epoch: row[3], prunedBelow: row[4], isDeleted: row[5])
    }

    /// A zone, deleted or not; nil if there never was one.
    static func find(_ name: String, in database: DatabaseRow, _ db: Database) throws -> ZoneState? {
        let sql = "SELECT \(columns) FROM zone WHERE account_id = ? AND database_id = ? AND name = ?"
        let row = try Row.fetchOne(
            db.cachedStatement(sql: sql),
            arguments: [database.account, database.id, name]
        )
        return row.map(ZoneState.init(row:))
    }

    /// The zones whose place in the database's order is in a range, in that order, with that place.
    static func changed(
        after: Int64,
        in database: DatabaseRow,
        limit: Int,
        _ db: Database
    ) throws -> [(place: Int64, zone: ZoneState)] {
        let sql = """
            SELECT \(columns), database_seq FROM zone
            WHERE account_id = ? AND database_id = ? AND database_seq > ? ORDER BY database_seq LIMIT ?
            """
        return try Row.fetchAll(
            db.cachedStatement(sql: sql),
            arguments: [database.account, database.id, after, limit]
        ).map { ($0[6], ZoneState(row: $0)) }
    }

    /// The zones that exist, by name.
    static func all(in database: DatabaseRow, _ db: Database) throws -> [ZoneState] {
        let sql = """
            SELECT \(columns) FROM zone WHERE account_id = ? AND database_id = ? AND is_deleted = 0 ORDER BY name
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [database.account, database.id])
            .map(ZoneState.init(row:))
    }

    /// The number after which changes of new zones are numbered, since a backup was put back that may not know all zones.
    static let firstHead =
        "coalesce((SELECT CAST(CAST(value AS TEXT) AS INTEGER) FROM setting WHERE name = 'numbers'), 0)"

    /// Makes a zone, or makes one that was deleted anew: same number, next life.
    static func make(_ name: String, in database: inout DatabaseRow, now: Int64, _ db: Database) throws -> ZoneState {
        let place = try database.advance(Usage(), in: db)
        let sql = """
            INSERT INTO zone (account_id, zone_id, database_id, name, database_seq, epoch, head, pruned_below) VALUES
            (?1, (SELECT coalesce(max(zone_id), 0) + 1 FROM zone WHERE account_id = ?1), ?2, ?3, ?4, ?5,
            \(firstHead), \(firstHead))
            ON CONFLICT (account_id, database_id, name) DO UPDATE
            SET is_deleted = 0, epoch = max(epoch + 1, excluded.epoch), database_seq = excluded.database_seq
            RETURNING \(columns)
            """
        let epoch = database.firstEpochOfZone(now: now)
        let arguments: StatementArguments = [database.account, database.id, name, place, epoch]
        guard let row = try Row.fetchAll(db, sql: sql, arguments: arguments).first else { throw lost }
        return ZoneState(row: row)
    }

    /// Marks a zone as deleted, whose rows are gone.
    func bury(place: Int64, account: Int64, _ db: Database) throws -> ZoneState {
        let sql = """
            UPDATE zone SET is_deleted = 1, used_bytes = 0, record_count = 0, pruned_below = head, database_seq = ?
            WHERE account_id = ? AND zone_id = ? RETURNING \(Self.columns)
            """
        guard let row = try Row.fetchAll(db, sql: sql, arguments: [place, account, number]).first else {
            throw Self.lost
        }
        return ZoneState(row: row)
    }

    /// A row is gone that was just there: the file is damaged.
    private static var lost: DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a row of the table zone is missing")
    }

    /// Writes the zone's new head, and its new place among the zones of the database.
    func advance(to head: Int64, growth: Usage, place: Int64, account: Int64, _ db: Database) throws {
        let sql = """
            UPDATE zone SET head = ?, used_bytes = used_bytes + ?, record_count = record_count + ?, database_seq = ?
            WHERE account_id = ? AND zone_id = ?
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: [head, growth.bytes, growth.records, place, account, number])
    }
}
