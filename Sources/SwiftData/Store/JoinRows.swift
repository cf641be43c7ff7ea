import GRDB
import GRDBSQLite

/// The rows of a join table, as the lists of one side write them in one save.
///
/// Its statements are made once, and not for each row.
final class JoinRows {
    /// Whether the relationship is its own inverse, so that each link has a row in either direction.
    let isSymmetric: Bool
    /// The places of members in the owners' lists.
    let positions: ListPositions
    /// The places of owners in their members' own lists, where the relationship has an inverse.
    private let inversePositions: ListPositions?
    private let store: SQLiteStore
    private let table: String
    private let own: String
    private let other: String
    private var statements: [Statement: PreparedStatement] = [:]

    private enum Statement { case reading, insertion, placing, mirroring, removal }

    init(
        _ store: SQLiteStore,
        table: String,
        own: String,
        other: String,
        positions: ListPositions,
        inversePositions: ListPositions?,
        isSymmetric: Bool
    ) {
        self.store = store
        self.table = table
        self.own = own
        self.other = other
        self.positions = positions
        self.inversePositions = inversePositions
        self.isSymmetric = isSymmetric
    }

    /// The members of an owner that are stored, with their places.
    func stored(of owner: Int64, on db: Database) throws -> [Int64: SQLValue] {
        var stored: [Int64: SQLValue] = [:]
        let statement = try statement(.reading, on: db)
        try statement.run([.integer(owner)]) { row in
            stored[sqlite3_column_int64(row, 0)] = SQLValue(row, 1)
        }
        return stored
    }

    /// Adds a link, or gives one that is there its place.
    func add(_ member: Int64, to owner: Int64, at place: Int64, on db: Database) throws {
        let statement = try statement(.insertion, on: db)
        statement.bind(owner, member, place)
        if let inversePositions {
            sqlite3_bind_int64(statement.handle, 4, try inversePositions.reserveNext(of: member, on: db))
        }
        try statement.executeOrThrow()
        if isSymmetric { try mirror(owner, in: member, on: db) }
    }

    /// The other direction of a relationship that is its own inverse, at the end of the member's list.
    private func mirror(_ owner: Int64, in member: Int64, on db: Database) throws {
        let statement = try statement(.mirroring, on: db)
        statement.bind(member, owner)
        try statement.executeOrThrow()
    }

    /// Gives a link that is there its place; one that is gone stays gone.
    func move(_ member: Int64, of owner: Int64, to place: Int64, on db: Database) throws {
        let statement = try statement(.placing, on: db)
        statement.bind(owner, member, place)
        try statement.executeOrThrow()
    }

    func remove(_ member: Int64, from owner: Int64, on db: Database) throws {
        let statement = try statement(.removal, on: db)
        statement.bind(owner, member)
        try statement.executeOrThrow()
        guard isSymmetric else { return }
        statement.bind(member, owner)
        try statement.executeOrThrow()
    }

    private func statement(_ kind: Statement, on db: Database) throws -> PreparedStatement {
        if let known = statements[kind] { return known }
        let made = try store.connection.statement(sql(kind), on: db)
        statements[kind] = made
        return made
    }

    private func sql(_ kind: Statement) -> String {
        let (table, own, other, order) = (table.quoted, own.quoted, other.quoted, positions.column.quoted)
        let isTheLink = "WHERE \(own) = ?1 AND \(other) = ?2"
        switch kind {
        case .reading: return "SELECT \(other), \(order) FROM \(table) WHERE \(own) = ?1"
        case .insertion:
            let inverse = inversePositions.map { ", \($0.column.quoted)" } ?? ""
            return "INSERT INTO \(table) (\(own), \(other), \(order)\(inverse)) "
                + "VALUES (?1, ?2, ?3\(inversePositions == nil ? "" : ", ?4")) ON CONFLICT DO UPDATE SET \(order) = ?3"
        case .placing: return "UPDATE \(table) SET \(order) = ?3 \(isTheLink)"
        case .mirroring:
            let next = "(SELECT coalesce(max(\(order)) + 1, 0) FROM \(table) WHERE \(own) = ?1)"
            return "INSERT OR IGNORE INTO \(table) (\(own), \(other), \(order)) VALUES (?1, ?2, \(next))"
        case .removal: return "DELETE FROM \(table) \(isTheLink)"
        }
    }
}
