import Foundation

/// The tables of a store's history, and how rows and numbers stand for transactions and changes.
///
/// - `_history_transaction`: one row a save.
/// - `_history_change`: one row for each run of changes of one kind with consecutive keys. A change's number is
///   `transaction × 2^28 + position`, so it rises with time and its transaction can be told from it.
/// - `_history_entity`: names of entities and properties as they were when the changes were written, so that the
///   history outlives changes of the schema.
/// - `_history_consumer`: who still has to read it, and up to where they have.
enum HistorySQL {
    /// Statements that make the tables where they are missing.
    static let creation = """
        CREATE TABLE IF NOT EXISTS _history_transaction(
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            timestamp REAL NOT NULL,
            author TEXT,
            bundle TEXT NOT NULL,
            process TEXT NOT NULL
        );
        CREATE TABLE IF NOT EXISTS _history_change(
            id INTEGER PRIMARY KEY,
            entity INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            pk INTEGER NOT NULL,
            pk_last INTEGER NOT NULL,
            mask INTEGER,
            tombstone TEXT
        );
        CREATE TABLE IF NOT EXISTS _history_entity(
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            properties TEXT NOT NULL,
            UNIQUE(name, properties)
        );
        CREATE TABLE IF NOT EXISTS _history_consumer(
            name TEXT PRIMARY KEY,
            token INTEGER NOT NULL,
            seen REAL NOT NULL
        ) WITHOUT ROWID;
        """

    /// Every table of the history, for what leaves it out (copies, comparisons, erasing).
    static let tables = ["_history_transaction", "_history_change", "_history_entity", "_history_consumer"]

    static let insertTransaction = """
        INSERT INTO _history_transaction(timestamp, author, bundle, process) VALUES(?, ?, ?, ?)
        """
    static let insertChange = """
        INSERT INTO _history_change(id, entity, kind, pk, pk_last, mask, tombstone) VALUES(?, ?, ?, ?, ?, ?, ?)
        """

    /// Bits of a change's number that hold its position in the transaction.
    static let positionBits: Int64 = 28

    /// The number of the first change of a transaction.
    static func firstChange(ofTransaction transaction: Int64) -> Int64 {
        transaction << positionBits
    }

    /// Makes the tables and gives the history's own number of each entity, in the order of `entities`.
    ///
    /// An entity whose properties changed since the history was last written gets a new number; the old one keeps
    /// the old names.
    static func prepare(
        _ connection: OpaquePointer,
        entities: [(name: String, properties: [String])]
    ) throws -> [Int64] {
        try RawStatement.execute(creation, on: connection)
        return try entities.map { entity in
            let properties = entity.properties.joined(separator: " ")
            let arguments: [SQLValue] = [.text(entity.name), .text(properties)]
            let known = "SELECT id FROM _history_entity WHERE name = ? AND properties = ?"
            if let id = try RawStatement.integer(known, arguments, on: connection) { return id }
            try RawStatement.run(
                "INSERT INTO _history_entity(name, properties) VALUES(?, ?)",
                arguments,
                on: connection
            )
            return try RawStatement.integer(known, arguments, on: connection) ?? 0
        }
    }

    /// The number of the last transaction ever committed; 0 before the first.
    static func lastTransaction(_ connection: OpaquePointer) throws -> Int64 {
        try RawStatement.integer(
            "SELECT seq FROM sqlite_sequence WHERE name = '_history_transaction'",
            on: connection
        ) ?? 0
    }

    /// The number of the last transaction that was deleted before all that are kept; 0 where nothing was.
    static func floor(_ connection: OpaquePointer) throws -> Int64 {
        if let first = try RawStatement.integer("SELECT min(id) FROM _history_transaction", on: connection) {
            return first - 1
        }
        return try lastTransaction(connection)
    }
}

/// What happened to an object.
enum HistoryKind: Int64, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
}

/// A row of `_history_change`: changes of one kind to objects with consecutive keys.
struct HistoryRecord: Sendable, Equatable {
    var number: Int64
    var entity: Int64
    var kind: HistoryKind
    var firstKey: Int64
    var lastKey: Int64
    var mask: UInt64
    var tombstone: String?
}
