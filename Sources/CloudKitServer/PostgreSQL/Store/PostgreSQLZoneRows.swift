import CloudKitWebServices

/// The rows of one zone, while its database's row is locked.
///
/// What commands name is read with the lock, in the same round trip; what a plan asks beyond that is read when it does.
/// Changes are taken over here, where the commands that follow see them, and written together at the end.
final class PostgreSQLZoneRows: ZoneContents {
    private let db: PostgreSQLTransaction
    private let key: ZoneKey
    private let account: Int64
    private let tables: AccountTables
    /// The zone's number.
    var zone: Int64 = 0
    private var records: [String: StoredRecord?] = [:]
    private var types: [String: [String: SchemaField]?] = [:]
    private var rights: [String: [SchemaGrant]] = [:]
    /// How many records the zone has, and which fields stand in the indexes of its types.
    private var zoneRecords = 0
    private var indexes: [String: Set<String>] = [:]
    private var sources: [String: [String]] = [:]
    /// What is to be written: the records, and at each target whether a record points there now.
    private var changes: [String: RecordChange] = [:]
    private var links: [String: [String: Bool]] = [:]

    init(_ key: ZoneKey, _ db: PostgreSQLTransaction) {
        self.key = key
        self.db = db
        account = key.database.account.rawValue
        tables = db.tables(of: account)
    }

    // MARK: - Reading ahead

    /// The statements that get what commands name: the zone with its indexes and records, the fields of their types, and
    /// what points at those that they delete.
    func calls(for commands: [ModifyCommand]) -> [PostgreSQLCall] {
        let place = key.database.postgreSQLValues + [.text(key.name)]
        // An index is one line, the type before its fields: neither has a space in its name.
        let zone = """
            SELECT \(ZoneState.postgreSQLColumns), z.record_count, (
                SELECT string_agg(t.record_type || ' ' || t.fields, E'\\n') FROM \(tables.typeIndex) t
                WHERE t.account_id = $1 AND t.zone_id = z.zone_id
            ), \(StoredRecord.postgreSQLColumns)
            FROM \(tables.database) d
            JOIN \(tables.zone) z ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4
            LEFT JOIN \(tables.record) r
            ON r.account_id = $1 AND r.zone_id = z.zone_id AND r.record_name = ANY ($5)
            WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3
            """
        var calls = [PostgreSQLCall(zone, place + [.texts(Self.names(in: commands))])]
        calls.append(PostgreSQLSchema.fields(of: Self.types(in: commands), in: key.database.schema, db))
        let deleted = Self.deleted(by: commands)
        if !deleted.isEmpty {
            let sources = """
                SELECT r.target, r.source FROM \(tables.database) d
                JOIN \(tables.zone) z ON z.account_id = $1 AND z.database_id = d.database_id AND z.name = $4
                JOIN \(tables.reference) r
                ON r.account_id = $1 AND r.zone_id = z.zone_id AND r.target = ANY ($5)
                WHERE d.account_id = $1 AND d.container = $2 AND d.environment = $3
                """
            calls.append(PostgreSQLCall(sources, place + [.texts(deleted)]))
        }
        return calls
    }

    private static func names(in commands: [ModifyCommand]) -> [String] {
        Array(Set(commands.flatMap { $0.operations.compactMap(\.record.recordName) }))
    }

    private static func types(in commands: [ModifyCommand]) -> [String] {
        Array(Set(commands.flatMap { $0.operations.compactMap(\.record.recordType) }))
    }

    private static func deleted(by commands: [ModifyCommand]) -> [String] {
        commands.flatMap { $0.operations.filter(\.operationType.isDelete).compactMap(\.record.recordName) }
    }

    /// Takes what these statements gave.
    ///
    /// - Returns: The zone, deleted or not; nil if there never was one.
    func fill(_ rows: ArraySlice<PostgreSQLRows>, for commands: [ModifyCommand]) -> ZoneState? {
        var rows = rows
        let found = rows.popFirst()
        let state = found?.first.map(ZoneState.init)
        zone = state?.number ?? 0
        let column = ZoneState.postgreSQLColumnCount
        zoneRecords = Int(found?.first?.integer(column) ?? 0)
        for line in found?.first?.text(column + 1).split(separator: "\n") ?? [] {
            let words = line.split(separator: " ").map(String.init)
            if let type = words.first { indexes[type] = Set(words.dropFirst()) }
        }
        for name in Self.names(in: commands) { records[name] = .some(nil) }
        for row in found?.map({ $0 }) ?? [] where !row.isNull(column + 2) {
            let record = StoredRecord(row, from: column + 2)
            records[record.name] = record
        }
        let fields = rows.popFirst().map(PostgreSQLSchema.fields) ?? [:]
        for type in Self.types(in: commands) { types[type] = .some(fields[type]) }
        for name in Self.deleted(by: commands) { sources[name] = [] }
        for row in rows.popFirst()?.map({ $0 }) ?? [] { sources[row.text(0), default: []].append(row.text(1)) }
        return state
    }

    // MARK: - What a plan asks

    func record(named name: String) throws -> StoredRecord? {
        if let known = records[name] { return known }
        let sql = """
            SELECT \(StoredRecord.postgreSQLColumns) FROM \(tables.record) r
            WHERE r.account_id = $1 AND r.zone_id = $2 AND r.record_name = $3
            """
        let record = try db.query(sql, [.integer(account), .integer(zone), .text(name)]).first.map { StoredRecord($0) }
        records[name] = .some(record)
        return record
    }

    func prunedDeletion(of name: String) throws -> StoredDeletion? {
        let sql = """
            SELECT deletion FROM \(tables.graveyard) WHERE account_id = $1 AND zone_id = $2 AND record_name = $3
            """
        return try db.query(sql, [.integer(account), .integer(zone), .text(name)]).first
            .map { StoredDeletion(stamp: $0.optionalBytes(0)) }
    }

    func referrers(to name: String) throws -> [String] {
        let stored = try storedReferrers(to: name)
        guard let links = links[name] else { return stored }
        let news = links.filter { $0.value && !stored.contains($0.key) }.keys
        return stored.filter { links[$0] != false } + news.sorted()
    }

    private func storedReferrers(to name: String) throws -> [String] {
        if let known = sources[name] { return known }
        let sql = "SELECT source FROM \(tables.reference) WHERE account_id = $1 AND zone_id = $2 AND target = $3"
        return try db.query(sql, [.integer(account), .integer(zone), .text(name)]).map { $0.text(0) }
    }

    func fieldTypes(of recordType: String) throws -> [String: String]? {
        try fields(of: recordType)?.mapValues(\.wireType)
    }

    private func fields(of recordType: String) throws -> [String: SchemaField]? {
        if let known = types[recordType] { return known }
        let call = PostgreSQLSchema.fields(of: [recordType], in: key.database.schema, db)
        let found = try db.query([call]).first.map(PostgreSQLSchema.fields) ?? [:]
        types[recordType] = .some(found[recordType])
        return found[recordType]
    }

    func typeCount() throws -> Int {
        Int(try db.query([PostgreSQLSchema.typeCount(in: key.database.schema, db)]).first?.first?.integer(0) ?? 0)
    }

    func grants(of recordType: String) throws -> [SchemaGrant] {
        if let known = rights[recordType] { return known }
        let call = PostgreSQLSchema.grants(of: [recordType], in: key.database.schema, db)
        let found = try db.query([call]).first.map(PostgreSQLSchema.grants)?[recordType] ?? []
        rights[recordType] = found
        return found
    }

    // MARK: - Writing

    /// Takes changes over; nothing is taken if this throws.
    ///
    /// - Throws: `JSONError` if the store was damaged.
    func take(_ new: [RecordChange]) throws {
        let targets = try new.map { ($0.new.name, try $0.references(in: key.name)) }
        for (source, targets) in targets {
            for target in targets.gone { links[target, default: [:]][source] = false }
            for target in targets.new { links[target, default: [:]][source] = true }
        }
        for change in new {
            let name = change.new.name
            records[name] = change.new
            changes[name] = changes[name].map { RecordChange(old: $0.old, new: change.new) } ?? change
        }
    }

    /// Writes what was taken: records, what they point at, and the indexes of their types.
    func write(few: Int) throws {
        let changes = self.changes.values.sorted { $0.new.sequence < $1.new.sequence }
        try followIndexes(changes, few: few)
        StoredRecord.write(changes.map(\.new), zone: zone, account: account, db)
        writeLinks()
    }

    /// Keeps the indexes of the record types up to date; they are made whole while the records are as they were.
    private func followIndexes(_ changes: [RecordChange], few: Int) throws {
        for (type, changes) in Dictionary(grouping: changes.flatMap(\.byType), by: \.new.type) {
            if indexes[type] == nil, zoneRecords < few { continue }
            let wanted = TypeIndex(try fields(of: type) ?? [:], scope: key.database.scope)
            if indexes[type] == nil, !wanted.isDeclared { continue }
            let index = PostgreSQLIndex(db: db, account: account, zone: zone, recordType: type)
            let names = try index.make(wanted, present: indexes[type])
            try index.follow(changes, wanted, under: names)
        }
    }

    private func writeLinks() {
        let delete = """
            DELETE FROM \(tables.reference) WHERE account_id = $1 AND zone_id = $2
            AND (target, source) IN (SELECT * FROM unnest($3::text[], $4::text[]))
            """
        let insert = """
            INSERT INTO \(tables.reference) (account_id, zone_id, target, source)
            SELECT $1, $2, * FROM unnest($3::text[], $4::text[]) ON CONFLICT DO NOTHING
            """
        for (sql, isThere) in [(delete, false), (insert, true)] {
            let pairs = links.flatMap { target, sources in
                sources.filter { $0.value == isThere }.map { (target, $0.key) }
            }
            if pairs.isEmpty { continue }
            let values: [PostgreSQLValue] = [.texts(pairs.map(\.0)), .texts(pairs.map(\.1))]
            db.later(sql, [.integer(account), .integer(zone)] + values)
        }
    }
}

extension RecordChange {
    /// The change as each index of a record type sees it: a record that came back as one of another type is gone from the
    /// one and new in the other.
    fileprivate var byType: [RecordChange] {
        guard let old, old.type != new.type else { return [self] }
        var gone = old
        gone.isDeleted = true
        return [RecordChange(old: old, new: gone), RecordChange(old: nil, new: new)]
    }
}
