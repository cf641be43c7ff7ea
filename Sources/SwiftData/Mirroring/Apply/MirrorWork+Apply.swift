#if CloudKitMirroring
import CloudKit
import Foundation
import GRDB
import GRDBSQLite

// From the service: a page of records and deletions becomes rows, in one transaction.

extension MirrorWork {
    /// Takes in what came; applying it twice is harmless.
    ///
    /// Local changes must have been taken in before: see ``scanAll()``.
    func apply(_ records: [CKRecord], deletions: [String], areOfConflicts: Bool = false) throws {
        try history.begin(on: books.db)
        let incoming = try records.compactMap { record -> Incoming? in
            guard record.recordID.zoneID.zoneName == layout.zoneName else { return nil }
            return try Incoming(record, layout, schema)
        }
        for record in incoming { record.mirrored.stamps.all.forEach { clock.observe($0) } }
        (leaving, isOfConflict) = (Set(deletions), areOfConflicts)
        defer { (leaving, isOfConflict) = ([], false) }
        try applyAll(incoming)
        for name in deletions { try applyDeletion(of: name) }
        if !deletions.isEmpty { try pruneDeletions() }
        try reconcilePlaces()
        _ = try history.end(on: books.db)
    }

    private func applyAll(_ incoming: [Incoming]) throws {
        var links: [Incoming] = []
        var fresh: [Incoming] = []
        for record in incoming {
            switch record.mirrored.content {
            case .link: links.append(record)
            case .forward(let target): try applyForward(record, to: target)
            case .row(let entity): if try !applyKnown(record, entity) { fresh.append(record) }
            }
        }
        let waiting = try insertAll(fresh)
        for link in links { try applyLink(link) }
        // What has just come of a link is newer than what waited.
        let names = Set(links.map(\.name))
        try applyParkedLinks(waiting.filter { !names.contains($0.name) })
        arrived = []
        try leaveNotes(namedBy: incoming)
    }

    /// Records at the service name others that gave way here: each of those goes up as a note of where its row has gone.
    ///
    /// One that gave way has none where it was taken for unknown to everybody. A request that was given up may have arrived
    /// since, and made the record that names it without the one that is named.
    private func leaveNotes(namedBy incoming: [Incoming]) throws {
        let names = Set(incoming.flatMap(\.mirrored.references))
        guard !names.isEmpty else { return }
        try books.run(
            """
            UPDATE _mirror_record SET state = \(MirrorEntry.State.toSave.rawValue)
            WHERE name IN (SELECT value FROM json_each(?1)) AND forward IS NOT NULL AND system IS NULL
            AND state = \(MirrorEntry.State.clean.rawValue)
            """,
            [.text(Self.jsonArray(names))]
        )
    }

    // MARK: Records that are known

    /// Applies a record whose row, or whose end, is known.
    ///
    /// - Returns: Whether it was.
    private func applyKnown(_ record: Incoming, _ entityName: String) throws -> Bool {
        guard var entry = try books.entry(named: record.name) else { return false }
        try markSeen(&entry)
        switch entry.state {
        case .toDelete, .deleted:
            // It was deleted here, and that holds.
            entry.system = record.system
            entry.state = .toDelete
            try books.save(entry)
            return true
        case .clean, .toSave: break
        }
        if entry.forward != nil {
            try absorb(record, intoStandInFor: entry)
            return true
        }
        guard let key = entry.pk, let entity = schema.entity(named: entityName) else { return false }
        try merge(record, into: entry, key, entity)
        return true
    }

    /// Somebody who had not heard that a row goes by another name changed it by its old one.
    private func absorb(_ record: Incoming, intoStandInFor entry: MirrorEntry) throws {
        var alias = entry
        alias.system = record.system
        alias.server = record.mirrored.stamps
        alias.state = .toSave
        try books.save(alias)
        guard let standing = try books.standing(for: entry.name), let key = standing.pk,
            let entity = try rows.entity(ofRow: key, in: standing.place)
        else { return }
        try mergeForeign(record.mirrored.values, try stamped(record, standing), into: standing, key, entity)
    }

    /// Merges a record into its row: of each property the later change stays.
    private func merge(_ record: Incoming, into entry: MirrorEntry, _ key: Int64, _ entity: MirrorSchema.Entity) throws
    {
        let server = try stamped(record, entry)
        var choice = try choose(record.mirrored, server, entry, key, entity)
        choice.stamps = stampsOfHeld(choice.stamps, record.mirrored, server, entity)
        for name in try lostValues(record.mirrored, server, entry, key, entity) where choice.values[name] == nil {
            choice.stamps.raise(name, to: tick())
        }
        var entry = entry
        entry.system = record.system
        entry.extra = record.extra
        entry.isStale = !record.mirrored.unreadable.isEmpty
        entry.server = server
        entry.stamps = choice.stamps
        if !layout.carriesStamps { entry.digests = try digests(of: record.mirrored) }
        for (name, place) in record.mirrored.orders where choice.orders.contains(name) { entry.orders[name] = place }
        entry.updateState()
        try books.save(entry)
        try write(choice.values, entry, key, entity)
        if !choice.orders.isEmpty { try touchOwners(of: entity, key) }
    }

    /// Values of another record of the same thing: those that are later become this row's, and go up with it.
    func mergeForeign(
        _ values: [String: MirroredValue],
        _ stamps: StampSet,
        into entry: MirrorEntry,
        _ key: Int64,
        _ entity: MirrorSchema.Entity
    ) throws {
        var entry = entry
        let later = values.filter { stamps.isLater($0.key, than: entry.stamps) }
        for name in later.keys { if let stamp = stamps[name] { entry.stamps.raise(name, to: stamp) } }
        entry.updateState()
        try books.save(entry)
        try write(later, entry, key, entity)
    }

    // MARK: New records

    /// Makes rows of new records, and of those that waited for them; what needs another record that is not there yet is
    /// kept until it comes.
    ///
    /// - Returns: Links that waited for what came.
    private func insertAll(_ fresh: [Incoming]) throws -> [Incoming] {
        var links: [String: Incoming] = [:]
        var (fresh, seen) = (fresh, 0)
        while !fresh.isEmpty || seen < arrived.count {
            let names = Set(arrived[seen...])
            seen = arrived.count
            let ready = try withoutWaiting(try withParked(fresh, names, &links))
            fresh = []
            for record in ready {
                try unpark(record.name)
                guard case .row(let name) = record.mirrored.content, let entity = schema.entity(named: name) else {
                    continue
                }
                // A note of where another row has gone may have given it a row meanwhile.
                if try !applyKnown(record, name) { try insert(record, entity) }
            }
        }
        return links.values.sorted { $0.name < $1.name }
    }

    /// Parks those of the records that need one that is neither there nor among them.
    ///
    /// - Returns: The others.
    private func withoutWaiting(_ records: [Incoming]) throws -> [Incoming] {
        var ready = records
        var names = Set(ready.map(\.name))
        while true {
            var gone: Set<String> = []
            for record in ready {
                let targets = try missing(of: record, names)
                if targets.isEmpty { continue }
                try park(record, for: targets)
                gone.insert(record.name)
            }
            if gone.isEmpty { return ready }
            ready.removeAll { gone.contains($0.name) }
            names.subtract(gone)
        }
    }

    /// Records without which a new row cannot be: the targets of required relationships.
    private func missing(of record: Incoming, _ coming: Set<String>) throws -> [String] {
        guard case .row(let name) = record.mirrored.content, let entity = schema.entity(named: name) else { return [] }
        return try entity.toOnes.filter { !$0.isOptional }.compactMap { toOne in
            guard case .reference(let target)? = record.mirrored.values[toOne.name] else { return nil }
            if coming.contains(target) { return nil }
            return try books.standing(for: target)?.pk == nil ? target : nil
        }
    }

    private func insert(_ record: Incoming, _ entity: MirrorSchema.Entity) throws {
        arrived.append(record.name)
        let known = try books.entry(named: record.name)
        var entry = known ?? MirrorEntry(name: record.name, kind: .row, place: entity.table, pk: nil)
        entry.stamps = try stamped(record, entry)
        entry.server = entry.stamps
        entry.system = record.system
        entry.extra = record.extra
        entry.isAttempted = true
        entry.isStale = !record.mirrored.unreadable.isEmpty
        entry.orders = record.mirrored.orders
        try markSeen(&entry)
        if !layout.carriesStamps { entry.digests = try digests(of: record.mirrored) }
        let stored = try storedValues(record.mirrored.values, entity)
        let expected = leaving.count
        if let rival = try remainingRival(of: entity, stored, besides: nil) {
            return try join(entry, record.mirrored.values, withRow: rival, entity)
        }
        if leaving.count < expected {
            // The rival that had to go may have taken along what this one needs.
            let targets = try missing(of: record, [])
            if !targets.isEmpty { return try park(record, for: targets) }
        }
        var columns = stored.map { ($0.key, $0.value) }
        for attribute in entity.attributes where stored[attribute.column] == nil {
            columns.append((attribute.column, try schema.initialValue(of: attribute)))
        }
        if let discriminator = entity.discriminator { columns.append(("entity", .integer(discriminator))) }
        let key = try insertRow(entity.table, columns.sorted { $0.0 < $1.0 })
        entry.pk = key
        try books.save(entry)
        try recordInsert(entity, key)
        try link(record.mirrored.values, entry, key, entity)
        try resolveWaiting(for: entry.name, key)
    }

    private func insertRow(_ table: String, _ columns: [(String, SQLValue)]) throws -> Int64 {
        let names = columns.map { $0.0.quoted }.joined(separator: ", ")
        let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let sql =
            columns.isEmpty
            ? "INSERT INTO \(table.quoted) DEFAULT VALUES" : "INSERT INTO \(table.quoted) (\(names)) VALUES (\(marks))"
        try books.run(sql, columns.map(\.1))
        return sqlite3_last_insert_rowid(books.db.sqliteConnection)
    }

    // MARK: Writing

    /// The columns of attributes; a value of another type is left out.
    func storedValues(_ values: [String: MirroredValue], _ entity: MirrorSchema.Entity) throws -> [String: SQLValue] {
        var stored: [String: SQLValue] = [:]
        for attribute in entity.attributes {
            guard let value = values[attribute.name] else { continue }
            stored[attribute.column] = try rows.stored(value, attribute, externalize)
        }
        return stored
    }

    /// Writes properties of a row; where a unique value is taken, the two rows become one.
    func write(
        _ values: [String: MirroredValue],
        _ entry: MirrorEntry,
        _ key: Int64,
        _ entity: MirrorSchema.Entity
    ) throws {
        guard !values.isEmpty else { return }
        let stored = try storedValues(values, entity)
        let expected = leaving.count
        if let rival = try remainingRival(of: entity, stored, besides: key) {
            return try unite(entry, key, rival, values, entity)
        }
        // The rival that had to go may have taken this row along.
        if leaving.count < expected, try rows.entity(ofRow: key, in: entity.table) == nil { return }
        if !stored.isEmpty {
            let columns = stored.sorted { $0.key < $1.key }
            try recordFiles(entity, key, columns: Set(stored.keys))
            let assignments = columns.enumerated().map { "\($1.key.quoted) = ?\($0 + 2)" }.joined(separator: ", ")
            let sql = "UPDATE \(entity.table.quoted) SET \(assignments) WHERE \"pk\" = ?1"
            try books.run(sql, [.integer(key)] + columns.map(\.value))
        }
        try link(values, entry, key, entity)
        let ordinals =
            entity.attributes.filter { values[$0.name] != nil }.map(\.ordinal)
            + entity.toOnes.filter { values[$0.name] != nil }.map(\.ordinal)
        try recordUpdate(entity, key, mask: ordinals.reduce(0) { $0 | DirtyMask.bit($1) })
    }

    /// Sets to-one relationships; a target that is not there yet is waited for.
    private func link(
        _ values: [String: MirroredValue],
        _ entry: MirrorEntry,
        _ key: Int64,
        _ entity: MirrorSchema.Entity
    ) throws {
        for toOne in entity.toOnes {
            guard let value = values[toOne.name] else { continue }
            try books.run(
                "DELETE FROM _mirror_waiting WHERE name = ?1 AND property = ?2",
                [
                    .text(entry.name), .text(toOne.name),
                ]
            )
            var target: Int64?
            if case .reference(let name) = value {
                target = try books.standing(for: name)?.pk
                if target == nil { try wait(entry.name, toOne, for: name) }
            }
            try point(key, entity, toOne, to: target, entry)
        }
    }

    /// Makes a row point to another, or to none.
    func point(
        _ key: Int64,
        _ entity: MirrorSchema.Entity,
        _ toOne: MirrorSchema.ToOne,
        to target: Int64?,
        _ entry: MirrorEntry
    ) throws {
        let read = "SELECT \(toOne.column.quoted) FROM \(entity.table.quoted) WHERE \"pk\" = ?1"
        let old = try books.integer(read, [.integer(key)])
        let sql = "UPDATE \(entity.table.quoted) SET \(toOne.column.quoted) = ?2 WHERE \"pk\" = ?1"
        if old != target { try books.run(sql, [.integer(key), target.map { .integer($0) } ?? .null]) }
        for owner in [old, target].compactMap(\.self) { recordOwner(owner, entity.table, toOne) }
        if toOne.isExclusive, let target { try claim(target, for: key, entity, toOne, entry) }
    }

    func recordOwner(_ owner: Int64, _ table: String, _ toOne: MirrorSchema.ToOne) {
        if toOne.order != nil {
            touchedLists.insert(MemberList(table: table, column: toOne.column, owner: owner))
        }
        guard let inverse = toOne.inverse else { return }
        notice.lists.insert(ListReference(entity: inverse.entity, key: owner, ordinal: inverse.ordinal))
        notice.relinked.insert(inverse.entity)
    }

    private func touchOwners(of entity: MirrorSchema.Entity, _ key: Int64) throws {
        for toOne in entity.toOnes where toOne.order != nil {
            let sql = "SELECT \(toOne.column.quoted) FROM \(entity.table.quoted) WHERE \"pk\" = ?1"
            if let owner = try books.integer(sql, [.integer(key)]) { recordOwner(owner, entity.table, toOne) }
        }
    }

    /// One to one: of two holders of one target the later stays.
    private func claim(
        _ target: Int64,
        for key: Int64,
        _ entity: MirrorSchema.Entity,
        _ toOne: MirrorSchema.ToOne,
        _ entry: MirrorEntry
    ) throws {
        let sql = "SELECT \"pk\" FROM \(entity.table.quoted) WHERE \(toOne.column.quoted) = ?1 AND \"pk\" <> ?2"
        for rival in try books.rows(sql, [.integer(target), .integer(key)], { sqlite3_column_int64($0, 0) }) {
            guard let other = try books.entry(ofRow: rival, in: entity.table) else { continue }
            let isOlder = entry.stamps.isLater(toOne.name, than: other.stamps)
            let isSame = entry.stamps[toOne.name] == other.stamps[toOne.name]
            let loser = isOlder || (isSame && entry.name > other.name) ? (rival, other) : (key, entry)
            try cut(loser.0, loser.1, entity, toOne)
            if loser.0 == key { return }
        }
    }

    private func cut(
        _ key: Int64,
        _ entry: MirrorEntry,
        _ entity: MirrorSchema.Entity,
        _ toOne: MirrorSchema.ToOne
    ) throws {
        guard toOne.isOptional, var loser = try books.entry(named: entry.name) else { return }
        try books.run(
            "UPDATE \(entity.table.quoted) SET \(toOne.column.quoted) = NULL WHERE \"pk\" = ?1",
            [.integer(key)]
        )
        loser.stamps.raise(toOne.name, to: tick())
        loser.updateState()
        try books.save(loser)
        try recordUpdate(entity, key, mask: DirtyMask.bit(toOne.ordinal))
    }

    /// Marks a record as met by the comparison that is under way.
    ///
    /// The record of a conflict is not: the answer may be that of an earlier attempt, and the record may be gone since.
    func markSeen(_ entry: inout MirrorEntry) throws {
        if !isOfConflict { entry.seen = try comparison() }
    }

    /// The number of the comparison that is under way; 0 without one.
    func comparison() throws -> Int64 { try books.number(.comparison).map { max($0, 0) } ?? 0 }
}

#endif
