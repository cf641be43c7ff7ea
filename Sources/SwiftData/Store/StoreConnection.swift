import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// The one connection of a store: opening, pragmas, prepared statements.
///
/// Access is serialised by GRDB's queue.
final class StoreConnection: @unchecked Sendable {
    let url: URL?
    private let queue: DatabaseQueue
    /// Used instead of ``queue`` where the disk had no room for a connection that can write; nil elsewhere.
    private let reopenable: ReopenableQueue?
    private let opening: Opening
    /// How often the file was opened anew, each time by a connection that knows nothing of the one before.
    ///
    /// Guarded by the queue.
    private(set) var reopenings = 0
    /// Tells other processes of commits; nil where there is no file.
    private let bell: CommitBell?
    /// Records commits beside the file; nil where there is none, or nothing is written to it.
    private let recorder: CommitRecorder?
    /// Whether the pages of the file carry sums.
    ///
    /// Guarded by the queue.
    private var keepsChecksums = false
    /// Lets the beginning of a transaction fail at once where another process is writing.
    private let refusal = BusyWaiting.Refusal()
    /// Prepared statements by their SQL.
    ///
    /// Guarded by the queue.
    private var statements: [String: PreparedStatement] = [:]

    /// How long an opening that met another one waits before it tries again, in milliseconds.
    private static let openingPause: Int32 = 5
    private static let cacheSizeKiB = 32 * 1_024
    private static let statementLimit = 512

    /// Opens or creates the file; nil keeps everything in memory.
    ///
    /// With `pageChecksums` the pages of a new file carry sums.
    ///
    /// - Throws: `StoreError` where the file cannot be opened or is damaged.
    init(url: URL?, durability: StoreDurability, pageChecksums: Bool, readOnly: Bool) throws {
        self.url = url
        _ = FileSizeLimit.isReported
        bell = url.map(CommitBell.init)
        recorder = readOnly ? nil : url.map { CommitRecorder($0, durability: durability) }
        let opening = Opening(
            url: url,
            durability: durability,
            pageChecksums: pageChecksums,
            readOnly: readOnly,
            refusal: refusal
        )
        self.opening = opening
        do {
            queue = try opening.open()
            reopenable = nil
        } catch StoreError.diskFull where url != nil {
            // What is there can be read all the same.
            queue = try opening.open(hasRoom: false)
            reopenable = ReopenableQueue(queue)
            return
        }
        try prepareWriting(by: queue)
    }

    /// Gives a connection that can write what its commits need: the record beside the file, and the sums that pages lack.
    private func prepareWriting(by queue: DatabaseQueue) throws {
        guard !opening.readOnly else { return }
        try access(by: queue) { db in
            guard let handle = db.sqliteConnection else { return }
            keepsChecksums = PageChecksums.areKept(by: handle)
            recorder?.attach(to: handle)
            if keepsChecksums { try completeChecksums(handle) }
        }
    }

    /// Gives pages their sums that have none; where that cannot be done now, the next opening tries again.
    private func completeChecksums(_ handle: OpaquePointer) throws {
        refusal.isOn.store(true, ordering: .relaxed)
        defer { refusal.isOn.store(false, ordering: .relaxed) }
        do {
            try PageChecksums.complete(handle)
        } catch StoreError.diskFull {
            // The store is as readable as it was.
        }
    }

    /// Whether the disk had no room for a connection that can write; the first write that finds room ends that.
    var isWithoutRoom: Bool { reopenable?.isReadOnly ?? false }

    /// How the file is opened, and opened again.
    private struct Opening: Sendable {
        let url: URL?
        let durability: StoreDurability
        let pageChecksums: Bool
        let readOnly: Bool
        let refusal: BusyWaiting.Refusal

        /// Opens the file; `hasRoom` is whether the disk has room for what the connections to it share.
        func open(hasRoom: Bool = true) throws -> DatabaseQueue {
            let configuration = configuration(hasRoom: hasRoom)
            return try StoreConnection.waitingForOthers {
                try StoreError.translating(url) {
                    guard let url else { return try DatabaseQueue(configuration: configuration) }
                    return try StoreVFS.opening(url, isUnchanging: readOnly && StoreConnection.isOutOfReach(url)) {
                        try DatabaseQueue(path: $0, configuration: configuration)
                    }
                }
            }
        }

        private func configuration(hasRoom: Bool) -> Configuration {
            var configuration = Configuration()
            configuration.label = "SwiftData"
            configuration.busyMode = BusyWaiting.waiting(unless: refusal)
            configuration.readonly = readOnly
            configuration.prepareDatabase { [self] db in
                if let handle = db.sqliteConnection {
                    if !hasRoom { try StoreVFS.readWithoutRoom(handle) }
                    if pageChecksums, url != nil, !readOnly, hasRoom { try PageChecksums.prepare(handle) }
                }
                let isWritable = !readOnly && hasRoom
                try StoreConnection.prepare(db, isFile: url != nil, durability: durability, readOnly: !isWritable)
            }
            return configuration
        }
    }

    /// Tries again for as long as a statement would wait.
    ///
    /// Two processes that make one file at the same moment stand in each other's way when both turn its log on: SQLite
    /// then tells one of them at once that the file is in use, since waiting would be for ever.
    fileprivate static func waitingForOthers<Result>(_ open: () throws -> Result) throws -> Result {
        let waiting = WaitingTime()
        while true {
            do {
                return try open()
            } catch StoreError.locked where !waiting.isOver(BusyWaiting.limit) {
                BusyWaiting.pause(milliseconds: openingPause)
            }
        }
    }

    /// Whether nobody can change the store as long as we look at it: its folder cannot be written to, and no log beside
    /// it says that somebody can all the same.
    ///
    /// SQLite must be told so: it cannot make the files there that connections share.
    fileprivate static func isOutOfReach(_ url: URL) -> Bool {
        let manager = FileManager.default
        return !manager.isWritableFile(atPath: url.deletingLastPathComponent().path)
            && !manager.fileExists(atPath: url.path + "-wal")
    }

    fileprivate static func prepare(
        _ db: Database,
        isFile: Bool,
        durability: StoreDurability,
        readOnly: Bool
    ) throws {
        // GRDB has itself told what each statement reads and writes, for observers of a kind that there are none of here: it
        // takes longer than all the rest of preparing a statement.
        sqlite3_set_authorizer(db.sqliteConnection, nil, nil)
        try DatabaseFunctions.register(on: db)
        if let handle = db.sqliteConnection { try FullTextFunctions.register(on: handle) }
        var pragmas = "PRAGMA cache_size = -\(cacheSizeKiB); PRAGMA temp_store = MEMORY;"
        if isFile, !readOnly {
            pragmas += "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(durability.pragma);"
        }
        let code = sqlite3_exec(db.sqliteConnection, pragmas, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
    }

    /// Runs `body` on the connection, outside any transaction of its own.
    func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
        guard let reopenable else { return try access(by: queue, body) }
        return try reopenable.access { try access(by: $0, body) }
    }

    /// Runs `body` while no other thread uses the connection, whether or not the connection works.
    func exclusively<Result>(_ body: (Database) -> Result) -> Result {
        guard let reopenable else { return queue.unsafeReentrantWrite(body) }
        return reopenable.access { $0.unsafeReentrantWrite(body) }
    }

    /// Brings the log to the disk, and so all that was committed.
    ///
    /// Through SQLite's own file of it: a second descriptor of the file is one more that may fail to open.
    ///
    /// - Returns: Whether it is there: false where there is no log, and where the disk fails.
    func synchronizeLog() -> Bool {
        exclusively { db in
            var log: UnsafeMutablePointer<sqlite3_file>?
            let code = sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_JOURNAL_POINTER, &log)
            guard code == SQLITE_OK, let log, let synchronize = log.pointee.pMethods?.pointee.xSync else {
                return false
            }
            return synchronize(log, SQLITE_SYNC_NORMAL) == SQLITE_OK
        }
    }

    private func access<Result>(by queue: DatabaseQueue, _ body: (Database) throws -> Result) throws -> Result {
        try queue.unsafeReentrantWrite { db in
            do {
                return try body(db)
            } catch let error as DatabaseError {
                throw StoreError(error, url: url)
            }
        }
    }

    /// Runs `body` in one write transaction: all of it or nothing.
    ///
    /// Waits where another process is writing. Other threads use the connection meanwhile: a save that waits must not keep
    /// the main actor from reading and inserting.
    ///
    /// - Throws: What `body` throws, and ``StoreError``: `locked` where the other process does not come to an end.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        var tries = 0
        while true {
            if let result = try writeIfFree(body) { return result }
            guard BusyWaiting.pause(after: tries) else { throw StoreError.locked }
            tries += 1
        }
    }

    /// Runs `body` in one write transaction; nil, and nothing done, where another process is writing.
    ///
    /// - Throws: What `body` throws, and ``StoreError``.
    func writeIfFree<Result>(_ body: (Database) throws -> Result) throws -> Result? {
        if let reopenable { try makeWritable(reopenable) }
        return try access { db in
            guard try beginWriting(on: db) else { return nil }
            do {
                if keepsChecksums, let handle = db.sqliteConnection {
                    try PageChecksums.beginLogWithFirstPage(handle)
                }
                let result = try body(db)
                try run("COMMIT", on: db)
                bell?.ring()
                return result
            } catch {
                rollBack(db)
                throw error
            }
        }
    }

    private func makeWritable(_ reopenable: ReopenableQueue) throws {
        try reopenable.makeWritable {
            let fresh = try opening.open()
            try prepareWriting(by: fresh)
            return fresh
        } willReplace: { old in
            try access(by: old) { _ in statements.removeAll() }
            reopenings += 1
        }
    }

    /// Begins a write transaction; false where another process is writing.
    private func beginWriting(on db: Database) throws -> Bool {
        refusal.isOn.store(true, ordering: .relaxed)
        defer { refusal.isOn.store(false, ordering: .relaxed) }
        do {
            try run("BEGIN IMMEDIATE", on: db)
            return true
        } catch StoreError.locked {
            return false
        }
    }

    /// Ends a transaction that failed.
    ///
    /// SQLite may have ended it itself, at a failure of the disk or of COMMIT. Where ROLLBACK fails too, SQLite rolls back
    /// when the file is closed; the failure that led here is the one to report, and the next transaction cannot begin.
    private func rollBack(_ db: Database) {
        guard sqlite3_get_autocommit(db.sqliteConnection) == 0 else { return reconnectVirtualTables(db) }
        _ = sqlite3_exec(db.sqliteConnection, "ROLLBACK", nil, nil, nil)
    }

    /// Has the next statement that uses a virtual table connect to it anew, with nothing remembered.
    ///
    /// Where a read fails that a virtual table asked for, SQLite rolls back below the table's own function, which then goes
    /// on. FTS5 marks the totals that it failed to read as valid after its `xRollback` (`fts5StorageLoadTotals` in
    /// fts5_storage.c), and so writes totals of an empty table at the next commit; a deletion then finds the index
    /// malformed.
    private func reconnectVirtualTables(_ db: Database) {
        _ = sqlite3_exec(db.sqliteConnection, "PRAGMA writable_schema = RESET", nil, nil, nil)
    }

    /// A prepared statement, kept for the next time.
    func statement(_ sql: String, on db: Database) throws -> PreparedStatement {
        if let known = statements[sql], !known.isInUse { return known }
        let made = try PreparedStatement(sql, connection: db.sqliteConnection, url: url)
        if statements.count >= StoreConnection.statementLimit { statements.removeAll(keepingCapacity: true) }
        statements[sql] = made
        return made
    }

    func run(_ sql: String, on db: Database) throws {
        try statement(sql, on: db).run { _ in }
    }

    /// Gives up the prepared statements and closes the file.
    func close() throws {
        try access { db in
            statements.removeAll()
            if let recorder { db.sqliteConnection.map(recorder.detach) }
        }
        guard let reopenable else { return try queue.close() }
        try reopenable.access { try $0.close() }
    }

    deinit {
        // A statement that somebody still holds keeps the file open; then the queue goes, and the file with the statement.
        guard (try? close()) != nil else { return }
        StoreConnection.lastClosed.withLock { $0 = queue }
    }

    /// The queue of the connection that was closed last, kept until the next one is.
    ///
    /// A dispatch queue that goes away makes Dispatch start its threads: for a program that opens a store, reads and
    /// ends, that is a large part of its end.
    private static let lastClosed = Mutex<DatabaseQueue?>(nil)
}

/// When a saved change is safe from a power cut.
///
/// An addition of this package: Apple's framework offers no choice.
public enum StoreDurability: String, Hashable, Sendable, Codable {
    /// A crash of the app loses nothing; a power cut may lose the last saves, never the store. The default.
    case normal
    /// What `save()` returned from is on the disk.
    case full

    var pragma: String { rawValue.uppercased() }
}

/// One SQLite statement, bound and stepped by index.
final class PreparedStatement {
    let handle: OpaquePointer
    private let connection: OpaquePointer?
    private let url: URL?
    /// Whether rows are being read from it: then a second user must prepare its own.
    private(set) var isInUse = false

    init(_ sql: String, connection: OpaquePointer?, url: URL?) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        try StoreError.check(code, on: connection, url: url)
        guard let handle else {
            throw StoreError.unexpected(code: SQLITE_MISUSE, reason: "The statement is empty: \(sql)")
        }
        self.handle = handle
        self.connection = connection
        self.url = url
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement to its end, calling `row` for each row.
    func run(_ bindings: [SQLValue] = [], row: (OpaquePointer) throws -> Void) throws {
        begin(bindings)
        defer { end() }
        while try step() { try row(handle) }
    }

    /// Binds the values; rows come by ``step()``, and ``end()`` must follow.
    ///
    /// For loops that are too hot for a closure.
    func begin(_ bindings: [SQLValue]) {
        isInUse = true
        for (index, value) in bindings.enumerated() { value.bind(handle, Int32(index + 1)) }
    }

    /// Binds keys and places in the order of the parameters; what is not given stays as it is.
    func bind(_ first: Int64, _ second: Int64, _ third: Int64? = nil) {
        sqlite3_bind_int64(handle, 1, first)
        sqlite3_bind_int64(handle, 2, second)
        if let third { sqlite3_bind_int64(handle, 3, third) }
    }

    /// Goes to the next row; false after the last one.
    @inline(__always)
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code != SQLITE_DONE { try fail(code) }
        return false
    }

    private func fail(_ code: Int32) throws {
        try StoreError.check(sqlite3_extended_errcode(connection), on: connection, url: url)
        throw StoreError.unexpected(code: code, reason: "The statement ended without a result.")
    }

    func end() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        isInUse = false
    }

    /// Runs a bound statement that gives no rows; the extended result code says how it went.
    func execute() -> Int32 {
        let code = sqlite3_step(handle)
        let result = code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : sqlite3_extended_errcode(connection)
        sqlite3_reset(handle)
        return result
    }

    /// Runs a bound statement that gives no rows.
    func executeOrThrow() throws {
        let code = execute()
        if code != SQLITE_OK { try StoreError.check(code, on: connection, url: url) }
    }
}
