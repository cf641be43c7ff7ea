import Foundation
import GRDB
import GRDBSQLite

extension StoreError {
    /// The error for a result code of SQLite, extended or not; nil where the code reports no failure.
    ///
    /// - Parameters:
    ///   - sqliteResultCode: What SQLite returned.
    ///   - message: SQLite's own text, or empty for its standard text.
    ///   - url: The store's file; nil for a store in memory.
    public init?(sqliteResultCode: Int32, message: String = "", url: URL? = nil) {
        let reason = message.isEmpty ? String(cString: sqlite3_errstr(sqliteResultCode)) : message
        let isFile = url != nil
        let url = url ?? Self.memoryURL
        switch sqliteResultCode {
        case ExtendedResultCode.data:
            self = .damaged(url, reason: "a page does not match its checksum, or another program wrote to the file")
            return
        // Making room for the index of the log is what fails first on a full disk.
        case ExtendedResultCode.sharedMemorySize:
            self = .diskFull
            return
        case _
        where isFile && Self.mayMeanFullDisk(sqliteResultCode)
            && (FreeSpace.isUsedUp(at: url) || FileSizeLimit.isReached(at: url)):
            self = .diskFull
            return
        default: break
        }
        switch sqliteResultCode & 0xFF {
        case SQLITE_OK, SQLITE_ROW, SQLITE_DONE, SQLITE_NOTICE, SQLITE_WARNING: return nil
        case SQLITE_CORRUPT: self = .damaged(url, reason: reason)
        case SQLITE_NOTADB: self = .notADatabase(url)
        case SQLITE_FULL: self = .diskFull
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
        case SQLITE_READONLY: self = .readOnly(url)
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen(url, reason: reason)
        case SQLITE_IOERR: self = .inputOutput(reason: reason)
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH: self = .constraintViolated(reason: reason)
        case SQLITE_TOOBIG: self = .tooLarge(reason: reason)
        case SQLITE_INTERRUPT, SQLITE_ABORT: self = .interrupted
        default: self = .unexpected(code: sqliteResultCode, reason: reason)
        }
    }

    /// Failures to write or to make a file, which SQLite reports alike whether the disk is full or broken.
    private static func mayMeanFullDisk(_ code: Int32) -> Bool {
        let isReading = [
            ExtendedResultCode.read, ExtendedResultCode.shortRead, ExtendedResultCode.damagedFileSystem,
        ].contains(code)
        return !isReading && [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF)
    }

    /// The error of ours for one of GRDB's.
    init(_ error: DatabaseError, url: URL?) {
        let code = error.extendedResultCode.rawValue
        self =
            StoreError(sqliteResultCode: code, message: error.message ?? "", url: url)
            ?? .unexpected(code: code, reason: error.message ?? "")
    }

    /// Runs `body` and turns what GRDB throws into errors of ours; every other error passes unchanged.
    static func translating<Result>(_ url: URL?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, url: url)
        }
    }

    /// Throws the error for `code` unless it reports success; `connection` gives the message.
    static func check(_ code: Int32, on connection: OpaquePointer?, url: URL? = nil) throws {
        guard code != SQLITE_OK, code != SQLITE_DONE, code != SQLITE_ROW else { return }
        let message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? ""
        let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
        let code = extended & 0xFF == code & 0xFF ? extended : code
        let url = url ?? connection.flatMap(file)
        if let error = StoreError(sqliteResultCode: code, message: message, url: url) { throw error }
    }

    /// The file behind a connection; nil for one in memory.
    static func file(of connection: OpaquePointer) -> URL? {
        guard let path = sqlite3_db_filename(connection, "main"), path.pointee != 0 else { return nil }
        return URL(fileURLWithPath: String(cString: path))
    }

    /// What stands for the file of a store in memory.
    static let memoryURL = URL(fileURLWithPath: "/dev/null")
}
