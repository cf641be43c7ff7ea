import Foundation
import GRDBSQLite

/// Sums in the pages of an open store: asking for them, and asking whether they are there.
enum PageChecksums {
    /// Whether the pages of the connection's file carry sums.
    static func areKept(by connection: OpaquePointer) -> Bool {
        var answer: Int32 = 0
        let code = sqlite3_file_control(
            connection,
            "main",
            ChecksumFileMethods.Control.keepsChecksums.rawValue,
            &answer
        )
        return code == SQLITE_OK && answer == 1
    }

    /// Gives the pages of a file that is still empty a place for sums; a file that holds something stays as it is.
    ///
    /// - Throws: ``StoreError`` where SQLite refuses.
    static func prepare(_ connection: OpaquePointer) throws {
        guard try RawStatement.integer("PRAGMA page_count", on: connection) == 0 else { return }
        var reserved = Int32(PageChecksum.size)
        try StoreError.check(
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved),
            on: connection
        )
        try begin(connection)
    }

    /// Sums every page that is written from now on: for the copy of a file with sums.
    static func begin(_ connection: OpaquePointer) throws {
        let control = ChecksumFileMethods.Control.beginChecksums.rawValue
        try StoreError.check(sqlite3_file_control(connection, "main", control, nil), on: connection)
    }

    /// Says a second time, in the header of a file with sums, that it has them, and that no page is without one.
    static func mark(_ connection: OpaquePointer) throws {
        guard areKept(by: connection) else { return }
        try RawStatement.execute("PRAGMA application_id = \(StoreFileHeader.completeMark)", on: connection)
    }

    // MARK: Pages without a sum

    /// Whether pages of the connection's file may be without a sum.
    static func mayBeMissing(on connection: OpaquePointer) -> Bool {
        var answer: Int32 = 0
        let control = ChecksumFileMethods.Control.allowsUnsummed.rawValue
        return sqlite3_file_control(connection, "main", control, &answer) == SQLITE_OK && answer == 1
    }

    /// Gives every page of the file its sum: in a file of an older version, and after another program brought the log in.
    ///
    /// Nothing is done where somebody else uses the file; the next opening tries again. Every page is read once.
    ///
    /// - Throws: ``StoreError`` where the file cannot be read or written.
    static func complete(_ connection: OpaquePointer) throws {
        guard mayBeMissing(on: connection), try RawStatement.integer("PRAGMA page_count", on: connection) ?? 0 > 1
        else { return }
        // An empty log and the lock of a writer keep everybody from writing to the file itself.
        guard try isDone("PRAGMA wal_checkpoint(TRUNCATE)", on: connection),
            try isDone("BEGIN IMMEDIATE", on: connection)
        else { return }
        do {
            if logPosition(on: connection)?.isAtBeginning == true {
                let control = ChecksumFileMethods.Control.sealUnsummed.rawValue
                try StoreError.check(sqlite3_file_control(connection, "main", control, nil), on: connection)
                try mark(connection)
            }
            try RawStatement.execute("COMMIT", on: connection)
        } catch {
            sqlite3_exec(connection, "ROLLBACK", nil, nil, nil)
            throw error
        }
        // The mark counts once it is in the main file.
        _ = try isDone("PRAGMA wal_checkpoint(PASSIVE)", on: connection)
    }

    /// Runs a statement; false where somebody else uses the file.
    private static func isDone(_ sql: String, on connection: OpaquePointer) throws -> Bool {
        do {
            let statement = try RawStatement(connection, sql)
            // A checkpoint tells by its first column whether others were in its way.
            while try statement.step() { if statement.integer(0) != 0 { return false } }
            return true
        } catch StoreError.locked {
            return false
        }
    }

    /// How far the log goes; nil where no log is in use, or another process is writing to it at this moment.
    static func logPosition(on connection: OpaquePointer) -> LogPosition? {
        var position: LogPosition?
        withUnsafeTemporaryAllocation(of: LogPosition.self, capacity: 1) { buffer in
            let control = ChecksumFileMethods.Control.logPosition.rawValue
            if sqlite3_file_control(connection, "main", control, buffer.baseAddress) == SQLITE_OK {
                position = buffer[0]
            }
        }
        return position
    }

    /// Writes the first page in the running transaction, if that may be the first one in the log.
    ///
    /// Should the process be killed and another program bring the log into the file, the first page says so: it has no sum
    /// then, and the pages that came with it are not taken for damaged ones.
    static func beginLogWithFirstPage(_ connection: OpaquePointer) throws {
        guard logPosition(on: connection)?.isAtBeginning == true,
            let mark = try RawStatement.integer("PRAGMA application_id", on: connection)
        else { return }
        // To set the same number again changes nothing but that the page is written.
        try RawStatement.execute("PRAGMA application_id = \(mark)", on: connection)
    }
}
