import Foundation
import GRDBSQLite
import SwiftData

extension ChainRun {
    /// Lets another process change a value while the code of a stage runs, so that the migration begins again.
    func letAnotherProcessWrite(_ stored: ChainVersion, _ attempt: MigrationAttempt) {
        guard let (change, sql) = outsideChange(stored.shape) else { return }
        trace.append("  another process: \(sql)")
        var isDone = false
        attempt.whenInside = { [weak attempt, url = folder.url] in
            guard !isDone else { return }
            isDone = true
            try Self.execute(sql, on: url)
            self.contents = change
            attempt?.expectRestart(from: change)
            self.count("written by another process")
        }
    }

    /// A change of one value, and the statement for it.
    private func outsideChange(_ shape: SchemaShape) -> (Contents, String)? {
        let names = TableNames(shape)
        let places = contents.rows.sorted { $0.key < $1.key }.flatMap { root, rows in
            rows.sorted { $0.key < $1.key }.flatMap { key, row in
                shape.properties(of: row.entity).compactMap { name, property -> (String, Int64, PropertyName)? in
                    guard let attribute = property.attribute, [.int, .date, .double].contains(attribute.kind) else {
                        return nil
                    }
                    return isFree(name, shape) ? (root, key, name) : nil
                }
            }
        }
        guard let (root, key, name) = random.pick(places), let kind = shape.property(name)?.attribute?.kind,
            let column = names.columns[name]
        else { return nil }
        // SQLite writes nothing where a value stays the same.
        let value = kind.value(random.number(20...40))
        guard contents.rows[root]?[key]?.values[name.property] != value else { return nil }
        var changed = contents
        changed.rows[root]?[key]?.values[name.property] = value
        return (changed, "UPDATE \"\(root)\" SET \"\(column)\" = \(value) WHERE pk = \(key)")
    }

    /// Whether another program may write the property: its table has no full-text index, and no key has it.
    private func isFree(_ name: PropertyName, _ shape: SchemaShape) -> Bool {
        shape.family(of: shape.root(of: name.entity)).compactMap { shape.entity($0) }.allSatisfy { entity in
            !entity.properties.contains { $0.attribute?.isFullText == true }
                && !shape.uniqueKeys(of: entity).contains { $0.contains(name.property) }
        }
    }

    private static func execute(_ sql: String, on file: URL) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        guard sqlite3_open_v2(file.path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
        else { throw OutsideReader.Failure(description: "another process cannot write: \(sql)") }
    }
}
