#if CloudKitMirroring
import CloudKit
import Foundation

// To the service: what is newer here, in batches, and what became of it.

extension MirrorWork {
    /// Records in one batch.
    static let batchSize = 100

    struct Upload {
        var saves: [CKRecord] = []
        var deletes: [CKRecord.ID] = []

        var isEmpty: Bool { saves.isEmpty && deletes.isEmpty }
    }

    /// The next records to send; what is handed out is noted, so that an answer counts for it alone.
    ///
    /// - Parameters:
    ///   - setAside: Names of records that the service refused.
    ///   - savesToo: Whether there is room for more than deletions.
    ///   - files: Where the files of large values are put.
    /// - Returns: At most a batch.
    /// - Throws: ``StoreError``.
    func nextUpload(without setAside: Set<String>, savesToo: Bool, _ files: MirrorFiles) throws -> Upload {
        var upload = Upload()
        let setAside = try books.withForwards(to: setAside)
        let most = Self.batchSize + setAside.count
        let zone = CKRecordZone.ID(zoneName: layout.zoneName, ownerName: CKCurrentUserDefaultName)
        for entry in try books.entries("state = 2 ORDER BY name LIMIT \(most)") where !setAside.contains(entry.name) {
            if upload.deletes.count == Self.batchSize { break }
            upload.deletes.append(CKRecord.ID(recordName: entry.name, zoneID: zone))
        }
        guard savesToo else { return upload }
        for entry in try books.entries("state = 1 ORDER BY kind, name LIMIT \(most)")
        where !setAside.contains(entry.name) {
            if upload.saves.count + upload.deletes.count == Self.batchSize { break }
            if let record = try record(of: entry, zone, files) { upload.saves.append(record) }
        }
        return upload
    }

    private func record(of entry: MirrorEntry, _ zone: CKRecordZone.ID, _ files: MirrorFiles) throws -> CKRecord? {
        guard let mirrored = try contents(of: entry) else { return nil }
        let record = self.record(of: entry, mirrored, zone)
        try layout.fill(record, with: mirrored, schema, files)
        var entry = entry
        (entry.stamps, entry.sent) = (mirrored.stamps, mirrored.stamps)
        entry.isAttempted = true
        try books.save(entry)
        return record
    }

    /// The record as the service has it, without its values; a new one where the service has none.
    private func record(of entry: MirrorEntry, _ mirrored: MirroredRecord, _ zone: CKRecordZone.ID) -> CKRecord {
        if let known = (entry.system ?? entry.extra).flatMap({ RecordArchive.record($0) }) { return known }
        let id = CKRecord.ID(recordName: entry.name, zoneID: zone)
        let type = layout.recordType(of: mirrored.content, schema)
        // Handed out once, and no answer came: somebody may have seen it, and deleted it since.
        return entry.isAttempted ? CKRecord(probing: id, recordType: type) : CKRecord(recordType: type, recordID: id)
    }

    /// What is to be sent of a record: what is newer here, or all of it where the service has none.
    private func contents(of entry: MirrorEntry) throws -> MirroredRecord? {
        if let target = entry.forward, entry.kind == .row {
            // Whoever reads a note finds the record that it names: that one goes up first.
            if let standing = try books.standing(for: target), standing.pk != nil, standing.system == nil { return nil }
            let name = try books.standingName(for: target)
            return MirroredRecord(name: entry.name, content: .forward(to: name), stamps: entry.stamps)
        }
        guard let key = entry.pk else {
            try bury(entry)
            return nil
        }
        if entry.kind == .link { return try link(entry, key) }
        guard let entity = try rows.entity(ofRow: key, in: entry.place) else {
            try bury(rowOf: entry.place, key)
            return nil
        }
        let names = entity.attributes.map(\.name) + entity.toOnes.map(\.name)
        let wanted = entry.system == nil ? names : names.filter { entry.stamps.isLater($0, than: entry.server) }
        return MirroredRecord(
            name: entry.name,
            content: .row(entity: entity.name),
            values: try values(of: entry, key, entity, named: Set(wanted)),
            orders: entry.orders,
            stamps: stampsToSend(of: entry, entity)
        )
    }

    private func link(_ entry: MirrorEntry, _ key: Int64) throws -> MirroredRecord? {
        guard let join = schema.join(named: entry.place)?.join,
            let own = try books.name(ofRow: key, in: join.own.rows),
            let other = try books.name(ofRow: entry.other, in: join.other.rows)
        else {
            try buryLink(entry)
            return nil
        }
        return MirroredRecord(
            name: entry.name,
            content: .link(table: entry.place, own: own, other: other),
            orders: entry.orders,
            stamps: entry.stamps
        )
    }

    // MARK: Answers

    /// The service has these records now; what was changed since they were handed out stays to be sent.
    func acknowledgeSaved(_ records: [CKRecord]) throws {
        for record in records {
            guard var entry = try books.entry(named: record.recordID.recordName) else { continue }
            entry.system = RecordArchive.systemFields(of: record)
            entry.acknowledgeSent()
            if !layout.carriesStamps, let mirrored = try layout.read(record, schema) {
                entry.digests = try digests(of: mirrored)
            }
            entry.updateState()
            entry.probeIfMissed()
            try books.save(entry)
        }
    }

    /// The service has another version of a record than the one that was handed out.
    func applyConflict(_ record: CKRecord) throws {
        try apply([record], deletions: [], areOfConflicts: true)
        guard var entry = try books.entry(named: record.recordID.recordName) else { return }
        entry.probeIfMissed()
        try books.save(entry)
    }

    /// The service has these records no more.
    func acknowledgeDeleted(_ ids: [CKRecord.ID]) throws {
        guard !ids.isEmpty else { return }
        for id in ids {
            guard var entry = try books.entry(named: id.recordName) else { continue }
            entry.system = nil
            entry.server = StampSet()
            entry.sent = nil
            switch entry.state {
            case .toDelete where entry.kind == .link:
                try books.remove(entry.name)
                continue
            case .toDelete, .deleted: entry.state = .deleted
            // A link that was made again meanwhile.
            case .clean, .toSave: entry.state = .toSave
            }
            try books.save(entry)
        }
        try pruneDeletions()
    }

    /// The service does not know a record that it once had.
    ///
    /// Where it says that somebody deleted it, it goes here too; else the service has lost it, and gets it again.
    ///
    /// - Parameters:
    ///   - name: The record's name.
    ///   - wasDeleted: Whether somebody deleted it; nil where the service does not say. Then what was saved once is taken for
    ///     deleted, and what may never have arrived is not.
    /// - Throws: ``StoreError``.
    func applyNotFound(_ name: String, wasDeleted: Bool?) throws {
        guard var entry = try books.entry(named: name) else { return }
        // A link may have had its name before, and have been made again since.
        if wasDeleted ?? (entry.system != nil), entry.kind == .row || entry.system != nil {
            try history.begin(on: books.db)
            try applyDeletion(of: name)
            try reconcilePlaces()
            _ = try history.end(on: books.db)
            return
        }
        entry.loseServiceVersion()
        try books.save(entry)
    }

    /// Sends everything again, after the zone was removed at the service.
    ///
    /// Deletions stay known: a device that has not heard of them sends what was deleted, and it must not come back.
    func sendEverythingAgain() throws {
        try unparkAll()
        try books.run("DELETE FROM _mirror_record WHERE state IN (2, 3) AND kind = 1")
        try books.run(
            """
            UPDATE _mirror_record SET state = 3, system = NULL, server = '', sent = NULL,
            buried = coalesce(buried, \(MirrorBooksSQL.nextBurial)) WHERE state IN (2, 3)
            """
        )
        for entry in try books.entries("state IN (0, 1)") {
            var entry = entry
            entry.loseServiceVersion()
            if entry.pk == nil, entry.forward == nil { try books.remove(entry.name) } else { try books.save(entry) }
        }
    }

    /// Lets the next fetch take what the service has of every property that is not newer here, also where its stamp says
    /// that it is known.
    func readEverythingAgain() throws {
        try books.run("UPDATE _mirror_record SET stale = 1 WHERE kind = 0 AND system IS NOT NULL AND state IN (0, 1)")
    }

    // MARK: Comparing

    /// Begins a comparison: what does not come now is asked for by name.
    ///
    /// What is parked is a copy of what the service had. Where the whole zone is fetched, it comes again if the service has
    /// it still. A service that was put back may not: once its target came, it would be taken for a record that everybody has.
    ///
    /// - Parameter fetchingAll: Whether the zone is fetched from the beginning.
    /// - Throws: ``StoreError``.
    func beginComparison(fetchingAll: Bool = true) throws {
        if fetchingAll { try unparkAll() }
        let last = try books.number(.comparison) ?? 0
        try books.set(.comparison, .integer(abs(last) + 1))
    }

    /// Records that the service had, of which the comparison has heard nothing.
    func unseen() throws -> [String] {
        guard let number = try books.number(.comparison), number > 0 else { return [] }
        return try books.rows(
            "SELECT name FROM _mirror_record WHERE system IS NOT NULL AND seen < ?1 AND state IN (0, 1) ORDER BY name",
            [.integer(number)]
        ) { String._read($0, 0) }
    }

    /// Ends the comparison.
    ///
    /// Its number stays known, so that the next one has a greater one.
    ///
    /// What is on its way up may have arrived, and been deleted since, before this fetch: then neither the fetch nor a later
    /// one tells of it, and a late answer that it is saved would be believed for good.
    func endComparison() throws {
        guard let number = try books.number(.comparison), number > 0 else { return }
        try books.set(.comparison, .integer(-number))
        try books.run(
            "UPDATE _mirror_record SET seen = ?1 WHERE sent IS NOT NULL AND seen < ?2",
            [.integer(MirrorEntry.missed), .integer(number)]
        )
    }
}

#endif
