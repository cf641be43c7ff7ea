import Foundation
import SwiftData

/// What a file's tables and indexes are like, so that two files can be compared.
enum StructureCheck {
    /// Tables, columns, foreign keys, indexes and triggers in words; the order of columns does not count.
    static func lines(of reader: OutsideReader) throws -> Set<String> {
        var lines: Set<String> = []
        let tables = try reader.strings(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        )
        for table in tables {
            // Tables of the store itself are made when they are first needed.
            if table.hasPrefix("_"), !table.hasPrefix("_migration") { continue }
            lines.insert("table \(table)")
            if table.hasPrefix("fts_") { continue }
            for column in try reader.texts(
                "SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo('\(table)')"
            ) {
                lines.insert("column \(table) \(column.joined(separator: " "))")
            }
            let keys =
                "SELECT \"from\", \"table\", \"to\", on_update, on_delete FROM pragma_foreign_key_list('\(table)')"
            for key in try reader.texts(keys) { lines.insert("key \(table) \(key.joined(separator: " "))") }
            let sql =
                try reader.strings("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = '\(table)'").first
                ?? ""
            for word in ["DEFERRABLE INITIALLY DEFERRED", "AUTOINCREMENT", "PRIMARY KEY", "WITHOUT ROWID"] {
                lines.insert("\(word) \(table) \(sql.components(separatedBy: word).count - 1)")
            }
        }
        let others = try reader.texts(
            "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE type <> 'table'"
        )
        for other in others where !other[2].hasPrefix("'_") { lines.insert(other.joined(separator: " ")) }
        return lines
    }

    /// The first difference between two files.
    static func difference(of file: URL, from fresh: URL) throws -> String? {
        let found = try lines(of: OutsideReader(file))
        let expected = try lines(of: OutsideReader(fresh))
        if let line = found.subtracting(expected).sorted().first { return "there is \(line)" }
        if let line = expected.subtracting(found).sorted().first { return "there is no \(line)" }
        return nil
    }
}
