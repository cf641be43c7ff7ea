import Foundation
import GRDB

/// Removes files of large values that no row names: those of saves that a crash ended, and those that a migration dropped.
struct ExternalSweep {
    /// The age in seconds from which on an opening locks the store to look at a file.
    ///
    /// A younger one is most likely of a save that has yet to commit.
    static let youngestAge: TimeInterval = 3_600

    let files: ExternalFiles
    let schema: Schema
    let now: Date

    /// Removes what no row names, unless somebody is writing: then the next opening does.
    ///
    /// Looks twice. The second look is in a write transaction: a save writes its files in one, before the rows that name
    /// them, and the age of a file is what a clock says. A file that cannot be removed stays for the next sweep.
    func run(on connection: StoreConnection) throws {
        guard try !connection.access(unnamed).isEmpty else { return }
        do {
            _ = try connection.writeIfFree { db in
                // A power cut may bring back a row of before the last commits, as long as the log is not on the disk.
                guard connection.synchronizeLog() else { return }
                for name in try unnamed(on: db) {
                    try? FileManager.default.removeItem(at: files.folder.appendingPathComponent(name))
                }
            }
        } catch StoreError.diskFull {
            // The store can be read all the same.
        }
    }

    /// Files of some age that no row names.
    private func unnamed(on db: Database) throws -> [String] {
        guard files.isPresent else { return [] }
        let old = try FileManager.default.contentsOfDirectory(atPath: files.folder.path).filter(isOld)
        guard !old.isEmpty else { return [] }
        let named = try names(on: db)
        return old.filter { !named.contains(ExternalFiles.prefix + $0) }
    }

    private func isOld(_ name: String) -> Bool {
        let path = files.folder.appendingPathComponent(name).path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let changed = attributes[.modificationDate] as? Date
        else { return false }
        return now.timeIntervalSince(changed) > Self.youngestAge
    }

    private func names(on db: Database) throws -> Set<String> {
        var names: Set<String> = []
        for table in LaidOutSchema.of(schema).layout.tables {
            for column in table.columns where column.type == "BLOB" {
                let sql =
                    "SELECT \(column.name.quoted) FROM \(table.name.quoted) WHERE typeof(\(column.name.quoted)) = 'text'"
                names.formUnion(try String.fetchSet(db, sql: sql))
            }
        }
        return names
    }
}
