import CloudKitWebServices
import Logging

/// The store for several servers: one PostgreSQL, or another engine that speaks its protocol.
///
/// The lock of a database's row puts its changes in order, from before their numbers are given until the commit.
public final class PostgreSQLRecordStore: RecordStore {
    let database: PostgreSQLDatabase
    /// Zones with fewer records have no index.
    let few: Int
    /// Where requests that change records wait for each other.
    let lines: ModifyLines
    /// How far forgetting is.
    let rounds = ForgettingRounds()
    /// How much one page of a query looks at.
    let bounds: QueryBounds
    let logger: Logger?

    /// A store in a database.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - logger: Is told what nobody else can be told.
    ///   - beforeCommit: Called inside every transaction that changes records, after they were written and before its
    ///     commit, for tests that want to pause there.
    public convenience init(
        _ database: PostgreSQLDatabase,
        logger: Logger? = nil,
        beforeCommit: (@Sendable () -> Void)? = nil
    ) {
        let (few, bounds) = (TypeIndex.fewRecords, QueryBounds())
        self.init(database, logger: logger, few: few, bounds: bounds, beforeCommit: beforeCommit)
    }

    init(
        _ database: PostgreSQLDatabase,
        logger: Logger? = nil,
        few: Int,
        bounds: QueryBounds,
        beforeCommit: (@Sendable () -> Void)? = nil
    ) {
        self.database = database
        self.logger = logger
        self.few = few
        self.bounds = bounds
        lines = ModifyLines(database.writer, work: Self.modifying(few: few, beforeCommit: beforeCommit))
    }

    // MARK: - Reading

    /// Gets records by name.
    public func lookUp(_ names: [String], in zone: ZoneKey, bytes: Int64) async throws -> [StoredRecord?] {
        let values = zone.database.postgreSQLValues + [.text(zone.name), .texts(names), .integer(bytes)]
        let found = try await database.reader.run(.single) { db -> [String: StoredRecord]? in
            let rows = try db.query(Self.lookUpSQL(in: db.tables(of: zone.database.account)), values)
            guard rows.count > 0 else { return nil }
            return Self.records(rows).reduce(into: [:]) { $0[$1.name] = $1 }
        }
        if found == nil, !zone.isDefault { throw zone.missing }
        return AnswerBudget.fitting(names, bytes: bytes) { found?[$0] }
    }

    /// The deletions of these records, by name.
    public func deletions(of names: [String], in zone: ZoneKey) async throws -> [String: StoredDeletion] {
        let values = zone.database.postgreSQLValues + [.text(zone.name), .texts(names)]
        return try await database.reader.run(.single) { db in
            let rows = try db.query(Self.deletionsSQL(in: db.tables(of: zone.database.account)), values)
            let found = rows.map { ($0.text(0), StoredDeletion(stamp: $0.optionalBytes(1))) }
            return Dictionary(found) { first, _ in first }
        }
    }

    /// A record that is there counts, whatever the graveyard has of it: it may have lived again.
    private static func deletionsSQL(in own: AccountTables) -> String {
        """
        SELECT w.name, CASE WHEN r.record_name IS NULL THEN g.deletion ELSE r.deletion END FROM \(own.database) d
        JOIN \(own.zone) z ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4 AND NOT z.is_deleted
        CROSS JOIN unnest($5::text[]) AS w (name)
        LEFT JOIN \(own.record) r ON r.account_id = $1 AND r.zone_id = z.zone_id AND r.record_name = w.name
        LEFT JOIN \(own.graveyard) g ON g.account_id = $1 AND g.zone_id = z.zone_id AND g.record_name = w.name
        WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3
        AND (r.is_deleted OR (r.record_name IS NULL AND g.record_name IS NOT NULL))
        """
    }

    private static func lookUpSQL(in own: AccountTables) -> String {
        """
        SELECT \(ZoneState.postgreSQLColumns), \(StoredRecord.postgreSQLColumns) FROM \(own.database) d
        JOIN \(own.zone) z ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4 AND NOT z.is_deleted
        LEFT JOIN LATERAL (
            SELECT * FROM (
                SELECT found.*, sum(\(StoredRecord.postgreSQLSize)) OVER (ORDER BY w.place) AS bytes
                FROM unnest($5::text[]) WITH ORDINALITY AS w (name, place)
                JOIN \(own.record) found ON found.account_id = $1 AND found.zone_id = z.zone_id
                AND found.record_name = w.name AND NOT found.is_deleted
            ) measured WHERE bytes - \(StoredRecord.postgreSQLSize) <= $6
        ) r ON true
        WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3
        """
    }

    /// The records behind the columns of a zone; a row without one says that the zone is there.
    static func records(_ rows: PostgreSQLRows) -> [StoredRecord] {
        let first = ZoneState.postgreSQLColumnCount
        return rows.map { $0 }.filter { !$0.isNull(first) }.map { StoredRecord($0, from: first) }
    }
}
