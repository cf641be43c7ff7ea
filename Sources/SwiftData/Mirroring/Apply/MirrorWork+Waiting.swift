#if CloudKitMirroring
import Foundation
import GRDBSQLite

// Records come in any order: what points to one that is not there yet waits for it, in the store.

extension MirrorWork {
    /// Notes that a relationship is to be set when its target comes.
    func wait(_ name: String, _ toOne: MirrorSchema.ToOne, for target: String) throws {
        let standing = try books.standingName(for: target)
        // What is deleted does not come any more.
        if try isDeleted(standing) { return }
        try books.run(
            "INSERT OR REPLACE INTO _mirror_waiting(target, name, property) VALUES(?1, ?2, ?3)",
            [
                .text(standing), .text(name), .text(toOne.name),
            ]
        )
    }

    /// Whether what a record stands for was deleted, here or elsewhere.
    func isDeleted(_ name: String) throws -> Bool {
        guard let known = try books.entry(named: name) else { return false }
        return known.state == .deleted || known.state == .toDelete
    }

    /// A record has a row now: whoever waited for it points to it.
    func resolveWaiting(for name: String, _ key: Int64) throws {
        let waiting = try books.rows("SELECT name, property FROM _mirror_waiting WHERE target = ?1", [.text(name)]) {
            (String._read($0, 0), String._read($0, 1))
        }
        guard !waiting.isEmpty else { return }
        try books.run("DELETE FROM _mirror_waiting WHERE target = ?1", [.text(name)])
        for (holder, property) in waiting {
            guard let entry = try books.standing(for: holder), let row = entry.pk,
                let entity = try rows.entity(ofRow: row, in: entry.place),
                let toOne = entity.toOne(named: property)
            else { continue }
            try point(row, entity, toOne, to: key, entry)
            try recordUpdate(entity, row, mask: DirtyMask.bit(toOne.ordinal))
        }
    }

    // MARK: Links

    func applyLink(_ record: Incoming) throws {
        guard case .link(let table, let ownName, let otherName) = record.mirrored.content,
            let (index, join) = schema.join(named: table)
        else { return }
        // An older version of it may have waited.
        try unpark(record.name)
        let known = try books.entry(named: record.name)
        if let known, known.state == .toDelete {
            // It was cut here, and that holds.
            var entry = known
            entry.system = record.system
            return try books.save(entry)
        }
        guard let own = try books.standing(for: ownName)?.pk, let other = try books.standing(for: otherName)?.pk else {
            return try parkLink(record, table, ownName, otherName)
        }
        var entry = known ?? MirrorEntry(name: record.name, kind: .link, place: table, pk: own)
        let server = layout.carriesStamps ? record.mirrored.stamps : StampSet(base: record.saved)
        for (end, place) in record.mirrored.orders where server.isLater(end, than: entry.stamps) {
            entry.orders[end] = place
        }
        entry.stamps = known == nil || known?.state == .deleted ? server : entry.stamps.merging(server)
        entry.server = server
        entry.system = record.system
        entry.extra = record.extra
        entry.isAttempted = true
        try markSeen(&entry)
        entry.state = .clean
        entry.updateState()
        try place(entry, own, other)
        try books.run(
            "INSERT OR IGNORE INTO \(table.quoted) (\(join.own.column.quoted), \(join.other.column.quoted)) VALUES (?1, ?2)",
            [.integer(own), .integer(other)]
        )
        touchLink(index, own, other)
    }

    /// Makes a record stand for a link.
    ///
    /// Of two records for one link the one with the smaller name does, on every device; they stay both, and go together.
    func place(_ entry: MirrorEntry, _ own: Int64, _ other: Int64) throws {
        var entry = entry
        (entry.pk, entry.other) = (own, other)
        guard var twin = try books.entry(ofLink: own, other, in: entry.place), twin.name != entry.name else {
            entry.forward = nil
            return try books.save(entry)
        }
        if twin.name < entry.name {
            (entry.pk, entry.forward) = (nil, twin.name)
            return try books.save(entry)
        }
        (twin.pk, twin.forward) = (nil, entry.name)
        try books.save(twin)
        try books.run(
            "UPDATE _mirror_record SET forward = ?2 WHERE forward = ?1 AND kind = 1",
            [
                .text(twin.name), .text(entry.name),
            ]
        )
        entry.forward = nil
        try books.save(entry)
    }

    private func parkLink(_ record: Incoming, _ table: String, _ own: String, _ other: String) throws {
        for name in [own, other] {
            let standing = try books.standingName(for: name)
            // The other end is gone, and the link with it: whoever made it may not know that it came to the service.
            if try isDeleted(standing) {
                var link = MirrorEntry(name: record.name, kind: .link, place: table, pk: nil)
                (link.system, link.state) = (record.system, .toDelete)
                return try books.save(link)
            }
        }
        try park(record, for: try namesWithoutRow([own, other]))
    }

    func touchLink(_ index: Int, _ own: Int64, _ other: Int64) {
        touchedLinkLists.insert(LinkList(join: index, isOwn: true, owner: own))
        touchedLinkLists.insert(LinkList(join: index, isOwn: false, owner: other))
        let join = schema.joins[index]
        for (place, key) in [(join.own.place, own), (join.other.place, other)] {
            guard let place else { continue }
            notice.lists.insert(ListReference(entity: place.entity, key: key, ordinal: place.ordinal))
            notice.relinked.insert(place.entity)
        }
        hasChangedRows = true
    }

    // MARK: Places

    /// Puts the members of all lists that were touched in the order of their keys.
    func reconcilePlaces() throws {
        for list in touchedLists.sorted() { try reconcilePlaces(list) }
        for list in touchedLinkLists.sorted() { try reconcilePlaces(list) }
        touchedLists = []
        touchedLinkLists = []
    }

    /// A member, its key, and where it stands now.
    private struct Member {
        let key: String?
        let name: String
        let place: Int64?
        let row: Int64

        /// Those without a key stand behind the others, in the order in which they stand now.
        static func isBefore(_ one: Member, _ other: Member) -> Bool {
            switch (one.key, other.key) {
            case (let a?, let b?): (a, one.name) < (b, other.name)
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): (one.place ?? .max, one.name) < (other.place ?? .max, other.name)
            }
        }
    }

    private func reconcilePlaces(_ list: MemberList) throws {
        guard let toOne = schema.toOne(in: list.table, column: list.column), let order = toOne.order else { return }
        let sql =
            "SELECT \"pk\", \(order.column.quoted) FROM \(list.table.quoted) WHERE \(list.column.quoted) = ?1"
        let members = try books.rows(sql, [.integer(list.owner)]) { (sqlite3_column_int64($0, 0), SQLValue($0, 1)) }
            .map { row, place in
                let entry = try books.entry(ofRow: row, in: list.table)
                return Member(key: entry?.orders[toOne.name], name: entry?.name ?? "", place: place.number, row: row)
            }
        let update = "UPDATE \(list.table.quoted) SET \(order.column.quoted) = ?2 WHERE \"pk\" = ?1"
        for (position, member) in members.sorted(by: Member.isBefore).enumerated()
        where member.place != Int64(position) {
            try books.run(update, [.integer(member.row), .integer(Int64(position))])
        }
    }

    private func reconcilePlaces(_ list: LinkList) throws {
        let join = schema.joins[list.join]
        let (end, far) = list.isOwn ? (join.own, join.other) : (join.other, join.own)
        guard let order = end.order else { return }
        let name = list.isOwn ? MirroredRecord.ownEnd : MirroredRecord.otherEnd
        let sql =
            "SELECT \(far.column.quoted), \(order.quoted) FROM \(join.table.quoted) WHERE \(end.column.quoted) = ?1"
        let members = try books.rows(sql, [.integer(list.owner)]) { (sqlite3_column_int64($0, 0), SQLValue($0, 1)) }
            .map { row, place in
                let (own, other) = list.isOwn ? (list.owner, row) : (row, list.owner)
                let entry = try books.entry(ofLink: own, other, in: join.table)
                return Member(key: entry?.orders[name], name: entry?.name ?? "", place: place.number, row: row)
            }
        let update =
            "UPDATE \(join.table.quoted) SET \(order.quoted) = ?3 "
            + "WHERE \(end.column.quoted) = ?1 AND \(far.column.quoted) = ?2"
        for (position, member) in members.sorted(by: Member.isBefore).enumerated()
        where member.place != Int64(position) {
            try books.run(update, [.integer(list.owner), .integer(member.row), .integer(Int64(position))])
        }
    }
}

extension SQLValue {
    fileprivate var number: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}

#endif
