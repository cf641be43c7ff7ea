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
        /// The copy was made and is there, but some of its records hold files that were nowhere to be found; the first
        /// of these by its place below the copy, and below the server's folder.
        case lacksFiles(String, records: Int, first: String)
    }

    /// How far a copy is.
    enum Stage: Sendable {
        /// The files were copied that were there at the beginning.
        case files
        /// The database was copied.
        case database
    }

    private static func exists(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path)
    }

    // MARK: - Copying

    /// Copies everything while a server may be running: the copy is of one moment, and every file that its records hold
    /// is in it.
    ///
    /// - Parameters:
    ///   - path: Where to; nothing may be there yet.
    ///   - isFolder: Whether to make a folder with the files too, or one file with the database alone.
    /// - Throws: ``Failure``, `DatabaseError` or what the file system throws. After
    ///   ``Failure/lacksFiles(_:records:first:)`` the copy is there, after all others nothing is.
    public func copy(to path: String, isFolder: Bool) throws {
        try copy(to: path, isFolder: isFolder) { _ in }
    }

    /// The same, telling how far it is, for tests in which something happens meanwhile.
    func copy(to path: String, isFolder: Bool, reached: (Stage) throws -> Void) throws {
        let source = folder.appending(path: Self.databaseName)
        guard Self.exists(source) else { throw Failure.noDatabase(source.path) }
        let target = URL(filePath: path)
        guard !Self.exists(target) else { throw Failure.exists(path) }
        // Under another name until it is whole.
        let partial = URL(filePath: target.path + ".partial")
        try? FileManager.default.removeItem(at: partial)
        do {
            if isFolder { try copyFolder(to: partial, reached) } else { try Self.copyDatabase(source, partial) }
            let lack = isFolder ? try Self.lack(of: partial) : nil
            try FileManager.default.moveItem(at: partial, to: target)
            try FileFlush.folder(target.absoluteURL.deletingLastPathComponent().path)
            // Not before: what is lost on the server must not keep the rest from being copied.
            if let lack { throw Failure.lacksFiles(path, records: lack.records, first: lack.first) }
        } catch {
            try? FileManager.default.removeItem(at: partial)
            throw error
        }
    }

    /// Copies the files before the database, and once more after it.
    ///
    /// A file that the copied database names was there at that moment. But once the server's records hold it no more, a
    /// sweep may take it away before the files are copied. What comes after the first time is young: no sweep takes it.
    private func copyFolder(to target: URL, _ reached: (Stage) throws -> Void) throws {
        try FileManager.default.createDirectory(
            at: target,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try Self.copyFiles(from: folder, to: target)
        try reached(.files)
        try Self.copyDatabase(
            folder.appending(path: Self.databaseName),
            target.appending(path: Self.databaseName)
        )
        try reached(.database)
        try Self.copyFiles(from: folder, to: target)
        try FileFlush.folder(target.path)
    }

    /// How many records of a copy hold files that are not in it, and the first such file; nil if none does.
    private static func lack(of copy: URL) throws -> (records: Int, first: String)? {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: copy.appending(path: databaseName).path, configuration: configuration)
        let lack = try queue.inDatabase { db in
            var lack: (records: Int, first: String)?
            let sql = "SELECT account_id, fields FROM record WHERE \(SQLiteTables.holdsAssets)"
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() {
                let (account, fields): (Int64, Data) = (row[0], row[1])
                let place = AssetFolder(path: assetsName).path(of: AccountID(rawValue: account))
                let names = try StoredAsset.all(in: Array(fields)).map { "\(place)/\($0.fileName)" }
                guard let missing = names.first(where: { !exists(copy.appending(path: $0)) }) else { continue }
                lack = ((lack?.records ?? 0) + 1, lack?.first ?? missing)
            }
            return lack
        }
        try queue.close()
        return lack
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

    /// Copies files that are not there yet, and waits until they are on the disk; what goes away meanwhile is left out.
    private static func copyFiles(from source: URL, to target: URL) throws {
        let (source, target) = (source.appending(path: assetsName), target.appending(path: assetsName))
        guard exists(source) else { return }
        let files = FileManager.default
        var folders: Set = [target.deletingLastPathComponent().path, target.path]
        try files.createDirectory(at: target, withIntermediateDirectories: true)
        for path in try files.subpathsOfDirectory(atPath: source.path) {
            let (from, to) = (source.appending(path: path), target.appending(path: path))
            var isFolder: ObjCBool = false
            guard files.fileExists(atPath: from.path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            // What is still being uploaded belongs to nothing yet, and a total is that of the files beside it.
            let name = path.split(separator: "/").dropFirst().first ?? ""
            if exists(to) || name == "incoming" || name == AssetFolder.totalName { continue }
            let parent = to.deletingLastPathComponent()
            try files.createDirectory(at: parent, withIntermediateDirectories: true)
            do {
                try copyFile(from, to)
            } catch  where !exists(from) {
                continue
            }
            folders.insert(parent.path)
            // The next who asks how much the account has counts.
            unlink(parent.appending(path: AssetFolder.totalName).path)
        }
        for folder in folders { try FileFlush.folder(folder) }
    }

    /// Copies a file under another name until it is whole: what has its name is never half of it.
    private static func copyFile(_ from: URL, _ to: URL) throws {
        let partial = URL(filePath: to.path + ".partial")
        try? FileManager.default.removeItem(at: partial)
        try FileManager.default.copyItem(at: from, to: partial)
        try FileFlush.file(partial.path)
        try FileManager.default.moveItem(at: partial, to: to)
    }

    // MARK: - Putting back

    /// Puts a copy in the place of the data, and begins a new life of everything in it.
    ///
    /// What was there is kept beside it, under a name that ends with the time; so are the files, if they are another
    /// store's. Otherwise all files become young, so that those which only the kept database names stay for a while. No
    /// server may run.
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
        let (report, secret) = try await Self.prepare(URL(filePath: source), as: fresh, now: milliseconds)
        let assets = try assets(of: secret, milliseconds)
        if isFolder.boolValue { try Self.copyFiles(from: URL(filePath: path), to: folder) }
        try assets.touchAll(at: milliseconds)
        try Self.replace(present, by: fresh, milliseconds)
        return report
    }

    /// The folder of the files of a store with a secret; another store's is moved aside.
    private func assets(of secret: [UInt8]?, _ milliseconds: Int64) throws -> AssetFolder {
        let path = folder.appending(path: Self.assetsName).path
        guard let secret else { return AssetFolder(path: path) }
        let assets = AssetFolder(path: path).belonging(to: Sealer(secret: secret))
        do {
            _ = try assets.claim()
        } catch is ForeignAssets {
            try FileManager.default.moveItem(atPath: path, toPath: "\(path).replaced-\(milliseconds)")
            _ = try assets.claim()
        }
        return assets
    }

    private static func prepare(
        _ source: URL,
        as fresh: URL,
        now: Int64
    ) async throws -> (report: StoreReport, secret: [UInt8]?) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fresh.path + suffix) }
        do {
            // Not a plain copy: the source may itself be a database with a journal.
            try copyDatabase(source, fresh)
            let file = try SQLiteDatabase(path: fresh.path)
            let store = SQLiteRecordStore(file)
            try await store.raiseEpochs(now: now)
            let report = try await store.verify()
            let secret = try file.storedSecret()
            try file.close()
            return (report, secret)
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

    /// Puts a database in the place of another, which keeps a second name: at no moment is there none.
    private static func replace(_ present: URL, by fresh: URL, _ milliseconds: Int64) throws {
        // All of the new one must be in the one file too.
        try checkUnused(fresh)
        if exists(present) {
            let kept = "\(present.path).replaced-\(milliseconds)"
            if link(present.path, kept) != 0 {
                // Not every file system knows second names.
                try FileManager.default.moveItem(atPath: present.path, toPath: kept)
            }
        }
        // A journal that is left belongs to the old one, and would be played into the new one.
        for suffix in ["-wal", "-shm"] {
            let old = URL(filePath: present.path + suffix)
            guard exists(old) else { continue }
            let kept = URL(filePath: "\(present.path).replaced-\(milliseconds)\(suffix)")
            try FileManager.default.moveItem(at: old, to: kept)
        }
        guard rename(fresh.path, present.path) == 0 else { throw FileError(call: "rename", number: errno) }
        try FileFlush.folder(present.deletingLastPathComponent().path)
    }
}
