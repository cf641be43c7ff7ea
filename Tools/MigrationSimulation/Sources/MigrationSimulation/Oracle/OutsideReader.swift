import Foundation
import GRDBSQLite

/// Reads a store's file by plain SQL, as any program could: nothing of the library under test takes part.
final class OutsideReader {
    private let handle: OpaquePointer
    private let support: URL

    /// What SQLite or the file said.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ url: URL) throws {
        support = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent)_SUPPORT")
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle, code == SQLITE_OK else {
            sqlite3_close_v2(handle)
            throw Failure(description: "\(url.lastPathComponent) cannot be opened: \(code)")
        }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    // MARK: Statements

    typealias Row = OpaquePointer

    func rows(_ sql: String, _ body: (Row) throws -> Void) throws {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure(sql)
        }
        defer { sqlite3_finalize(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(statement)
            case SQLITE_DONE: return
            default: throw failure(sql)
            }
        }
    }

    private func failure(_ sql: String) -> Failure {
        Failure(description: "\(String(cString: sqlite3_errmsg(handle))) (\(sql))")
    }

    /// The rows of a query as texts.
    func texts(_ sql: String) throws -> [[String]] {
        var found: [[String]] = []
        try rows(sql) { row in
            found.append((0..<sqlite3_column_count(row)).map { Self.value(row, $0).description })
        }
        return found
    }

    /// The first column of a query as texts.
    func strings(_ sql: String) throws -> [String] {
        var found: [String] = []
        try rows(sql) { found.append(sqlite3_column_text($0, 0).map { String(cString: $0) } ?? "") }
        return found
    }

    static func value(_ row: Row, _ column: Int32) -> StoredValue {
        switch sqlite3_column_type(row, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(row, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(row, column))
        case SQLITE_TEXT: .text(sqlite3_column_text(row, column).map { String(cString: $0) } ?? "")
        case SQLITE_BLOB:
            .blob(
                sqlite3_column_blob(row, column).map {
                    Data(bytes: $0, count: Int(sqlite3_column_bytes(row, column)))
                } ?? Data()
            )
        default: .null
        }
    }

    // MARK: Contents

    /// Relationships whose lists have no certain order: places are missing, or two members have one.
    private(set) var uncertain: Set<PropertyName> = []

    /// Everything that the tables of a version hold.
    func contents(_ shape: SchemaShape) throws -> Contents {
        let names = TableNames(shape)
        var contents = Contents()
        for entity in shape.entities { try read(entity.name, names, &contents) }
        for root in shape.entities where root.parent == nil {
            let count = try strings("SELECT count(*) FROM \(Self.quoted(root.name))").first ?? ""
            let known = contents.rows[root.name]?.count ?? 0
            guard count == "\(known)" else {
                throw Failure(description: "\(root.name) has \(count) rows, \(known) of which are of its entities")
            }
        }
        for name in shape.names { try readLinks(name, names, &contents) }
        return contents
    }

    private func read(_ entity: String, _ names: TableNames, _ contents: inout Contents) throws {
        let shape = names.shape
        let root = shape.root(of: entity)
        let properties = shape.properties(of: entity).filter { $0.shape.attribute != nil }
        let columns = ["pk"] + properties.map { names.columns[$0.name] ?? $0.name.property }
        let list = columns.map(Self.quoted).joined(separator: ", ")
        let condition = shape.family(of: root).count > 1 ? " WHERE entity = \(Self.discriminator(of: entity))" : ""
        try rows("SELECT \(list) FROM \(Self.quoted(root))\(condition)") { row in
            var made = Contents.Row(entity: entity)
            for (index, property) in properties.enumerated() {
                let value = Self.value(row, Int32(index + 1))
                made.values[property.name.property] = try self.resolved(value, property.shape.attribute)
            }
            contents.rows[root, default: [:]][sqlite3_column_int64(row, 0)] = made
        }
    }

    /// Large data lies in a file beside the store, which the column names.
    private func resolved(_ value: StoredValue, _ attribute: AttributeShape?) throws -> StoredValue {
        guard attribute?.kind == .data, case .text(let text) = value, text.hasPrefix("file:") else { return value }
        let file = support.appendingPathComponent(String(text.dropFirst("file:".count)))
        return .blob(try Data(contentsOf: file))
    }

    private func readLinks(_ name: PropertyName, _ names: TableNames, _ contents: inout Contents) throws {
        let (own, other, place, table): (String, String, String, String)
        switch names.links[name] {
        case .column(let found, let column): (own, other, place, table) = ("pk", Self.quoted(column), "0", found)
        case .inverse(let found, let column, let order):
            (own, other, place, table) = (Self.quoted(column), "pk", order.map(Self.quoted) ?? "0", found)
        case .pairs(let found, let ownColumn, let otherColumn, let order):
            (own, other, place, table) = (Self.quoted(ownColumn), Self.quoted(otherColumn), Self.quoted(order), found)
        case nil: return
        }
        let shape = names.shape
        let destination = shape.property(name)?.link?.destination ?? ""
        var last: (owner: Int64, place: StoredValue)?
        let sql =
            "SELECT \(own), \(other), \(place) FROM \(Self.quoted(table)) WHERE \(own) NOT NULL AND \(other) NOT NULL"
        try rows("\(sql) ORDER BY 1, 3, 2") { row in
            let (owner, target) = (sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1))
            for (key, expected) in [(owner, name.entity), (target, destination)] {
                guard contents.row(key, expected, shape) != nil else {
                    throw Failure(description: "\(name) links \(owner) with \(target): there is no \(key)")
                }
            }
            // What a property that moved down had in rows of other classes shows nowhere.
            guard isKind(owner, name.entity, contents, shape), isKind(target, destination, contents, shape) else {
                return
            }
            let found = Self.value(row, 2)
            if found == .null || last.map({ $0 == (owner, found) }) == true { uncertain.insert(name) }
            last = (owner, found)
            contents.links[name, default: [:]][owner, default: []].append(target)
        }
    }

    private func isKind(_ key: Int64, _ entity: String, _ contents: Contents, _ shape: SchemaShape) -> Bool {
        contents.row(key, entity, shape).map { shape.isKind($0.entity, of: entity) } ?? false
    }

    static func quoted(_ name: String) -> String { "\"\(name)\"" }

    /// What the column `entity` has for an entity: the FNV-1a sum of its name, with its sign.
    static func discriminator(of entity: String) -> Int64 {
        var sum: UInt32 = 0x811c_9dc5
        for byte in entity.utf8 { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
        return Int64(sum)
    }

    // MARK: Structure

    /// What is wrong with pages, indexes, links and places.
    func problems() throws -> [String] {
        var problems = try strings("PRAGMA integrity_check(5)").filter { $0 != "ok" }
        try rows("PRAGMA foreign_key_check") { row in
            problems.append("a row of \(Self.value(row, 0)) links to nothing")
        }
        return problems
    }
}
