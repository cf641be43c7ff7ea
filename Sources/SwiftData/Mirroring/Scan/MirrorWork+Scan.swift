#if CloudKitMirroring
import Foundation
import GRDB
import GRDBSQLite

// From the history to what is to be sent: each local change gets a stamp, and its record a note that it is newer here.

extension MirrorWork {
    /// Rows of changes that are read at once.
    private static let historyPage = 256
    /// Changes that one transaction takes in, so that nobody waits long for it.
    static let changesAtOnce = 1_000

    /// A run of changes, as the history keeps it.
    private struct Run {
        let id: Int64
        let entity: Int64
        let kind: HistoryKind
        let first: Int64
        let last: Int64
        let mask: UInt64

        init?(row: OpaquePointer) {
            guard let kind = HistoryKind(rawValue: sqlite3_column_int64(row, 2)) else { return nil }
            id = sqlite3_column_int64(row, 0)
            entity = sqlite3_column_int64(row, 1)
            self.kind = kind
            first = sqlite3_column_int64(row, 3)
            last = sqlite3_column_int64(row, 4)
            mask = UInt64(bitPattern: sqlite3_column_int64(row, 5))
        }
    }

    /// A transaction of the history: whose it was, and the stamp of all of its changes.
    private struct Origin {
        let number: Int64
        let isOwn: Bool
        let stamp: MirrorStamp
    }

    /// Takes in everything that the history has.
    func scanAll() throws {
        while try !scan(Self.changesAtOnce) {}
    }

    /// Takes in some of the history.
    ///
    /// - Returns: Whether nothing is left.
    func scan(_ most: Int) throws -> Bool {
        guard let handle = books.db.sqliteConnection, try store.historyLog(on: books.db).isPresent() else {
            return true
        }
        var position = try books.number(.history) ?? 0
        if position > 0, try HistorySQL.floor(handle) > position >> HistorySQL.positionBits {
            try bridgeGap()
            return true
        }
        let layouts = try historyLayouts()
        var (count, origin) = (0, Origin?.none)
        let runs = try self.runs(after: position)
        for run in runs {
            let number = run.id >> HistorySQL.positionBits
            if origin?.number != number { origin = try self.origin(of: number) }
            guard let origin else { continue }
            let start = run.first + max(0, position - run.id + 1)
            let end = origin.isOwn ? run.last : min(run.last, start + Int64(most - count) - 1)
            if !origin.isOwn, let layout = layouts[run.entity], end >= start {
                for key in start...end { try take(run.kind, key, run.mask, layout, origin.stamp) }
                count += Int(end - start + 1)
            }
            position = run.id + (end - run.first)
            if end < run.last || count >= most { break }
        }
        try reconcileLists(stamp: { self.tick() })
        if !runs.isEmpty { try setPosition(position) }
        return runs.count < Self.historyPage && count < most
    }

    private func setPosition(_ position: Int64) throws {
        try books.set(.history, .integer(position))
        // The transaction itself may not be read to its end.
        let done = (position + 1) >> HistorySQL.positionBits
        let token = DefaultHistoryToken(storeIdentifier: store.identifier, transaction: max(0, done - 1))
        let log = try store.historyLog(on: books.db)
        try log.registerConsumer(MirrorBooks.historyConsumer, at: token, now: store.environment.now())
    }

    private func runs(after position: Int64) throws -> [Run] {
        try books.rows(
            """
            SELECT id, entity, kind, pk, pk_last, mask FROM _history
            WHERE id >= coalesce((SELECT max(id) FROM _history WHERE id <= ?1), 0) AND id + (pk_last - pk) > ?1
            ORDER BY id LIMIT \(Self.historyPage)
            """,
            [.integer(position)]
        ) { Run(row: $0) }.compactMap(\.self)
    }

    private func origin(of transaction: Int64) throws -> Origin? {
        let first = HistorySQL.firstChange(ofTransaction: transaction)
        let found = try books.rows("SELECT timestamp, author FROM _history WHERE id = ?1", [.integer(first)]) { row in
            (SQLValue(row, 0), SQLValue(row, 1))
        }
        guard let (time, author) = found.first else { return nil }
        if author == .text(MirrorBooks.author) {
            return Origin(number: transaction, isOwn: true, stamp: MirrorStamp(milliseconds: 0, counter: 0, device: ""))
        }
        var seconds = 0.0
        if case .real(let number) = time { seconds = number }
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let milliseconds = WholeMilliseconds.of(date, .down)
        return Origin(number: transaction, isOwn: false, stamp: clock.tick(at: milliseconds + clockOffset, on: device))
    }

    /// The entities as the history names them: the schema's entity, and the names of the mask's bits.
    private func historyLayouts() throws -> [Int64: (entity: MirrorSchema.Entity, names: [String])] {
        var layouts: [Int64: (entity: MirrorSchema.Entity, names: [String])] = [:]
        let all = try books.rows("SELECT id, name, properties FROM _history_entity") { row in
            (sqlite3_column_int64(row, 0), String._read(row, 1), String._read(row, 2))
        }
        for (id, name, properties) in all {
            guard let entity = schema.entity(named: name) else { continue }
            layouts[id] = (entity, properties.split(separator: " ").map(String.init))
        }
        return layouts
    }

    // MARK: One change

    private func take(
        _ kind: HistoryKind,
        _ key: Int64,
        _ mask: UInt64,
        _ layout: (entity: MirrorSchema.Entity, names: [String]),
        _ stamp: MirrorStamp
    ) throws {
        let entity = layout.entity
        switch kind {
        case .insert: try begin(entity, key, stamp)
        case .update:
            let names = layout.names.enumerated().filter { DirtyMask.contains(mask, $0.offset) }.map(\.element)
            try change(entity, key, Set(names), stamp)
        case .delete: try bury(rowOf: entity.table, key)
        }
    }

    /// A row is new: so is its record.
    func begin(_ entity: MirrorSchema.Entity, _ key: Int64, _ stamp: MirrorStamp) throws {
        if try books.entry(ofRow: key, in: entity.table) == nil {
            var entry = MirrorEntry(name: newName(), kind: .row, place: entity.table, pk: key)
            entry.stamps = StampSet(base: stamp)
            entry.state = .toSave
            try books.save(entry)
        }
        try touchLists(of: entity, key, named: nil)
    }

    private func change(_ entity: MirrorSchema.Entity, _ key: Int64, _ names: Set<String>, _ stamp: MirrorStamp) throws
    {
        guard var entry = try books.entry(ofRow: key, in: entity.table) else { return try begin(entity, key, stamp) }
        let own = names.filter { entity.attribute(named: $0) != nil || entity.toOne(named: $0) != nil }
        for name in own {
            entry.stamps.raise(name, to: stamp)
            // With another owner the place is a new one; where the owner is the same, it is found to be right again.
            if entity.toOne(named: name)?.order != nil { entry.orders[name] = nil }
        }
        if !own.isEmpty {
            try books.run(
                "DELETE FROM _mirror_waiting WHERE name = ?1 AND property IN (SELECT value FROM json_each(?2))",
                [
                    .text(entry.name), .text(Self.jsonArray(own)),
                ]
            )
            entry.updateState()
            try books.save(entry)
        }
        try touchLists(of: entity, key, named: names)
    }

    static func jsonArray(_ names: Set<String>) -> String {
        (try? JSONEncoder().encode(names.sorted())).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    /// Notes the lists that a row's own change may have changed, to be looked at once.
    private func touchLists(of entity: MirrorSchema.Entity, _ key: Int64, named names: Set<String>?) throws {
        for toOne in entity.toOnes where toOne.order != nil && names?.contains(toOne.name) ?? true {
            let sql = "SELECT \(toOne.column.quoted) FROM \(entity.table.quoted) WHERE \"pk\" = ?1"
            if let owner = try books.integer(sql, [.integer(key)]) {
                touchedLists.insert(MemberList(table: entity.table, column: toOne.column, owner: owner))
            }
        }
        for (name, list) in entity.lists where names?.contains(name) ?? true {
            touchedLists.insert(MemberList(table: list.table, column: list.column, owner: key))
        }
        for (name, link) in entity.joins where names?.contains(name) ?? true {
            touchedLinkLists.insert(LinkList(join: link.join, isOwn: link.isOwn, owner: key))
        }
        guard names == nil else { return }
        // Links that were written before this end was known; the entity may have no property that tells of them.
        for (index, join) in schema.joins.enumerated() where join.other.rows == entity.table {
            touchedLinkLists.insert(LinkList(join: index, isOwn: false, owner: key))
        }
    }

    /// A row was deleted here: so is its record, with the links that it took part in.
    func bury(rowOf table: String, _ key: Int64) throws {
        guard var entry = try books.entry(ofRow: key, in: table) else { return }
        try buryLinks(ofRow: key, in: table)
        for alias in try books.entries("forward = ?1 AND kind = 0", [.text(entry.name)]) { try bury(alias) }
        entry.pk = nil
        try bury(entry)
    }

    /// Notes that a record is to be deleted; a row's that the service does not have is remembered all the same, since a request
    /// that was given up may still arrive there.
    func bury(_ entry: MirrorEntry) throws {
        var entry = entry
        guard entry.state != .deleted else { return }
        try books.run("DELETE FROM _mirror_waiting WHERE name = ?1", [.text(entry.name)])
        let isKnown = entry.isAttempted || entry.system != nil
        if !isKnown, entry.kind == .link { return try books.remove(entry.name) }
        entry.state = isKnown ? .toDelete : .deleted
        // Nobody heard of its dates, and they may be those of a clock that was wrong.
        if !isKnown { entry.stamps = StampSet() }
        entry.pk = nil
        try books.save(entry)
    }

    private func buryLinks(ofRow key: Int64, in table: String) throws {
        for join in schema.joins {
            if join.own.rows == table {
                for link in try books.entries(
                    "place = ?1 AND pk = ?2 AND kind = 1",
                    [.text(join.table), .integer(key)]
                ) {
                    try buryLink(link)
                }
            }
            if join.other.rows == table {
                for link in try books.entries(
                    "place = ?1 AND other = ?2 AND kind = 1",
                    [
                        .text(join.table), .integer(key),
                    ]
                ) where link.pk != nil { try buryLink(link) }
            }
        }
    }

    func buryLink(_ link: MirrorEntry) throws {
        for twin in try books.entries("forward = ?1 AND kind = 1", [.text(link.name)]) { try bury(twin) }
        try bury(link)
    }
}

#endif
