import Foundation
import GRDB

/// Removes files of large values that no row names: those of saves that a crash ended, and those that a migration dropped.
struct ExternalSweep {
    /// A younger file may be one of a save that has yet to commit, in seconds.
    static let youngestAge: TimeInterval = 3_600

    let files: ExternalFiles
    let schema: Schema
    let now: Date

    /// Looks through every column that can name a file.
    ///
    /// A file that cannot be removed stays, and is tried again by the next sweep.
    func run(on db: Database) throws {
        guard files.isPresent else { return }
        let old = try FileManager.default.contentsOfDirectory(atPath: files.folder.path).filter(isOld)
        guard !old.isEmpty else { return }
        let named = try names(on: db)
        for name in old where !named.contains(ExternalFiles.prefix + name) {
            try? FileManager.default.removeItem(at: files.folder.appendingPathComponent(name))
        }
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
