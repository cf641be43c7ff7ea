import Foundation
import GRDBSQLite

/// Looks for damage in a store's file.
///
/// An addition of this package. Damage inside a value that leaves the structure whole is seen only where the pages
/// carry sums: see ``ModelConfiguration/pageChecksums``.
public enum StoreIntegrity {
    /// So many problems are told at most.
    public static let usualLimit = 100

    /// What is wrong with a file; empty for a sound one.
    ///
    /// The file is only read.
    ///
    /// - Throws: ``StoreError`` where the file cannot be opened at all.
    public static func problems(in url: URL, limit: Int = usualLimit) throws -> [String] {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw StoreError.cannotOpen(url, reason: "there is no such file")
        }
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
        let code = try StoreVFS.opening(url) { sqlite3_open_v2($0, &handle, flags, nil) }
        defer { sqlite3_close_v2(handle) }
        guard code == SQLITE_OK, let handle else {
            throw StoreError(sqliteResultCode: code, url: url) ?? .notADatabase(url)
        }
        return problems(on: handle, of: url, limit: limit)
    }

    /// What is wrong with the file behind a connection; empty for a sound one.
    static func problems(on connection: OpaquePointer, of url: URL, limit: Int) -> [String] {
        var problems: [String] = []
        do {
            let check = try RawStatement(connection, "PRAGMA integrity_check(\(max(limit, 1)))")
            while try check.step() {
                let text = check.text(0) ?? ""
                if text != "ok" { problems.append(text) }
            }
            let links = try RawStatement(connection, "PRAGMA foreign_key_check")
            while problems.count < limit, try links.step() {
                problems.append("a row of \(links.text(0) ?? "") links to a missing row of \(links.text(2) ?? "")")
            }
        } catch StoreError.notADatabase(StoreError.memoryURL) {
            // A bare connection does not know the name of its file.
            problems.append(String(describing: StoreError.notADatabase(url)))
        } catch StoreError.damaged(StoreError.memoryURL, let reason) {
            problems.append(String(describing: StoreError.damaged(url, reason: reason)))
        } catch {
            problems.append(String(describing: error))
        }
        return problems
    }
}
