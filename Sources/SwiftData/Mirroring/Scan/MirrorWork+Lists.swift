#if CloudKitMirroring
import Foundation
import GRDBSQLite

// Lists and tables of links: what the store has now, beside what the records say.

extension MirrorWork {
    /// Gives members the keys that say the order in which they stand now, and links their records.
    func reconcileLists(stamp: () -> MirrorStamp) throws {
        // In a fixed order, so that a run can be repeated.
        for list in touchedLinkLists.sorted() { try reconcileLinks(list, stamp) }
        if layout.carriesStamps {
            for list in touchedLists.sorted() { try reconcileOrderKeys(list, stamp) }
            for list in touchedLinkLists.sorted() { try reconcileOrderKeys(list, stamp) }
        }
        touchedLists = []
        touchedLinkLists = []
    }

    // MARK: Places

    private func reconcileOrderKeys(_ list: MemberList, _ stamp: () -> MirrorStamp) throws {
        guard let toOne = schema.toOne(in: list.table, column: list.column), let order = toOne.order else { return }
        let sql =
            "SELECT \"pk\" FROM \(list.table.quoted) WHERE \(list.column.quoted) = ?1 "
            + "ORDER BY \(order.column.quoted), \"pk\""
        var members = try books.rows(sql, [.integer(list.owner)]) { sqlite3_column_int64($0, 0) }
            .compactMap { try books.entry(ofRow: $0, in: list.table) }
        let made = OrderPlanner.newKeys(for: members.map { $0.orders[toOne.name] })
        guard !made.isEmpty else { return }
        let now = stamp()
        for (position, key) in made {
            members[position].orders[toOne.name] = key
            members[position].stamps.raise(toOne.orderName, to: now)
            members[position].updateState()
            try books.save(members[position])
        }
    }

    private func reconcileOrderKeys(_ list: LinkList, _ stamp: () -> MirrorStamp) throws {
        let join = schema.joins[list.join]
        let end = list.isOwn ? join.own : join.other
        guard let order = end.order else { return }
        let sql =
            "SELECT \(join.own.column.quoted), \(join.other.column.quoted) FROM \(join.table.quoted) "
            + "WHERE \(end.column.quoted) = ?1 ORDER BY \(order.quoted), 1, 2"
        var links = try books.rows(sql, [.integer(list.owner)]) {
            (sqlite3_column_int64($0, 0), sqlite3_column_int64($0, 1))
        }.compactMap { try books.entry(ofLink: $0.0, $0.1, in: join.table) }
        let name = list.isOwn ? MirroredRecord.ownEnd : MirroredRecord.otherEnd
        let made = OrderPlanner.newKeys(for: links.map { $0.orders[name] })
        guard !made.isEmpty else { return }
        let now = stamp()
        for (position, key) in made {
            links[position].orders[name] = key
            links[position].stamps.raise(name, to: now)
            links[position].updateState()
            try books.save(links[position])
        }
    }

    // MARK: Links

    /// Brings the records of one object's links in line with the table.
    private func reconcileLinks(_ list: LinkList, _ stamp: () -> MirrorStamp) throws {
        let join = schema.joins[list.join]
        let isSymmetric = join.own.entity == join.other.entity && join.other.property == nil
        let ends = isSymmetric ? [true, false] : [list.isOwn]
        for isOwn in ends {
            let stored = Set(try links(of: list.owner, join, isOwn: isOwn))
            let condition = isOwn ? "pk = ?2" : "other = ?2 AND pk IS NOT NULL"
            let known = try books.entries(
                "place = ?1 AND kind = 1 AND \(condition)",
                [
                    .text(join.table), .integer(list.owner),
                ]
            )
            for entry in known where !stored.contains(Pair(entry.pk ?? 0, entry.other)) { try buryLink(entry) }
            let names = Set(known.map { Pair($0.pk ?? 0, $0.other) })
            for pair in stored.subtracting(names).sorted(by: { ($0.own, $0.other) < ($1.own, $1.other) }) {
                try beginLink(pair, list.join, stamp)
            }
        }
    }

    private struct Pair: Hashable {
        let own: Int64
        let other: Int64

        init(_ own: Int64, _ other: Int64) {
            self.own = own
            self.other = other
        }
    }

    private func links(of owner: Int64, _ join: MirrorSchema.Join, isOwn: Bool) throws -> [Pair] {
        let end = isOwn ? join.own : join.other
        let sql =
            "SELECT \(join.own.column.quoted), \(join.other.column.quoted) FROM \(join.table.quoted) "
            + "WHERE \(end.column.quoted) = ?1"
        return try books.rows(sql, [.integer(owner)]) { Pair(sqlite3_column_int64($0, 0), sqlite3_column_int64($0, 1)) }
    }

    private func beginLink(_ pair: Pair, _ index: Int, _ stamp: () -> MirrorStamp) throws {
        let join = schema.joins[index]
        // An end whose row the history has not come to yet: the link comes with it.
        guard let own = try books.name(ofRow: pair.own, in: join.own.rows),
            let other = try books.name(ofRow: pair.other, in: join.other.rows)
        else { return }
        let name = layout.linkName(table: join.table, own: own, other: other) ?? newName()
        // A link that was cut and made again goes on under its name.
        var entry =
            try books.entry(named: name) ?? MirrorEntry(name: name, kind: .link, place: join.table, pk: pair.own)
        if entry.state == .deleted {
            entry.system = nil
            entry.server = StampSet()
        }
        entry.pk = pair.own
        entry.other = pair.other
        entry.forward = nil
        entry.stamps.raiseAll(to: stamp())
        entry.state = .toSave
        try books.save(entry)
        touchedLinkLists.insert(LinkList(join: index, isOwn: true, owner: pair.own))
        touchedLinkLists.insert(LinkList(join: index, isOwn: false, owner: pair.other))
    }
}

#endif
