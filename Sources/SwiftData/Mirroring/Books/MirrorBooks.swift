#if CloudKitMirroring
import Foundation
import GRDB
import GRDBSQLite

/// The bookkeeping of a mirrored store, within one access to its connection.
struct MirrorBooks {
    let store: SQLiteStore
    let db: Database

    enum StateKey: String {
        case device, clock, history, engine, user, zone, schema, layout, comparison, adopted, zoneGone, quota,
            clockOffset, clockSeen
    }

    /// The name under which the store's history is held for mirroring.
    static let historyConsumer = "CloudMirror"
    /// Who is named in the history as the author of what came from other devices: as on Apple's systems.
    static let author = "NSCloudKitMirroringDelegate.import"

    // MARK: Statements

    func run(_ sql: String, _ values: [SQLValue] = []) throws {
        try store.connection.statement(sql, on: db).run(values) { _ in }
    }

    func rows<Row>(_ sql: String, _ values: [SQLValue] = [], _ read: (OpaquePointer) throws -> Row) throws -> [Row] {
        var rows: [Row] = []
        try store.connection.statement(sql, on: db).run(values) { rows.append(try read($0)) }
        return rows
    }

    func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        try rows(sql, values) { row in
            sqlite3_column_type(row, 0) == SQLITE_NULL ? nil : sqlite3_column_int64(row, 0)
        }.first ?? nil
    }

    /// Makes the tables where they are missing, and those of earlier versions into what they are now.
    func prepare() throws {
        guard let handle = db.sqliteConnection else { throw StoreError.interrupted }
        let columns = try rows("SELECT name FROM pragma_table_info('_mirror_record')") { String._read($0, 0) }
        if !columns.isEmpty, !columns.contains("buried") {
            try RawStatement.execute(MirrorBooksSQL.numberedBurials, on: handle)
        }
        try RawStatement.execute(MirrorBooksSQL.creation, on: handle)
        try RawStatement.execute(MirrorBooksSQL.parkedByOthers, on: handle)
    }

    /// Whether the store was ever mirrored.
    func isPresent() throws -> Bool { try isPresent("_mirror_state") }

    private func isPresent(_ table: String) throws -> Bool {
        try integer("SELECT count(*) FROM sqlite_master WHERE name = ?1", [.text(table)]) == 1
    }

    /// Forgets everything: the next sync begins anew.
    func clear() throws {
        // An earlier version had fewer of them.
        for table in MirrorBooksSQL.tables where try isPresent(table) { try run("DELETE FROM \(table)") }
    }

    // MARK: Keys and values

    func state(_ key: StateKey) throws -> SQLValue? {
        try rows("SELECT value FROM _mirror_state WHERE key = ?1", [.text(key.rawValue)]) { SQLValue($0, 0) }.first
    }

    func text(_ key: StateKey) throws -> String? {
        if case .text(let text) = try state(key) { text } else { nil }
    }

    func number(_ key: StateKey) throws -> Int64? {
        if case .integer(let number) = try state(key) { number } else { nil }
    }

    func set(_ key: StateKey, _ value: SQLValue?) throws {
        guard let value else { return try run("DELETE FROM _mirror_state WHERE key = ?1", [.text(key.rawValue)]) }
        try run("INSERT OR REPLACE INTO _mirror_state(key, value) VALUES(?1, ?2)", [.text(key.rawValue), value])
    }

    // MARK: Records

    private static let columns =
        "name, kind, place, pk, other, system, stamps, server, sent, orders, digests, state, attempted, seen, forward, extra, "
        + "stale"

    func entries(_ condition: String, _ values: [SQLValue] = []) throws -> [MirrorEntry] {
        try rows("SELECT \(Self.columns) FROM _mirror_record WHERE \(condition)", values, MirrorEntry.init(row:))
    }

    func entry(named name: String) throws -> MirrorEntry? {
        try entries("name = ?1", [.text(name)]).first
    }

    /// The record of a row.
    func entry(ofRow key: Int64, in table: String) throws -> MirrorEntry? {
        try entries("place = ?1 AND pk = ?2 AND other = 0", [.text(table), .integer(key)]).first
    }

    /// The name of a row's record.
    func name(ofRow key: Int64, in table: String) throws -> String? {
        try rows(
            "SELECT name FROM _mirror_record WHERE place = ?1 AND pk = ?2 AND other = 0",
            [.text(table), .integer(key)]
        ) { String._read($0, 0) }.first
    }

    /// The record of a link.
    func entry(ofLink own: Int64, _ other: Int64, in table: String) throws -> MirrorEntry? {
        try entries("place = ?1 AND pk = ?2 AND other = ?3", [.text(table), .integer(own), .integer(other)]).first
    }

    /// The number of a deletion: as it was, or one more than the last.
    private static let burial = """
        CASE WHEN ?12 = 3 THEN coalesce(
        (SELECT buried FROM _mirror_record WHERE name = ?1 AND state = 3), \(MirrorBooksSQL.nextBurial)) END
        """

    func save(_ entry: MirrorEntry) throws {
        let marks = (1...17).map { "?\($0)" }.joined(separator: ", ")
        try run(
            "INSERT OR REPLACE INTO _mirror_record(\(Self.columns), buried) VALUES(\(marks), \(Self.burial))",
            [
                .text(entry.name), .integer(entry.kind.rawValue), .text(entry.place),
                entry.pk.map { .integer($0) } ?? .null, .integer(entry.other),
                entry.system.map { .blob($0) } ?? .null, .text(entry.stamps.text), .text(entry.server.text),
                entry.sent.map { .text($0.text) } ?? .null, .text(PairText.encode(entry.orders)),
                .text(PairText.encode(entry.digests)), .integer(entry.state.rawValue),
                .integer(entry.isAttempted ? 1 : 0), .integer(entry.seen), entry.forward.map { .text($0) } ?? .null,
                entry.extra.map { .blob($0) } ?? .null, .integer(entry.isStale ? 1 : 0),
            ]
        )
    }

    func remove(_ name: String) throws {
        try run("DELETE FROM _mirror_record WHERE name = ?1", [.text(name)])
    }

    /// How many steps a name is followed: longer chains come from damage only.
    private static let longestChain = 16

    /// The record that stands for a name now.
    func standing(for name: String) throws -> MirrorEntry? {
        var next = name
        for _ in 0..<Self.longestChain {
            guard let entry = try entry(named: next) else { return nil }
            guard let forward = entry.forward else { return entry }
            next = forward
        }
        return nil
    }

    /// The last name of a chain of forwards, whether or not it is known.
    func standingName(for name: String) throws -> String {
        var next = name
        for _ in 0..<Self.longestChain {
            guard let forward = try entry(named: next)?.forward else { return next }
            next = forward
        }
        return next
    }

    /// Names, and those of the records whose rows go by one of these.
    func withForwards(to names: Set<String>) throws -> Set<String> {
        guard !names.isEmpty else { return names }
        let sql = """
            WITH RECURSIVE alias(name) AS (
                SELECT value FROM json_each(?1)
                UNION
                SELECT record.name FROM alias CROSS JOIN _mirror_record AS record ON record.forward = alias.name
            )
            SELECT name FROM alias
            """
        return Set(try rows(sql, [.text(MirrorWork.jsonArray(names))]) { String._read($0, 0) })
    }

    /// Whether something is left that the next batch would hold.
    ///
    /// - Parameters:
    ///   - setAside: Names of records that the service refused. Notes that name them wait for them.
    ///   - savesToo: Whether there is room for more than deletions.
    /// - Returns: Whether there is.
    /// - Throws: ``StoreError``.
    func hasUpload(without setAside: Set<String>, savesToo: Bool) throws -> Bool {
        let states = savesToo ? "1, 2" : "2"
        let setAside = try withForwards(to: setAside)
        let names = try rows(
            "SELECT name FROM _mirror_record WHERE state IN (\(states)) LIMIT \(setAside.count + 1)"
        ) { String._read($0, 0) }
        return names.contains { !setAside.contains($0) }
    }

    /// How many records wait to go up.
    func pendingCount() throws -> Int {
        Int(try integer("SELECT count(*) FROM _mirror_record WHERE state IN (1, 2)") ?? 0)
    }
}

extension MirrorEntry {
    fileprivate init(row: OpaquePointer) {
        func text(_ column: Int32) -> String? {
            sqlite3_column_type(row, column) == SQLITE_NULL ? nil : String._read(row, column)
        }
        func data(_ column: Int32) -> Data? {
            sqlite3_column_type(row, column) == SQLITE_NULL ? nil : Data._read(row, column)
        }
        name = text(0) ?? ""
        kind = Kind(rawValue: sqlite3_column_int64(row, 1)) ?? .row
        place = text(2) ?? ""
        pk = sqlite3_column_type(row, 3) == SQLITE_NULL ? nil : sqlite3_column_int64(row, 3)
        other = sqlite3_column_int64(row, 4)
        system = data(5)
        stamps = StampSet(text: text(6) ?? "")
        server = StampSet(text: text(7) ?? "")
        sent = text(8).map { StampSet(text: $0) }
        orders = PairText.decode(text(9) ?? "")
        digests = PairText.decode(text(10) ?? "")
        state = State(rawValue: sqlite3_column_int64(row, 11)) ?? .clean
        isAttempted = sqlite3_column_int64(row, 12) != 0
        seen = sqlite3_column_int64(row, 13)
        forward = text(14)
        extra = data(15)
        isStale = sqlite3_column_int64(row, 16) != 0
    }
}

#endif
