import Foundation
import GRDB

/// Copies the data of a server with an embedded store, and puts copies back.
///
/// A copy is a folder like the server's own: the database, and the files that records hold. A single file holds the
/// database alone.
public struct StoreBackup: Sendable {
    /// The name of the database in a server's folder.
    public static let databaseName = "cloudkit.sqlite"
    /// The name of the folder of files in a server's folder.
    public static let assetsName = "assets"

    private let folder: URL

    /// The data of a server.
    ///
    /// - Parameter folder: The server's folder.
    public init(folder: String) {
        self.folder = URL(filePath: folder, directoryHint: .isDirectory)
    }

    /// What goes wrong with copies, in the words that a person needs.
    public enum Failure: Error, Hashable, Sendable {
        /// There is nothing to copy.
        case noDatabase(String)
        /// The place for the copy is taken.
        case exists(String)
        /// A server has the data open.
        case isInUse(String)
        /// The copy is damaged or something else.
        case isNoBackup(String)
    }

    private static func exists(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path)
    }

    // MARK: - Copying

    /// Copies everything while a server may be running: the copy is of one moment.
    ///
    /// The database is copied before the files, so that every file which it names was there by then.
    ///
    /// - Parameters:
    ///   - path: Where to; nothing may be there yet.
    ///   - isFolder: Whether to make a folder with the files too, or one file with the database alone.
    /// - Throws: ``Failure``, `DatabaseError` or what the file system throws.
    public func copy(to path: String, isFolder: Bool) throws {
        let source = folder.appending(path: Self.databaseName)
        guard Self.exists(source) else { throw Failure.noDatabase(source.path) }
        let target = URL(filePath: path)
        guard !Self.exists(target) else { throw Failure.exists(path) }
        // Under another name until it is whole.
        let partial = URL(filePath: target.path + ".partial")
        try? FileManager.default.removeItem(at: partial)
        do {
            if isFolder {
                try FileManager.default.createDirectory(
                    at: partial,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
            try Self.copyDatabase(source, isFolder ? partial.appending(path: Self.databaseName) : partial)
            if isFolder { try Self.copyFiles(from: folder, to: partial) }
            try FileManager.default.moveItem(at: partial, to: target)
        } catch {
            try? FileManager.default.removeItem(at: partial)
            throw error
        }
    }

    private static func copyDatabase(_ source: URL, _ target: URL) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: source.path, configuration: configuration)
        // Writers go on meanwhile: this connection only reads, from one snapshot.
        try queue.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [target.path]) }
        try queue.close()
        let file = try FileHandle(forWritingTo: target)
        try file.synchronize()
        try file.close()
    }

    /// Copies files that are not there yet; what goes away meanwhile is wanted by nobody.
    private static func copyFiles(from source: URL, to target: URL) throws {
        let (source, target) = (source.appending(path: assetsName), target.appending(path: assetsName))
        guard exists(source) else { return }
        let files = FileManager.default
        for path in try files.subpathsOfDirectory(atPath: source.path) {
            let (from, to) = (source.appending(path: path), target.appending(path: path))
            var isFolder: ObjCBool = false
            guard files.fileExists(atPath: from.path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            // What is still being uploaded belongs to nothing yet.
            if exists(to) || path.split(separator: "/").dropFirst().first == "incoming" { continue }
            try files.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
            do {
                try files.copyItem(at: from, to: to)
            } catch  where !exists(from) {
                continue
            }
        }
    }

    // MARK: - Putting back

    /// Puts a copy in the place of the data, and begins a new life of everything in it.
    ///
    /// What was there is kept beside it, under a name that ends with the time. No server may run.
    ///
    /// - Parameters:
    ///   - path: The copy: a folder or a file.
    ///   - milliseconds: The present time, since 1970.
    /// - Returns: What a look through the restored data found.
    /// - Throws: ``Failure``, `DatabaseError` or what the file system throws.
    public func restore(from path: String, now milliseconds: Int64) async throws -> StoreReport {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw Failure.noDatabase(path)
        }
        let source = isFolder.boolValue ? path + "/" + Self.databaseName : path
        guard FileManager.default.fileExists(atPath: source) else { throw Failure.noDatabase(source) }
        let present = folder.appending(path: Self.databaseName)
        if Self.exists(present) { try Self.checkUnused(present) }
        let fresh = folder.appending(path: Self.databaseName + ".restored")
        let report = try await Self.prepare(URL(filePath: source), as: fresh, now: milliseconds)
        if isFolder.boolValue { try Self.copyFiles(from: URL(filePath: path), to: folder) }
        try Self.moveAside(present, milliseconds)
        try FileManager.default.moveItem(at: fresh, to: present)
        return report
    }

    private static func prepare(_ source: URL, as fresh: URL, now: Int64) async throws -> StoreReport {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fresh.path + suffix) }
        do {
            // Not a plain copy: the source may itself be a database with a journal.
            try copyDatabase(source, fresh)
            let file = try SQLiteDatabase(path: fresh.path)
            let store = SQLiteRecordStore(file)
            try await store.raiseEpochs(now: now)
            let report = try await store.verify()
            try file.close()
            return report
        } catch let error as DatabaseError
            where [.SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR].contains(error.resultCode)
        {
            throw Failure.isNoBackup(source.path)
        }
    }

    /// Nobody may have the file open: a server that goes on would write into what is gone.
    private static func checkUnused(_ file: URL) throws {
        do {
            let queue = try DatabaseQueue(path: file.path)
            // Giving the journal up needs the file for oneself, and leaves all of it in the one file.
            let mode = try queue.inDatabase { db in try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") }
            try queue.close()
            guard mode == "delete" else { throw Failure.isInUse(file.path) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw Failure.isInUse(file.path)
        }
    }

    private static func moveAside(_ file: URL, _ milliseconds: Int64) throws {
        for suffix in ["", "-wal", "-shm"] {
            let old = URL(filePath: file.path + suffix)
            guard exists(old) else { continue }
            let kept = URL(filePath: "\(file.path).replaced-\(milliseconds)\(suffix)")
            try FileManager.default.moveItem(at: old, to: kept)
        }
    }
}
