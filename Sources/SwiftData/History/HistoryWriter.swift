import Foundation
import GRDBSQLite

/// Writes the history of one store, inside the transactions that save.
///
/// A transaction's first row says when it was and whose, so a save that changes nothing leaves nothing. Changes of one
/// kind to consecutive keys share a row, so a bulk insert costs one row. The statements are prepared once; the writer
/// must be given up before its connection is closed.
final class HistoryWriter {
    private let connection: OpaquePointer
    private let entityNumbers: [Int64]
    private let bundleIdentifier: String
    private let processIdentifier: String
    private let lastTransactionStatement: RawStatement
    private let changeStatement: RawStatement

    private var author: String?
    private var timestamp = 0.0
    private var transaction: Int64?
    private var position: Int64 = 0
    private var pending: HistoryRecord?

    /// - Parameters:
    ///   - connection: The store's connection.
    ///   - entityNumbers: What ``HistorySQL/prepare(_:entities:)`` gave, by entity index.
    ///   - bundleIdentifier: The program's bundle identifier or name.
    ///   - processIdentifier: The name and number of the process.
    /// - Throws: ``StoreError`` where the history's tables are missing.
    init(
        _ connection: OpaquePointer,
        entityNumbers: [Int64],
        bundleIdentifier: String,
        processIdentifier: String
    ) throws {
        self.connection = connection
        self.entityNumbers = entityNumbers
        self.bundleIdentifier = bundleIdentifier
        self.processIdentifier = processIdentifier
        lastTransactionStatement = try RawStatement(
            connection,
            HistorySQL.selectLastTransaction,
            isPersistent: true
        )
        changeStatement = try RawStatement(connection, HistorySQL.insertChange, isPersistent: true)
    }

    /// Starts the record of a save; what an abandoned one left is forgotten.
    func begin(author: String?, timestamp: Date) {
        self.author = author
        self.timestamp = timestamp.timeIntervalSinceReferenceDate
        transaction = nil
        position = 0
        pending = nil
    }

    /// An object was inserted.
    func insert(entityIndex: Int, key: Int64) throws {
        try add(.insert, entityIndex, key, mask: 0)
    }

    /// Properties of an object changed: bit n of `mask` for the property with ordinal n, bit 63 for all from 63 on.
    func update(entityIndex: Int, key: Int64, mask: UInt64) throws {
        try add(.update, entityIndex, key, mask: mask)
    }

    /// An object was deleted; `tombstone` is what ``HistoryTombstoneCoder`` made of it.
    func delete(entityIndex: Int, key: Int64, tombstone: String? = nil) throws {
        guard let tombstone else { return try add(.delete, entityIndex, key, mask: 0) }
        try flush()
        pending = record(.delete, entityIndex, key, mask: 0)
        pending?.tombstone = tombstone
        try flush()
    }

    /// Ends the record, before the save is committed.
    ///
    /// - Returns: The transaction's number; nil where nothing changed.
    func finish() throws -> Int64? {
        try flush()
        defer { transaction = nil }
        return transaction
    }

    private func add(_ kind: HistoryKind, _ entityIndex: Int, _ key: Int64, mask: UInt64) throws {
        let entity = entityNumbers[entityIndex]
        if let last = pending, last.kind == kind, last.entity == entity, last.mask == mask,
            last.lastKey &+ 1 == key
        {
            pending?.lastKey = key
            return
        }
        try flush()
        pending = record(kind, entityIndex, key, mask: mask)
    }

    private func record(_ kind: HistoryKind, _ entityIndex: Int, _ key: Int64, mask: UInt64) -> HistoryRecord {
        HistoryRecord(
            number: 0,
            entity: entityNumbers[entityIndex],
            kind: kind,
            firstKey: key,
            lastKey: key,
            mask: mask
        )
    }

    private func flush() throws {
        guard let record = pending else { return }
        pending = nil
        let number = HistorySQL.firstChange(ofTransaction: try currentTransaction()) + position
        bindOrigin(isFirst: position == 0)
        position += record.lastKey - record.firstKey + 1
        changeStatement.bind(number, at: 1)
        changeStatement.bind(record.entity, at: 2)
        changeStatement.bind(record.kind.rawValue, at: 3)
        changeStatement.bind(record.firstKey, at: 4)
        changeStatement.bind(record.lastKey, at: 5)
        if record.kind == .update {
            changeStatement.bind(Int64(bitPattern: record.mask), at: 6)
        } else {
            changeStatement.bindNull(at: 6)
        }
        changeStatement.bind(record.tombstone, at: 7)
        try changeStatement.run()
    }

    /// When the transaction was and whose, in its first row.
    private func bindOrigin(isFirst: Bool) {
        guard isFirst else {
            for index in Int32(8)...11 { changeStatement.bindNull(at: index) }
            return
        }
        changeStatement.bind(timestamp, at: 8)
        changeStatement.bind(author, at: 9)
        changeStatement.bind(bundleIdentifier, at: 10)
        changeStatement.bind(processIdentifier, at: 11)
    }

    private func currentTransaction() throws -> Int64 {
        if let transaction { return transaction }
        defer { lastTransactionStatement.reset() }
        let number = try lastTransactionStatement.step() ? lastTransactionStatement.integer(0) + 1 : 1
        transaction = number
        return number
    }
}
