#if CloudKitMirroring
import Foundation
import GRDB
import GRDBSQLite

// Deletions of other devices. A deletion wins over a change that was made at the same time.

extension MirrorWork {
    /// Records of deletions that are remembered, so that what is gone does not come back.
    static let rememberedDeletions = 100_000

    /// The record is gone at the service.
    func applyDeletion(of name: String) throws {
        try unpark(name)
        try books.run("DELETE FROM _mirror_waiting WHERE target = ?1 OR name = ?1", [.text(name)])
        guard var entry = try books.entry(named: name) else { return }
        let key = entry.pk
        entry.system = nil
        entry.server = StampSet()
        entry.sent = nil
        entry.state = .deleted
        entry.pk = nil
        try books.save(entry)
        switch entry.kind {
        case .link: try removeLink(entry, key)
        case .row: if let key { try removeRow(key, in: entry.place, isOwnDeletion: false) }
        }
    }

    private func removeLink(_ entry: MirrorEntry, _ key: Int64?) throws {
        try books.remove(entry.name)
        guard let key, let (index, join) = schema.join(named: entry.place) else { return }
        for twin in try books.entries("forward = ?1 AND kind = 1", [.text(entry.name)]) { try bury(twin) }
        try books.run(
            "DELETE FROM \(join.table.quoted) WHERE \(join.own.column.quoted) = ?1 AND \(join.other.column.quoted) = ?2",
            [.integer(key), .integer(entry.other)]
        )
        touchLink(index, key, entry.other)
    }

    /// Removes a row as a deletion in a context does: with what its delete rules take along.
    ///
    /// Where it is a deletion of this device's own, since the row goes along with another, its record is to go too.
    func removeRow(_ first: Int64, in table: String, isOwnDeletion: Bool) throws {
        var waiting = [(key: first, table: table, isOwn: isOwnDeletion)]
        while let next = waiting.popLast() {
            guard let entity = try rows.entity(ofRow: next.key, in: next.table) else { continue }
            waiting += try dependents(of: next.key, entity).map { (key: $0.key, table: $0.table, isOwn: true) }
            try recordFiles(entity, next.key)
            try recordNeighbours(of: next.key, entity)
            try bury(rowOf: next.table, next.key, isOwn: next.isOwn)
            try books.run("DELETE FROM \(next.table.quoted) WHERE \"pk\" = ?1", [.integer(next.key)])
            try recordDelete(entity, next.key)
        }
    }

    private func bury(rowOf table: String, _ key: Int64, isOwn: Bool) throws {
        // The record of a row that was deleted elsewhere has left its row by now; its links and aliases have not.
        if isOwn { return try bury(rowOf: table, key) }
        for join in schema.joins {
            for link in try books.entries(
                "place = ?1 AND kind = 1 AND pk IS NOT NULL AND (pk = ?2 OR other = ?2)",
                [
                    .text(join.table), .integer(key),
                ]
            ) {
                let isOwnEnd = link.pk == key && join.own.rows == table
                if isOwnEnd || (link.other == key && join.other.rows == table) { try buryLink(link) }
            }
        }
    }

    /// Rows that go along: by a cascade, or since they cannot be without this one.
    private func dependents(
        of key: Int64,
        _ entity: MirrorSchema.Entity
    ) throws -> [(key: Int64, table: String)] {
        var found: [(key: Int64, table: String)] = []
        func add(_ sql: String, _ table: String) throws {
            found += try books.rows(sql, [.integer(key)]) { sqlite3_column_int64($0, 0) }.map { ($0, table) }
        }
        for cascade in entity.cascades {
            switch cascade.way {
            case .own(let column, let table):
                let own = entity.table.quoted
                try add("SELECT \(column.quoted) FROM \(own) WHERE \"pk\" = ?1 AND \(column.quoted) IS NOT NULL", table)
            case .holders(let column, let table):
                try add("SELECT \"pk\" FROM \(table.quoted) WHERE \(column.quoted) = ?1", table)
            case .links(let table, let own, let other, let rows):
                try add("SELECT \(other.quoted) FROM \(table.quoted) WHERE \(own.quoted) = ?1", rows)
            }
        }
        for (table, toOne) in schema.holders(of: entity.table) where !toOne.isOptional {
            try add("SELECT \"pk\" FROM \(table.quoted) WHERE \(toOne.column.quoted) = ?1", table)
        }
        return found
    }

    /// Those who point to a row, and the lists that it is in, are told; SQLite itself cuts the links.
    private func recordNeighbours(of key: Int64, _ entity: MirrorSchema.Entity) throws {
        for (table, toOne) in schema.holders(of: entity.table) {
            let sql = "SELECT \"pk\" FROM \(table.quoted) WHERE \(toOne.column.quoted) = ?1"
            for holder in try books.rows(sql, [.integer(key)], { sqlite3_column_int64($0, 0) }) {
                guard let other = try rows.entity(ofRow: holder, in: table) else { continue }
                try recordUpdate(other, holder, mask: DirtyMask.bit(toOne.ordinal))
            }
        }
        for toOne in entity.toOnes {
            let sql = "SELECT \(toOne.column.quoted) FROM \(entity.table.quoted) WHERE \"pk\" = ?1"
            if let owner = try books.integer(sql, [.integer(key)]) { recordOwner(owner, entity.table, toOne) }
        }
        for (index, join) in schema.joins.enumerated() {
            let ends = [(join.own, join.other, true), (join.other, join.own, false)]
            for (end, far, isOwn) in ends where end.rows == entity.table {
                let sql = "SELECT \(far.column.quoted) FROM \(join.table.quoted) WHERE \(end.column.quoted) = ?1"
                for other in try books.rows(sql, [.integer(key)], { sqlite3_column_int64($0, 0) }) {
                    if isOwn { touchLink(index, key, other) } else { touchLink(index, other, key) }
                }
            }
        }
    }

    /// Forgets deletions but for the last ones, by their numbers: to count them would take as long as there are many.
    func pruneDeletions(but last: Int = MirrorWork.rememberedDeletions) throws {
        let next = try books.integer("SELECT \(MirrorBooksSQL.nextBurial)") ?? 0
        try books.run("DELETE FROM _mirror_record WHERE state = 3 AND buried < ?1", [.integer(next - Int64(last))])
    }
}

#endif
