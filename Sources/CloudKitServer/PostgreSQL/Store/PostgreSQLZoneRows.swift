import CloudKitWebServices

/// The rows of one zone, while its database's row is locked.
///
/// What a command names is read with the lock, in the same round trip; what a plan asks beyond that is read when it does.
final class PostgreSQLZoneRows: ZoneContents {
    private let db: PostgreSQLTransaction
    private let key: ZoneKey
    private let account: Int64
    private var zone: Int64 = 0
    private var records: [String: StoredRecord?] = [:]
    private var types: [String: [String: SchemaField]?] = [:]
    private var rights: [String: [SchemaGrant]] = [:]
    /// How many records the zone has, and which fields stand in the indexes of its types.
    private var zoneRecords = 0
    private var indexes: [String: Set<String>] = [:]
    private var sources: [String: [String]] = [:]

    init(_ key: ZoneKey, _ db: PostgreSQLTransaction) {
        self.key = key
        self.db = db
        account = key.database.account.rawValue
    }

    // MARK: - Reading ahead

    private static let zoneID = """
        (SELECT z.zone_id FROM database d JOIN zone z
        ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4
        WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3)
        """

    /// The statements that get what a command names: records, the fields of their types, and what points at those that
    /// it deletes.
    func calls(for command: ModifyCommand) -> [PostgreSQLCall] {
        let place = key.database.postgreSQLValues + [.text(key.name)]
        let names = command.operations.compactMap(\.record.recordName)
        let records = """
            SELECT \(StoredRecord.postgreSQLColumns) FROM record r
            WHERE r.account_id = $1 AND r.zone_id = \(Self.zoneID) AND r.record_name = ANY ($5)
            """
        var calls = [PostgreSQLCall(records, place + [.texts(names)])]
        calls.append(PostgreSQLSchema.fields(of: Self.types(of: command), in: key.database.schema))
        let indexes = """
            SELECT z.record_count, t.record_type, t.fields FROM zone z LEFT JOIN type_index t
            ON t.account_id = $1 AND t.zone_id = z.zone_id
            WHERE z.account_id = $1 AND z.zone_id = \(Self.zoneID)
            """
        calls.append(PostgreSQLCall(indexes, place))
        let deleted = Self.deleted(by: command)
        if !deleted.isEmpty {
            let sources = """
                SELECT target, source FROM reference
                WHERE account_id = $1 AND zone_id = \(Self.zoneID) AND target = ANY ($5)
                """
            calls.append(PostgreSQLCall(sources, place + [.texts(deleted)]))
        }
        return calls
    }

    private static func types(of command: ModifyCommand) -> [String] {
        Array(Set(command.operations.compactMap(\.record.recordType)))
    }

    private static func deleted(by command: ModifyCommand) -> [String] {
        command.operations.filter(\.operationType.isDelete).compactMap(\.record.recordName)
    }

    /// Takes what these statements gave.
    func fill(_ rows: ArraySlice<PostgreSQLRows>, for command: ModifyCommand, zone: ZoneState) {
        self.zone = zone.number
        var rows = rows
        for operation in command.operations { records[operation.record.recordName ?? ""] = .some(nil) }
        for record in rows.popFirst()?.map({ StoredRecord($0) }) ?? [] { records[record.name] = record }
        let found = rows.popFirst().map(PostgreSQLSchema.fields) ?? [:]
        for type in Self.types(of: command) { types[type] = .some(found[type]) }
        for row in rows.popFirst()?.map({ $0 }) ?? [] {
            zoneRecords = Int(row.integer(0))
            if !row.isNull(1) { indexes[row.text(1)] = PostgreSQLIndex.names(row.text(2)) }
        }
        for name in Self.deleted(by: command) { sources[name] = [] }
        if let rows = rows.popFirst() {
            for number in 0..<rows.count {
                let row = rows.row(number)
                sources[row.text(0), default: []].append(row.text(1))
            }
        }
    }

    // MARK: - What a plan asks

    func record(named name: String) throws -> StoredRecord? {
        if let known = records[name] { return known }
        let sql = """
            SELECT \(StoredRecord.postgreSQLColumns) FROM record r
            WHERE r.account_id = $1 AND r.zone_id = $2 AND r.record_name = $3
            """
        let record = try db.query(sql, [.integer(account), .integer(zone), .text(name)]).first.map { StoredRecord($0) }
        records[name] = .some(record)
        return record
    }

    func isBuried(_ name: String) throws -> Bool {
        let sql = "SELECT 1 FROM graveyard WHERE account_id = $1 AND zone_id = $2 AND record_name = $3"
        return try db.query(sql, [.integer(account), .integer(zone), .text(name)]).count > 0
    }

    func referrers(to name: String) throws -> [String] {
        if let known = sources[name] { return known }
        let sql = "SELECT source FROM reference WHERE account_id = $1 AND zone_id = $2 AND target = $3"
        return try db.query(sql, [.integer(account), .integer(zone), .text(name)]).map { $0.text(0) }
    }

    func fieldTypes(of recordType: String) throws -> [String: String]? {
        try fields(of: recordType)?.mapValues(\.wireType)
    }

    private func fields(of recordType: String) throws -> [String: SchemaField]? {
        if let known = types[recordType] { return known }
        let call = PostgreSQLSchema.fields(of: [recordType], in: key.database.schema)
        let found = try db.query([call]).first.map(PostgreSQLSchema.fields) ?? [:]
        types[recordType] = .some(found[recordType])
        return found[recordType]
    }

    func grants(of recordType: String) throws -> [SchemaGrant] {
        if let known = rights[recordType] { return known }
        let call = PostgreSQLSchema.grants(of: [recordType], in: key.database.schema)
        let found = try db.query([call]).first.map(PostgreSQLSchema.grants)?[recordType] ?? []
        rights[recordType] = found
        return found
    }

    // MARK: - Writing

    /// Keeps the indexes of the record types up to date; they are made whole while the records are as they were.
    func followIndexes(_ changes: [RecordChange], few: Int) throws {
        for (type, changes) in Dictionary(grouping: changes, by: \.new.type) {
            if indexes[type] == nil, zoneRecords < few { continue }
            let wanted = TypeIndex(try fields(of: type) ?? [:], scope: key.database.scope)
            if indexes[type] == nil, !wanted.isDeclared { continue }
            let index = PostgreSQLIndex(db: db, account: account, zone: zone, recordType: type)
            let names = try index.make(wanted, present: indexes[type])
            try index.follow(changes, wanted, under: names)
        }
    }

    /// Writes records and what they point at.
    func write(_ changes: [RecordChange]) throws {
        StoredRecord.write(changes.map(\.new), zone: zone, account: account, db)
        var (gone, new) = ([(String, String)](), [(String, String)]())
        for change in changes {
            let targets = try change.references(in: key.name)
            gone += targets.gone.map { ($0, change.new.name) }
            new += targets.new.map { ($0, change.new.name) }
        }
        let delete = """
            DELETE FROM reference WHERE account_id = $1 AND zone_id = $2
            AND (target, source) IN (SELECT * FROM unnest($3::text[], $4::text[]))
            """
        let insert = """
            INSERT INTO reference (account_id, zone_id, target, source)
            SELECT $1, $2, * FROM unnest($3::text[], $4::text[]) ON CONFLICT DO NOTHING
            """
        for (sql, pairs) in [(delete, gone), (insert, new)] where !pairs.isEmpty {
            let values: [PostgreSQLValue] = [.texts(pairs.map(\.0)), .texts(pairs.map(\.1))]
            db.later(sql, [.integer(account), .integer(zone)] + values)
        }
    }
}
