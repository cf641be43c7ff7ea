/// The implementations that stand side by side in the table.
enum Contender: String, CaseIterable, Codable {
    case raw = "raw"
    case ours = "ours"
    case grdb = "GRDB"
    case sqlAlchemy = "SQLAlchemy"
}

/// Why a contender has no figure in a row; shown under the table, never left out silently.
struct Absent: Error, CustomStringConvertible {
    let description: String

    init(_ reason: String) {
        description = reason
    }
}
