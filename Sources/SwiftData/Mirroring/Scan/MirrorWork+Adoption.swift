#if CloudKitMirroring
import Foundation
import GRDBSQLite

// Stores that were there before mirroring was, and histories of which a part is gone.

extension MirrorWork {
    private static let rowsAtOnce = 1_000

    /// Gives a store that is mirrored for the first time its identity, and notes where its history stands.
    func beginMirroring() throws {
        try books.prepare()
        if try books.text(.device) == nil {
            let name = FNV1a.hash64(store.environment.makeUUID().uuidString.utf8)
            let digits = String(name, radix: 16)
            let padding = String(repeating: "0", count: max(0, 16 - digits.count))
            try books.set(.device, .text(padding + digits))
        }
        if try books.number(.history) == nil, let handle = books.db.sqliteConnection {
            // What the store holds is taken over as it is, whatever became of it before.
            let isThere = try store.historyLog(on: books.db).isPresent()
            let last = isThere ? try HistorySQL.lastTransaction(handle) : 0
            try books.set(.history, .integer(HistorySQL.firstChange(ofTransaction: last + 1) - 1))
        }
    }

    /// Makes records for rows that have none, some at a time.
    ///
    /// - Returns: Whether nothing is left.
    func adopt() throws -> Bool {
        guard try books.number(.adopted) == nil else { return true }
        let stamp = tick()
        for table in schema.tables {
            let keys = try books.rows(
                """
                SELECT "pk" FROM \(table.quoted) AS t WHERE NOT EXISTS
                (SELECT 1 FROM _mirror_record WHERE place = ?1 AND pk = t."pk" AND other = 0) LIMIT \(Self.rowsAtOnce)
                """,
                [.text(table)]
            ) { sqlite3_column_int64($0, 0) }
            for key in keys {
                if let entity = try rows.entity(ofRow: key, in: table) { try begin(entity, key, stamp) }
            }
            if !keys.isEmpty {
                try reconcileLists { stamp }
                return false
            }
        }
        // Links whose second end had no record when the first was looked at.
        for (index, join) in schema.joins.enumerated() {
            let sql = "SELECT DISTINCT \(join.own.column.quoted) FROM \(join.table.quoted)"
            for owner in try books.rows(sql, [], { sqlite3_column_int64($0, 0) }) {
                touchedLinkLists.insert(LinkList(join: index, isOwn: true, owner: owner))
            }
        }
        try reconcileLists { stamp }
        try books.set(.adopted, .integer(1))
        return true
    }

    /// A part of the history was deleted before it was read: everything is compared, and what is here counts as new.
    func bridgeGap() throws {
        guard let handle = books.db.sqliteConnection else { return }
        let stamp = tick()
        for entry in try books.entries("kind = 0 AND pk IS NOT NULL") {
            guard let key = entry.pk else { continue }
            if try rows.entity(ofRow: key, in: entry.place) == nil {
                try bury(rowOf: entry.place, key)
            } else {
                var changed = entry
                changed.stamps.raiseAll(to: stamp)
                changed.updateState()
                try books.save(changed)
            }
        }
        let end = HistorySQL.firstChange(ofTransaction: try HistorySQL.lastTransaction(handle) + 1) - 1
        try books.set(.history, .integer(end))
        try books.set(.adopted, nil)
        while try !adopt() {}
    }
}

#endif
