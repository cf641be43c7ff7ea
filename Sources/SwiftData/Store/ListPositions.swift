import GRDB
import GRDBSQLite

/// The places of members in the lists of one relationship, as one save gives them.
///
/// All lists of a relationship stand in one column; each save looks it up once for a relationship and not for each member.
final class ListPositions {
    let column: String
    private let table: String
    /// The column of the owner's key.
    private let linkColumn: String
    private let store: SQLiteStore
    /// The places of rows that are about to be inserted, by key.
    private var assigned: [Int64: Int64] = [:]
    /// The next free place, by owner.
    private var next: [Int64: Int64] = [:]
    private var update: PreparedStatement?

    init(_ store: SQLiteStore, table: String, column: String, linkColumn: String) {
        self.store = store
        self.table = table
        self.column = column
        self.linkColumn = linkColumn
    }

    /// The place that a row was assigned before it was written.
    func assigned(to key: Int64) -> Int64? { assigned[key] }

    func assign(_ place: Int64, to key: Int64) { assigned[key] = place }

    /// The next free place of an owner's list; nobody else gets it in this save.
    func reserveNext(of owner: Int64, on db: Database) throws -> Int64 {
        let place = try next[owner] ?? firstFree(of: owner, on: db)
        next[owner] = place + 1
        return place
    }

    /// To be called when the places of a list were written: the next free one is asked for anew.
    func discardNext(of owner: Int64) {
        next[owner] = nil
    }

    private func firstFree(of owner: Int64, on db: Database) throws -> Int64 {
        var place: Int64 = 0
        let sql =
            "SELECT coalesce(max(\(column.quoted)) + 1, 0) FROM \(table.quoted) "
            + "WHERE \(linkColumn.quoted) = ?1"
        try store.connection.statement(sql, on: db).run([.integer(owner)]) { place = sqlite3_column_int64($0, 0) }
        return place
    }

    /// The members of an owner that are stored, with their places.
    func stored(of owner: Int64, on db: Database) throws -> [Int64: SQLValue] {
        var stored: [Int64: SQLValue] = [:]
        let sql = "SELECT \"pk\", \(column.quoted) FROM \(table.quoted) WHERE \(linkColumn.quoted) = ?1"
        try store.connection.statement(sql, on: db).run([.integer(owner)]) { row in
            stored[sqlite3_column_int64(row, 0)] = SQLValue(row, 1)
        }
        return stored
    }

    /// Writes the place of a stored row.
    func write(_ place: Int64, of key: Int64, on db: Database) throws {
        let statement =
            try update
            ?? store.connection.statement(
                "UPDATE \(table.quoted) SET \(column.quoted) = ?2 WHERE \"pk\" = ?1",
                on: db
            )
        update = statement
        statement.bind(key, place)
        try statement.executeOrThrow()
    }
}
