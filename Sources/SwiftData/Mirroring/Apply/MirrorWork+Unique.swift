#if CloudKitMirroring
import Foundation
import GRDBSQLite

// Two devices made the same unique value: one row stays, under the smaller of the two records' names, and the other record
// becomes a note of where its row has gone. So every device ends with the same row, whatever came first.

extension MirrorWork {
    /// Rows that hold a unique value which these columns would get.
    func rivals(of entity: MirrorSchema.Entity, _ stored: [String: SQLValue], besides key: Int64?) throws -> [Int64] {
        for columns in entity.uniques where columns.contains(where: { stored[$0] != nil }) {
            let rest = columns.filter { stored[$0] == nil }
            var values = stored
            if !rest.isEmpty {
                guard let key else { continue }
                let names = rest.map(\.quoted).joined(separator: ", ")
                let sql = "SELECT \(names) FROM \(entity.table.quoted) WHERE \"pk\" = ?1"
                let read = try books.rows(sql, [.integer(key)]) { row in rest.indices.map { SQLValue(row, Int32($0)) } }
                for (column, value) in zip(rest, read.first ?? []) { values[column] = value }
            }
            // What has no value is equal to nothing.
            let wanted = columns.compactMap { values[$0] }
            guard wanted.count == columns.count, !wanted.contains(.null) else { continue }
            let condition = columns.enumerated().map { "\($1.quoted) = ?\($0 + 2)" }.joined(separator: " AND ")
            let sql = "SELECT \"pk\" FROM \(entity.table.quoted) WHERE \"pk\" <> ?1 AND \(condition)"
            let found = try books.rows(sql, [.integer(key ?? 0)] + wanted) { sqlite3_column_int64($0, 0) }
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The row that holds a unique value which these columns would get; one that the same page deletes goes first.
    ///
    /// Else the two would become one row, and the deletion, which is older than the other record, would remove it.
    func remainingRival(
        of entity: MirrorSchema.Entity,
        _ stored: [String: SQLValue],
        besides key: Int64?
    ) throws -> Int64? {
        while let rival = try rivals(of: entity, stored, besides: key).first {
            guard let name = try books.name(ofRow: rival, in: entity.table), leaving.remove(name) != nil else {
                return rival
            }
            try applyDeletion(of: name)
        }
        return nil
    }

    /// A new record has a unique value of a row that is here.
    func join(
        _ newcomer: MirrorEntry,
        _ values: [String: MirroredValue],
        withRow rival: Int64,
        _ entity: MirrorSchema.Entity
    ) throws {
        guard var present = try books.entry(ofRow: rival, in: entity.table),
            let target = try rows.entity(ofRow: rival, in: entity.table)
        else { return }
        var newcomer = newcomer
        if present.name < newcomer.name {
            newcomer.forward = present.name
            newcomer.pk = nil
            newcomer.state = .toSave
            try books.save(newcomer)
            try moveWaiting(from: newcomer.name, to: present.name, rival)
            return try mergeForeign(values, newcomer.stamps, into: present, rival, target)
        }
        let incoming = newcomer.stamps
        let later = values.filter { incoming.isLater($0.key, than: present.stamps) }
        newcomer.pk = rival
        newcomer.stamps = incoming.merging(present.stamps)
        newcomer.orders.merge(present.orders) { mine, _ in mine }
        newcomer.updateState()
        try standAside(&present, for: newcomer.name)
        try books.save(newcomer)
        try moveWaiting(from: present.name, to: newcomer.name, rival)
        try write(later, newcomer, rival, target)
    }

    /// A row gets a unique value of another row: of the two, the one under the smaller name stays.
    func unite(
        _ entry: MirrorEntry,
        _ key: Int64,
        _ rival: Int64,
        _ values: [String: MirroredValue],
        _ entity: MirrorSchema.Entity
    ) throws {
        guard let other = try books.entry(ofRow: rival, in: entity.table),
            let otherEntity = try rows.entity(ofRow: rival, in: entity.table)
        else { return }
        if other.name < entry.name {
            let mine = try rows.values(ofRow: key, entity).merging(values) { _, new in new }
            try absorb(entry, key, entity, into: other, rival)
            try mergeForeign(mine, entry.stamps, into: other, rival, otherEntity)
        } else {
            let theirs = try rows.values(ofRow: rival, otherEntity)
            try absorb(other, rival, otherEntity, into: entry, key)
            try write(values, entry, key, entity)
            guard let merged = try books.entry(named: entry.name) else { return }
            try mergeForeign(theirs, other.stamps, into: merged, key, entity)
        }
    }

    /// A record says that its row goes by another name.
    func applyForward(_ record: Incoming, to target: String) throws {
        let name = record.name
        guard name != target else { return }
        try unpark(name)
        var entry = try books.entry(named: name) ?? MirrorEntry(name: name, kind: .row, place: "", pk: nil)
        entry.system = record.system
        entry.isAttempted = true
        try markSeen(&entry)
        // The record's stamps are of values that are in the other record: this row has them once that one has come.
        let (key, stamps) = (entry.pk, entry.stamps)
        if entry.state == .toDelete { return try books.save(entry) }
        entry.pk = nil
        entry.forward = target
        entry.server = record.mirrored.stamps
        entry.stamps = entry.stamps.merging(entry.server)
        entry.state = .clean
        try books.save(entry)
        guard let key else { return try followForward(name, target) }
        guard let entity = try rows.entity(ofRow: key, in: entry.place) else { return }
        if let standing = try books.standing(for: target), let present = standing.pk, present != key,
            let there = try rows.entity(ofRow: present, in: standing.place)
        {
            let mine = try rows.values(ofRow: key, entity)
            try removeAbsorbed(key, entity, into: present)
            try mergeForeign(mine, stamps, into: standing, present, there)
        } else {
            // The row that stands for both has not come: this one becomes it.
            var heir =
                try books.standing(for: target)
                ?? MirrorEntry(name: target, kind: .row, place: entry.place, pk: nil)
            guard heir.state != .deleted, heir.state != .toDelete else {
                return try removeRow(key, in: entry.place, isOwnDeletion: false)
            }
            heir.pk = key
            heir.stamps = heir.stamps.merging(stamps)
            heir.orders = entry.orders
            heir.isAttempted = true
            heir.isStale = true
            // The other device may never send it, and what was changed here has to go up all the same.
            heir.updateState()
            try books.save(heir)
        }
        try followForward(name, target)
    }

    private func followForward(_ name: String, _ target: String) throws {
        guard let standing = try books.standing(for: target), let key = standing.pk else { return }
        arrived.append(standing.name)
        try moveWaiting(from: name, to: target, key)
    }

    // MARK: Parts

    private func absorb(
        _ loser: MirrorEntry,
        _ key: Int64,
        _ entity: MirrorSchema.Entity,
        into winner: MirrorEntry,
        _ target: Int64
    ) throws {
        var loser = loser
        try standAside(&loser, for: winner.name)
        try removeAbsorbed(key, entity, into: target)
        try moveWaiting(from: loser.name, to: winner.name, target)
    }

    /// A record becomes a note of where its row has gone; one that nobody else knows needs none.
    private func standAside(_ loser: inout MirrorEntry, for name: String) throws {
        let isKnown = try loser.isAttempted || loser.system != nil || isNamed(loser)
        loser.pk = nil
        loser.forward = name
        loser.state = isKnown ? .toSave : .clean
        try books.save(loser)
    }

    /// Whether a record that may be at the service names a row's record: it may be there though the row's own was refused.
    private func isNamed(_ entry: MirrorEntry) throws -> Bool {
        guard let key = entry.pk else { return false }
        for join in schema.joins {
            let ends = [(join.own.rows, "pk"), (join.other.rows, "other")].filter { $0.0 == entry.place }
            for (_, column) in ends {
                let known = "(attempted <> 0 OR system IS NOT NULL)"
                let condition = "place = ?1 AND kind = 1 AND pk IS NOT NULL AND \(column) = ?2 AND \(known) LIMIT 1"
                if try !books.entries(condition, [.text(join.table), .integer(key)]).isEmpty { return true }
            }
        }
        for (table, toOne) in schema.holders(of: entry.place) {
            let sql = "SELECT \"pk\" FROM \(table.quoted) WHERE \(toOne.column.quoted) = ?1"
            for holder in try books.rows(sql, [.integer(key)], { sqlite3_column_int64($0, 0) }) {
                guard let other = try books.entry(ofRow: holder, in: table) else { continue }
                if other.isAttempted || other.system != nil { return true }
            }
        }
        return false
    }

    /// Whoever points to a row points to another one from now on; the row goes.
    private func removeAbsorbed(_ key: Int64, _ entity: MirrorSchema.Entity, into target: Int64) throws {
        for (table, toOne) in schema.holders(of: entity.table) {
            let sql = "SELECT \"pk\" FROM \(table.quoted) WHERE \(toOne.column.quoted) = ?1"
            for holder in try books.rows(sql, [.integer(key)], { sqlite3_column_int64($0, 0) }) {
                guard let other = try rows.entity(ofRow: holder, in: table),
                    let entry = try books.entry(ofRow: holder, in: table)
                else { continue }
                try point(holder, other, toOne, to: target, entry)
                try recordUpdate(other, holder, mask: DirtyMask.bit(toOne.ordinal))
            }
        }
        for (index, join) in schema.joins.enumerated() {
            if join.own.rows == entity.table { try moveLinks(index, join, isOwn: true, from: key, to: target) }
            if join.other.rows == entity.table { try moveLinks(index, join, isOwn: false, from: key, to: target) }
        }
        try recordFiles(entity, key)
        for toOne in entity.toOnes {
            let sql = "SELECT \(toOne.column.quoted) FROM \(entity.table.quoted) WHERE \"pk\" = ?1"
            if let owner = try books.integer(sql, [.integer(key)]) { recordOwner(owner, entity.table, toOne) }
        }
        try books.run("DELETE FROM \(entity.table.quoted) WHERE \"pk\" = ?1", [.integer(key)])
        try recordDelete(entity, key)
    }

    private func moveLinks(
        _ index: Int,
        _ join: MirrorSchema.Join,
        isOwn: Bool,
        from key: Int64,
        to target: Int64
    ) throws {
        let condition = isOwn ? "pk = ?2" : "other = ?2 AND pk IS NOT NULL"
        for link in try books.entries("place = ?1 AND kind = 1 AND \(condition)", [.text(join.table), .integer(key)]) {
            guard let first = link.pk else { continue }
            let (own, other) = isOwn ? (target, link.other) : (first, target)
            try place(link, own, other)
            try books.run(
                """
                INSERT OR IGNORE INTO \(join.table.quoted) (\(join.own.column.quoted), \(join.other.column.quoted))
                VALUES (?1, ?2)
                """,
                [.integer(own), .integer(other)]
            )
            touchLink(index, own, other)
        }
    }

    private func moveWaiting(from old: String, to new: String, _ key: Int64) throws {
        try books.run("UPDATE OR REPLACE _mirror_waiting SET target = ?2 WHERE target = ?1", [.text(old), .text(new)])
        try books.run("UPDATE OR REPLACE _mirror_waiting SET name = ?2 WHERE name = ?1", [.text(old), .text(new)])
        try resolveWaiting(for: new, key)
    }
}

#endif
