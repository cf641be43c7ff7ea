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

    /// Says a second time, in the header of a file with sums, that it has them.
    static func mark(_ connection: OpaquePointer) throws {
        guard areKept(by: connection) else { return }
        try RawStatement.execute("PRAGMA application_id = \(StoreFileHeader.mark)", on: connection)
    }
}
