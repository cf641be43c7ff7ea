import Foundation

/// The tables of a store's history, and how rows and numbers stand for transactions and changes.
///
/// - `_history`: one row for each run of changes of one kind with consecutive keys. A change's number is
///   `transaction × 2^28 + position`, so it rises with time and its transaction can be told from it. The first row of a
///   transaction, at position 0, says when it was and whose: a table of their own for transactions would make each save
///   write another page.
/// - `_history_entity`: names of entities and properties as they were when the changes were written, so that the
///   history outlives changes of the schema.
/// - `_history_consumer`: who still has to read it, and up to where they have; `_history_reader`: from where
///   those read on who give no name, the lowest token of each day.
enum HistorySQL {
    /// Statements that make the tables where they are missing.
    static let creation = """
        CREATE TABLE IF NOT EXISTS _history(
            id INTEGER PRIMARY KEY,
            entity INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            pk INTEGER NOT NULL,
            pk_last INTEGER NOT NULL,
            mask INTEGER,
            tombstone TEXT,
            timestamp REAL,
            author TEXT,
            bundle TEXT,
            process TEXT
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
        CREATE TABLE IF NOT EXISTS _history_reader(
            day INTEGER PRIMARY KEY,
            token INTEGER NOT NULL
        );
        """

    /// Every table of the history, for what leaves it out (copies, comparisons, erasing).
    static let tables = ["_history", "_history_entity", "_history_consumer", "_history_reader"]

    static let insertChange = """
        INSERT INTO _history(id, entity, kind, pk, pk_last, mask, tombstone, timestamp, author, bundle, process)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// What is true of the first row of each transaction alone.
    static let isFirstOfTransaction = "timestamp IS NOT NULL"
    /// The number of the transaction that a row belongs to.
    static let transactionNumber = "(id >> \(positionBits))"

    /// Under which name `_history_consumer` keeps the last transaction when its rows are deleted.
    ///
    /// So its number is never used again. No consumer has this name.
    static let lastDeleted = ""
    static let selectLastTransaction = """
        SELECT max(
            coalesce((SELECT max(id) FROM _history) >> \(positionBits), 0),
            coalesce((SELECT token FROM _history_consumer WHERE name = '\(lastDeleted)'), 0)
        )
        """

    /// Bits of a change's number that hold its position in the transaction.
    static let positionBits: Int64 = 28

    /// The number of the first change of a transaction.
    ///
    /// For a number that no transaction can have, that of the nearest that one could.
    static func firstChange(ofTransaction transaction: Int64) -> Int64 {
        min(max(transaction, 0), largestTransaction) << positionBits
    }

    /// The same as SQL.
    static func firstChange(ofTransaction transaction: String) -> String {
        "(min(max(\(transaction), 0), \(largestTransaction)) << \(positionBits))"
    }

    private static let largestTransaction = Int64.max >> positionBits

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
        try RawStatement.integer(selectLastTransaction, on: connection) ?? 0
    }

    /// The number of the last transaction that was deleted before all that are kept; 0 where nothing was.
    static func floor(_ connection: OpaquePointer) throws -> Int64 {
        if let first = try firstTransaction(connection) { return first - 1 }
        return try lastTransaction(connection)
    }

    /// The number of the first transaction that is kept; nil where none is.
    static func firstTransaction(_ connection: OpaquePointer) throws -> Int64? {
        try RawStatement.integer("SELECT min(id) FROM _history", on: connection).map { $0 >> positionBits }
    }
}

/// What happened to an object.
enum HistoryKind: Int64, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
}

/// A row of `_history`: changes of one kind to objects with consecutive keys.
struct HistoryRecord: Sendable, Equatable {
    var number: Int64
    var entity: Int64
    var kind: HistoryKind
    var firstKey: Int64
    var lastKey: Int64
    var mask: UInt64
    var tombstone: String?
}
