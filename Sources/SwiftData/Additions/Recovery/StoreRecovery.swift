import Foundation
import GRDB
import GRDBSQLite

/// Takes out of a damaged store what can still be read.
///
/// An addition of this package.
public enum StoreRecovery {
    /// Reads a damaged file table by table and row by row and puts what can be read into the stores of a container.
    ///
    /// The damaged file is copied first and never written to. Rows keep their keys, so links hold; a link to a lost
    /// row is cut. Give a new, empty container: a row whose key or unique value is taken already is refused. Files of
    /// external values are copied along. The history of changes is not taken over.
    ///
    /// - Returns: What was saved and what was lost, for each table.
    /// - Throws: ``StoreError`` where the file cannot be copied, is no store at all, or the new store cannot be
    ///   written.
    public static func salvage(from url: URL, into container: ModelContainer) throws -> RecoveryReport {
        // Beside the new store, where there is room for it, and where whoever keeps that folder finds what a killed
        // process left behind.
        let folder = container.sqliteStores.first?.connection.url?.deletingLastPathComponent()
        let damaged = try DamagedStore(copying: url, in: folder ?? FileManager.default.temporaryDirectory)
        var report = RecoveryReport()
        report.problems = damaged.problems(limit: StoreIntegrity.usualLimit)
        report.isLogDamaged = damaged.logDamage != nil
        for store in container.sqliteStores {
            try store.withoutForeignKeys { handle in
                var writer = SalvageWriter(damaged: damaged, target: handle)
                try writer.copyTables()
                report.tables += writer.tables
            }
            try copyExternalFiles(from: url, to: store)
            store.discardReservedKeys()
        }
        SaveEpoch.advance()
        return report
    }

    /// Values that lie beside the store; what cannot be copied stays a missing value.
    private static func copyExternalFiles(from url: URL, to store: SQLiteStore) throws {
        guard let target = store.externalFiles?.folder else { return }
        let source = ExternalFiles(storeURL: url).folder
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: source.path), !names.isEmpty else {
            return
        }
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        for name in names {
            let copy = target.appendingPathComponent(name)
            guard !FileManager.default.fileExists(atPath: copy.path) else { continue }
            try? FileManager.default.copyItem(at: source.appendingPathComponent(name), to: copy)
        }
    }
}

extension SQLiteStore {
    /// Runs `body` in one transaction that may leave links open while it works; those left open at the end are cut.
    fileprivate func withoutForeignKeys(_ body: (OpaquePointer) throws -> Void) throws {
        try connection.access { db in
            guard let handle = db.sqliteConnection else { throw StoreError.interrupted }
            try RawStatement.execute("PRAGMA foreign_keys = OFF", on: handle)
            defer { try? RawStatement.execute("PRAGMA foreign_keys = ON", on: handle) }
            try connection.write { _ in try body(handle) }
        }
    }
}

/// Fills the tables of a new store from a damaged one.
struct SalvageWriter {
    let damaged: DamagedStore
    let target: OpaquePointer
    private(set) var tables: [RecoveryReport.Table] = []

    init(damaged: DamagedStore, target: OpaquePointer) {
        self.damaged = damaged
        self.target = target
    }

    mutating func copyTables() throws {
        for name in try tableNames() {
            var table = RecoveryReport.Table(name: name)
            try copyRows(of: name, &table)
            tables.append(table)
        }
        try copyRowsFromPages()
        for index in tables.indices { try cutOpenLinks(&tables[index]) }
    }

    /// The tables that hold objects and links.
    private func tableNames() throws -> [String] {
        let own = ["sqlite_%", "\\_%", "fts\\_%"].map { "name NOT LIKE '\($0)' ESCAPE '\\'" }.joined(separator: " AND ")
        let statement = try RawStatement(
            target,
            "SELECT name FROM sqlite_master WHERE type = 'table' AND \(own) ORDER BY name"
        )
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0) ?? "") }
        return names
    }

    private func copyRows(of name: String, _ table: inout RecoveryReport.Table) throws {
        let wanted = try columns(of: name)
        let columns = damaged.columns(of: name).filter(wanted.contains)
        guard !columns.isEmpty else {
            table.isLossExact = false
            return
        }
        let insert = try RawStatement(target, insertion(into: name, columns))
        var saved = 0
        var refused = 0
        var doubtful = 0
        let gaps = try damaged.readRows(of: name, columns, key: try key(of: name, columns)) { row in
            let isPossible = KeyGap.possibleKeys.contains(row.key)
            if try isPossible && isTaken(row.values, by: insert) {
                saved += 1
                if row.isDoubtful || damaged.logDamage != nil { doubtful += 1 }
            } else {
                refused += 1
            }
        }
        table.saved = saved
        table.doubtful = doubtful
        if saved == 0, refused > 0 {
            // A column whose name is damaged is missing in every row: the pages still have its values.
            table.lost = refused
            table.isLossExact = false
            return
        }
        table.refused = refused
        if let count = damaged.rowCount(of: name) {
            table.lost = max(0, count - saved - refused)
        } else {
            let known = damaged.readableCount(of: name).map { $0 - saved - refused } ?? 0
            table.lost = max(0, known, min(Int(clamping: gaps.unreadable), damaged.possibleRows))
            table.isLossExact = gaps.isEmpty && damaged.logDamage == nil
        }
    }

    /// Whether the new store takes a row.
    private func isTaken(_ values: [SQLValue], by insert: RawStatement) throws -> Bool {
        insert.bind(values)
        do {
            try insert.run()
            return sqlite3_changes(target) == 1
        } catch let error as StoreError {
            guard case .constraintViolated = error else { throw error }
            return false
        }
    }

    // MARK: Rows of broken trees

    /// Looks for lost rows in the pages themselves, where a table's tree did not lead to all of them.
    private mutating func copyRowsFromPages() throws {
        let incomplete = Set(tables.filter { $0.lost > 0 || !$0.isLossExact }.map(\.name))
        guard !incomplete.isEmpty, let pages = damaged.leafPages else { return }
        let owners = PageOwner(tables: try ownerCandidates())
        var inserts: [String: RawStatement] = [:]
        var found: [String: Int] = [:]
        try pages.forEachPage { rows in
            guard let owner = owners.owner(of: rows), incomplete.contains(owner.name) else { return }
            let insert =
                try inserts[owner.name]
                ?? RawStatement(target, insertion(into: owner.name, owner.columns.map(\.name)))
            inserts[owner.name] = insert
            for row in rows {
                guard KeyGap.possibleKeys.contains(row.key), let values = owners.values(of: row, in: owner) else {
                    continue
                }
                guard try isTaken(values, by: insert) else { continue }
                found[owner.name, default: 0] += 1
            }
        }
        for index in tables.indices {
            let count = found[tables[index].name] ?? 0
            tables[index].saved += count
            // No tree says that such a row is still one of its table's, or is the row's last version.
            tables[index].doubtful += count
            tables[index].lost = max(0, tables[index].lost - count)
        }
    }

    /// Every ordinary table of the new store, the framework's own included so that their pages are not mistaken.
    ///
    /// The order of columns is the damaged file's where it still tells it.
    private func ownerCandidates() throws -> [PageOwner.Table] {
        let statement = try RawStatement(
            target,
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') AND wr = 0"
        )
        var candidates: [PageOwner.Table] = []
        while try statement.step() {
            let name = statement.text(0) ?? ""
            let own = try describedColumns(of: name)
            let order = damaged.columns(of: name)
            let types = Dictionary(own.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
            let isOrderKnown = !order.isEmpty && order.allSatisfy { types[$0] != nil }
            let columns =
                isOrderKnown
                ? order.map { (name: $0, type: types[$0] ?? "") } : own.map { (name: $0.name, type: $0.type) }
            let key = own.first(where: \.isKey)?.name
            candidates.append(
                PageOwner.Table(name: name, columns: columns, keyColumn: columns.firstIndex { $0.name == key })
            )
        }
        return candidates
    }

    private func describedColumns(of name: String) throws -> [(name: String, type: String, isKey: Bool)] {
        let statement = try RawStatement(target, "SELECT name, type, pk FROM pragma_table_info(?)")
        statement.bind(name, at: 1)
        var columns: [(String, String, Bool)] = []
        while try statement.step() {
            let type = statement.text(1) ?? ""
            columns.append((statement.text(0) ?? "", type, statement.integer(2) == 1 && type == "INTEGER"))
        }
        return columns
    }

    private func columns(of name: String) throws -> Set<String> {
        let statement = try RawStatement(target, "SELECT name FROM pragma_table_info(?)")
        statement.bind(name, at: 1)
        var names: Set<String> = []
        while try statement.step() { names.insert(statement.text(0) ?? "") }
        return names
    }

    private func insertion(into name: String, _ columns: [String]) -> String {
        let list = columns.map(\.quoted).joined(separator: ", ")
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        return "INSERT OR IGNORE INTO \(name.quoted)(\(list)) VALUES(\(marks))"
    }

    /// What orders the rows of a table: its row numbers, or the first column of a table of links, which has none.
    private func key(of name: String, _ columns: [String]) throws -> String {
        let hasNone = try RawStatement.integer(
            "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?",
            [.text(name)],
            on: target
        )
        return hasNone == 1 ? columns.first.map(\.quoted) ?? DamagedStore.rowKey : DamagedStore.rowKey
    }

    // MARK: Links

    /// Sets links to lost rows to NULL; a row that may not be without its link goes.
    private func cutOpenLinks(_ table: inout RecoveryReport.Table) throws {
        let sql = "SELECT \"from\", \"table\", coalesce(\"to\", 'pk') FROM pragma_foreign_key_list(?)"
        let links = try RawStatement(target, sql)
        links.bind(table.name, at: 1)
        while try links.step() {
            let column = (links.text(0) ?? "").quoted
            let other = (links.text(1) ?? "").quoted
            let isOpen =
                "\(column) IS NOT NULL AND NOT EXISTS"
                + " (SELECT 1 FROM \(other) AS o WHERE o.\((links.text(2) ?? "").quoted) = \(column))"
            try cut(column, where: isOpen, in: &table)
        }
    }

    private func cut(_ column: String, where isOpen: String, in table: inout RecoveryReport.Table) throws {
        let name = table.name.quoted
        try RawStatement.execute("UPDATE OR IGNORE \(name) SET \(column) = NULL WHERE \(isOpen)", on: target)
        let isNullable =
            try RawStatement.integer(
                "SELECT count(*) FROM \(name) WHERE \(isOpen)",
                on: target
            ) == 0
        if isNullable {
            table.cutLinks += Int(sqlite3_changes(target))
        } else {
            try RawStatement.execute("DELETE FROM \(name) WHERE \(isOpen)", on: target)
            table.saved -= Int(sqlite3_changes(target))
            table.refused += Int(sqlite3_changes(target))
        }
    }
}
