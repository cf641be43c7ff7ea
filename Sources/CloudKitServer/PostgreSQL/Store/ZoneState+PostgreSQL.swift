import CloudKitWebServices

extension ZoneState {
    /// The columns of a zone, of the table `z`.
    static let postgreSQLColumns = "z.name, z.zone_id, z.head, z.epoch, z.pruned_below, z.is_deleted"
    /// How many these are.
    static let postgreSQLColumnCount = 6

    /// A zone from a row that begins with ``postgreSQLColumns``.
    init(_ row: PostgreSQLRow) {
        self.init(
            name: row.text(0),
            number: row.integer(1),
            head: row.integer(2),
            epoch: row.integer(3),
            prunedBelow: row.integer(4),
            isDeleted: row.boolean(5)
        )
    }

    /// Gets a zone, deleted or not, whose database is not known by number yet.
    static func find(_ key: ZoneKey, in own: AccountTables) -> PostgreSQLCall {
        let sql = """
            SELECT \(postgreSQLColumns) FROM \(own.database) d JOIN \(own.zone) z
            ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3
            """
        return PostgreSQLCall(sql, key.database.postgreSQLValues + [.text(key.name)])
    }

    /// A zone, deleted or not; nil if there never was one.
    static func find(_ name: String, in database: DatabaseRow, _ db: PostgreSQLTransaction) throws -> ZoneState? {
        let sql = """
            SELECT \(postgreSQLColumns) FROM \(db.tables(of: database.account).zone) z
            WHERE z.account_id = $1 AND z.database_id = $2 AND z.name = $3
            """
        return try db.query(sql, [.integer(database.account), .integer(database.id), .text(name)]).first
            .map(ZoneState.init)
    }

    /// The zones that exist in a database, by name.
    static func all(in database: DatabaseKey, _ db: PostgreSQLTransaction) throws -> [ZoneState] {
        let own = db.tables(of: database.account)
        let sql = """
            SELECT \(postgreSQLColumns) FROM \(own.database) d JOIN \(own.zone) z
            ON z.account_id = $1 AND z.database_id = d.database_id AND NOT z.is_deleted
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3 ORDER BY z.name
            """
        return try db.query(sql, database.postgreSQLValues).map(ZoneState.init)
    }

    /// The number after which changes of new zones are numbered, since a backup was put back that may not know all zones.
    static let postgreSQLFirstHead =
        "coalesce((SELECT convert_from(value, 'UTF8')::bigint FROM setting WHERE name = 'numbers'), 0::bigint)"

    /// Makes a zone, or makes one that was deleted anew: same number, next life.
    static func make(
        _ name: String,
        in database: inout DatabaseRow,
        now: Int64,
        _ db: PostgreSQLTransaction
    ) throws -> ZoneState {
        let place = database.advance(Usage(), db)
        let own = db.tables(of: database.account)
        let sql = """
            INSERT INTO \(own.zone) AS z (account_id, zone_id, database_id, name, database_seq, epoch, head, pruned_below)
            SELECT $1, coalesce(max(zone_id), 0) + 1, $2, $3, $4, $5, \(postgreSQLFirstHead), \(postgreSQLFirstHead)
            FROM \(own.zone) WHERE account_id = $1
            ON CONFLICT (account_id, database_id, name) DO UPDATE SET is_deleted = false,
            epoch = greatest(z.epoch + 1, excluded.epoch), database_seq = excluded.database_seq
            RETURNING \(postgreSQLColumns)
            """
        let values: [PostgreSQLValue] = [
            .integer(database.account), .integer(database.id), .text(name), .integer(place),
            .integer(database.firstEpochOfZone(now: now)),
        ]
        guard let row = try db.query(sql, values).first else {
            throw PostgreSQLError(kind: .refused, state: "", message: "a zone that was made is missing")
        }
        return ZoneState(row)
    }

    /// Writes the zone's new head and the database's next number, which is the zone's new place among the zones.
    func advance(to head: Int64, growth: Usage, in database: inout DatabaseRow, _ db: PostgreSQLTransaction) {
        database.head += 1
        let own = db.tables(of: database.account)
        let sql = """
            WITH moved AS (
                UPDATE \(own.database) SET head = $6, used_bytes = used_bytes + $4, record_count = record_count + $5
                WHERE account_id = $1 AND database_id = $7
            )
            UPDATE \(own.zone) SET head = $3, used_bytes = used_bytes + $4, record_count = record_count + $5,
            database_seq = $6 WHERE account_id = $1 AND zone_id = $2
            """
        db.later(
            sql,
            [
                .integer(database.account), .integer(number), .integer(head), .integer(growth.bytes),
                .integer(growth.records), .integer(database.head), .integer(database.id),
            ]
        )
    }
}
