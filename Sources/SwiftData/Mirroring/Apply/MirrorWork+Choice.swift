#if CloudKitMirroring
import Foundation

// Which of two versions of a record's properties stays.

extension MirrorWork {
    /// What comes of a merge.
    struct Choice {
        /// What is written to the row.
        var values: [String: MirroredValue] = [:]
        /// Places in lists that are taken from the record.
        var orders: Set<String> = []
        var stamps: StampSet
    }

    func choose(
        _ record: MirroredRecord,
        _ server: StampSet,
        _ entry: MirrorEntry,
        _ key: Int64,
        _ entity: MirrorSchema.Entity
    ) throws -> Choice {
        let changed = record.values.keys.filter { server.isLater($0, than: entry.server) }
        let pending = entry.stamps.isLater(than: entry.server)
        let isConflict = pending && server.isLater(than: entry.server)
        var choice = Choice(stamps: entry.stamps.merging(server))
        let names = Set(record.orders.keys).map { (key: $0, stamp: orderStamp($0, entity)) }
        choice.orders = Set(names.filter { server.isLater($0.stamp, than: entry.stamps) }.map(\.key))
        for (name, value) in record.values {
            // What could not be read the last time has its stamp, and not its value.
            let isLate = entry.isStale && server[name] == entry.stamps[name]
            if isLate || server.isLater(name, than: entry.stamps) { choice.values[name] = value }
        }
        guard isConflict else { return choice }
        switch policy.rule {
        case .byProperty: break
        case .wholeRecord: try chooseWhole(record, server, entry, entity, &choice)
        case .custom(let merge):
            try ask(merge, record, server, entry, key, entity, changed: Set(changed), &choice)
        }
        return choice
    }

    private func orderStamp(_ name: String, _ entity: MirrorSchema.Entity) -> String {
        entity.toOne(named: name)?.orderName ?? name
    }

    /// The version with the latest change stays as a whole.
    private func chooseWhole(
        _ record: MirroredRecord,
        _ server: StampSet,
        _ entry: MirrorEntry,
        _ entity: MirrorSchema.Entity,
        _ choice: inout Choice
    ) throws {
        guard let mine = entry.stamps.latest, let theirs = server.latest else { return }
        if theirs > mine {
            // Everything is the service's; nothing of what is here goes up any more.
            choice.values = record.values
            choice.orders = Set(record.orders.keys)
            choice.stamps = server
        } else {
            choice.values = [:]
            choice.orders = []
            // Later than theirs, property by property: so all of it goes up.
            choice.stamps = entry.stamps.merging(server)
            let stamp = tick()
            for name in record.values.keys { choice.stamps.raise(name, to: stamp) }
        }
    }

    /// The app says what each property that was changed on both sides shall be.
    private func ask(
        _ merge: @Sendable (MirrorConflict) -> [String: MirroredValue],
        _ record: MirroredRecord,
        _ server: StampSet,
        _ entry: MirrorEntry,
        _ key: Int64,
        _ entity: MirrorSchema.Entity,
        changed: Set<String>,
        _ choice: inout Choice
    ) throws {
        let here = try rows.values(ofRow: key, entity)
        let both = changed.filter { entry.stamps.isLater($0, than: entry.server) }.sorted()
        let properties = both.compactMap { name -> MirrorConflict.Property? in
            guard let mine = here[name], let theirs = record.values[name], mine != theirs else { return nil }
            return MirrorConflict.Property(
                name: name,
                local: mine,
                remote: theirs,
                localStamp: entry.stamps[name],
                remoteStamp: server[name]
            )
        }
        guard !properties.isEmpty else { return }
        let answers = merge(MirrorConflict(entityName: entity.name, recordName: record.name, properties: properties))
        for property in properties {
            guard let answer = answers[property.name] else { continue }
            choice.values[property.name] = answer
            if answer == property.remote {
                choice.stamps.raise(property.name, to: server[property.name] ?? tick())
            } else {
                choice.stamps.raise(property.name, to: tick())
            }
        }
    }

    // MARK: Records without stamps

    /// The stamps of a record; for one that carries none, its date stands for whatever is new in it.
    func stamped(_ record: Incoming, _ entry: MirrorEntry) throws -> StampSet {
        if layout.carriesStamps, !record.mirrored.stamps.isEmpty { return record.mirrored.stamps }
        guard entry.system != nil || !entry.digests.isEmpty else { return StampSet(base: record.saved) }
        var stamps = entry.server
        for (name, value) in record.mirrored.values {
            if entry.digests[name] == String(try value.digest(), radix: 36) { continue }
            var stamp = record.saved
            // What was not changed here has nothing to set against it, whatever the clocks say.
            if !entry.stamps.isLater(name, than: entry.server), let known = entry.stamps[name], known >= stamp {
                stamp = MirrorStamp(milliseconds: known.milliseconds, counter: known.counter + 1, device: stamp.device)
            }
            stamps.raise(name, to: stamp)
        }
        stamps.all.forEach { clock.observe($0) }
        return stamps
    }

    func digests(of record: MirroredRecord) throws -> [String: String] {
        try record.values.mapValues { String(try $0.digest(), radix: 36) }
    }
}

#endif
