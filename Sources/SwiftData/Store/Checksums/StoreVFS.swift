import Foundation
import GRDBSQLite
import Synchronization

/// The way to a store's file: SQLite's own access to files, with ``ChecksumFile`` in between for the main file.
///
/// Every store is opened by this way, whether its pages carry sums or not, so that a file with sums is never written
/// without them. Logs and journals have sums of SQLite's and are left alone. There is no memory mapping by this way,
/// since a mapped page cannot be checked.
enum StoreVFS {
    /// The name under which SQLite knows it.
    static let name = "swiftdata"

    private static let window = Mutex(())
    private static let isRegistered = register()
    /// Whether this build of SQLite takes the way from the file's name.
    private static let takesURIs = sqlite3_compileoption_used("USE_URI") != 0

    /// Opens a file: `open` gets the name to give to SQLite.
    ///
    /// With `isUnchanging` SQLite takes it that nobody changes the file, where it can be told so.
    ///
    /// - Throws: What `open` throws.
    static func opening<Result>(
        _ url: URL,
        isUnchanging: Bool = false,
        _ open: (String) throws -> Result
    ) throws -> Result {
        guard isRegistered, let own, let system else {
            throw StoreError.cannotOpen(url, reason: "SQLite offers no access to files")
        }
        if takesURIs { return try open(uri(url) + (isUnchanging ? "&immutable=1" : "")) }
        // Elsewhere it is everybody's way for the moment of opening; it changes nothing about other files.
        return try window.withLock { _ in
            sqlite3_vfs_register(own, 1)
            defer { sqlite3_vfs_register(system, 1) }
            return try open(url.path)
        }
    }

    /// From now on the connection reads without making the index of the log larger, which the connections to the file share.
    ///
    /// To be called before the first statement. Where no other connection has made the index, SQLite reads the log into one
    /// of its own for each transaction.
    ///
    /// - Throws: ``StoreError`` where the file was not opened by this way.
    static func readWithoutRoom(_ connection: OpaquePointer) throws {
        let control = ChecksumFileMethods.Control.readWithoutRoom.rawValue
        try StoreError.check(sqlite3_file_control(connection, "main", control, nil), on: connection)
    }

    private static func uri(_ url: URL) -> String {
        var uri = "file:"
        for byte in url.path.utf8 {
            if isKept(byte) {
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                uri += byte < 16 ? "%0" : "%"
                uri += String(byte, radix: 16, uppercase: true)
            }
        }
        return "\(uri)?vfs=\(name)"
    }

    /// Whether a byte stands for itself in the path of an address.
    private static func isKept(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"): true
        default: false
        }
    }

    // MARK: Registering

    nonisolated(unsafe) private static let system = sqlite3_vfs_find("unix") ?? sqlite3_vfs_find(nil)
    nonisolated(unsafe) private static let own = make()

    /// Everything but opening is the system's; it lives as long as the process.
    private static func make() -> UnsafeMutablePointer<sqlite3_vfs>? {
        guard let system, let name = strdup(name) else { return nil }
        let made = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        made.initialize(to: system.pointee)
        made.pointee.zName = UnsafePointer(name)
        made.pointee.pNext = nil
        made.pointee.szOsFile = Int32(ChecksumFileMethods.systemFileOffset) + system.pointee.szOsFile
        made.pointee.xOpen = { _, name, file, flags, outFlags in
            guard let file, let system = StoreVFS.system else { return SQLITE_CANTOPEN }
            guard flags & SQLITE_OPEN_MAIN_DB != 0 else {
                return system.pointee.xOpen(system, name, file, flags, outFlags)
            }
            return ChecksumFileMethods.open(file) { system.pointee.xOpen(system, name, $0, flags, outFlags) }
        }
        made.pointee.xDelete = { _, name, syncsFolder in
            guard let name, let system = StoreVFS.system else { return SQLITE_IOERR }
            StoreVFS.removeCommitRecord(ofLog: String(cString: name))
            return system.pointee.xDelete(system, name, syncsFolder)
        }
        return made
    }

    /// The log is deleted by the last connection once it is in the main file: there is nothing more to be said of it.
    private static func removeCommitRecord(ofLog path: String) {
        guard path.hasSuffix(WriteAheadLogFile.suffix) else { return }
        unlink(String(path.dropLast(WriteAheadLogFile.suffix.count)) + CommitRecord.suffix)
    }

    private static func register() -> Bool {
        guard let own else { return false }
        return sqlite3_vfs_register(own, 0) == SQLITE_OK
    }
}
