import Foundation

/// What ``StoreRecovery`` could and could not save.
///
/// An addition of this package.
public struct RecoveryReport: Sendable, Equatable, CustomStringConvertible {
    /// The rows of one table: an entity's, or the links of a many-to-many relationship.
    public struct Table: Sendable, Equatable {
        /// The table's name: the entity's, or the name of the relationship's table.
        public let name: String
        /// Rows that are in the new store now.
        public internal(set) var saved = 0
        /// Rows among those saved of which a value may be wrong: they lay on pages that do not match their checksums, or
        /// behind such pages, or were found outside the table's tree and may be an older version.
        ///
        /// Where the log beside the file was damaged, these are all rows. A file without
        /// ``ModelConfiguration/pageChecksums`` tells of rows outside the tree only.
        public internal(set) var doubtful = 0
        /// Rows that could not be read.
        ///
        /// Exact where ``isLossExact`` says so. Else as far as can be told: damage may also cost rows without leaving
        /// anything that tells of them.
        public internal(set) var lost = 0
        /// Rows that were read and that the new store refused, such as a second row with a unique value.
        public internal(set) var refused = 0
        /// Links whose target was lost; the row was kept without the link.
        public internal(set) var cutLinks = 0
        /// Whether the number of rows that the damaged file had is known.
        public internal(set) var isLossExact = true

        init(name: String) {
            self.name = name
        }
    }

    /// Each table, by name.
    public internal(set) var tables: [Table] = []
    /// What was found wrong with the file, in SQLite's words.
    public internal(set) var problems: [String] = []

    /// Whether the log beside the file was damaged.
    ///
    /// Then changes of the last saves before the damage may be missing, and how many cannot be told.
    public internal(set) var isLogDamaged = false

    /// Rows that are in the new store now.
    public var saved: Int { tables.reduce(0) { $0 + $1.saved } }
    /// Rows that could not be read.
    public var lost: Int { tables.reduce(0) { $0 + $1.lost } }

    /// The numbers for each table, one a line.
    public var description: String {
        tables.map { table in
            let about = table.isLossExact ? "" : "perhaps "
            let doubts = table.doubtful > 0 ? " (\(table.doubtful) doubtful)" : ""
            return "\(table.name): \(table.saved) saved\(doubts), \(about)\(table.lost) lost, \(table.refused) refused"
        }
        .joined(separator: "\n")
    }
}
