import GRDBSQLite

/// SQLite's extended result codes that this library tells apart; its header makes them in a way that Swift cannot see.
///
/// See <https://sqlite.org/rescode.html>.
enum ExtendedResultCode {
    /// Reading failed.
    static let read = SQLITE_IOERR | 1 << 8
    /// The file ended before what was to be read.
    static let shortRead = SQLITE_IOERR | 2 << 8
    /// Writing failed.
    static let write = SQLITE_IOERR | 3 << 8
    /// The index of the write-ahead log could not be made larger.
    static let sharedMemorySize = SQLITE_IOERR | 19 << 8
    /// Shared memory is read-only, and no connection that writes has made what should be in it.
    static let readOnlyCannotInitialize = SQLITE_READONLY | 5 << 8
    /// A page does not match its sum.
    static let data = SQLITE_IOERR | 32 << 8
    /// The file system says that it is damaged.
    static let damagedFileSystem = SQLITE_IOERR | 33 << 8
}
