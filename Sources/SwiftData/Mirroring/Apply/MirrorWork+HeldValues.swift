#if CloudKitMirroring
import Foundation

// A row need not hold all that its record says: an older version of the app knows fewer fields, and cannot read all values.
// A device must not vouch for what it does not hold. Where the service has lost that, as one that was put back to a copy,
// the devices that hold it would take it for known there, and never send it again.

extension MirrorWork {
    /// The values of a row as its record has them.
    func values(
        of entry: MirrorEntry,
        _ key: Int64,
        _ entity: MirrorSchema.Entity,
        named names: Set<String>
    ) throws -> [String: MirroredValue] {
        var values = try rows.values(ofRow: key, entity, named: names)
        // A relationship whose target has not come yet is not one to nothing.
        for toOne in entity.toOnes where values[toOne.name] == .null {
            let waiting = try books.rows(
                "SELECT target FROM _mirror_waiting WHERE name = ?1 AND property = ?2",
                [.text(entry.name), .text(toOne.name)]
            ) { String._read($0, 0) }
            if let target = waiting.first { values[toOne.name] = .reference(target) }
        }
        return values
    }

    /// The stamps after a merge, which for what the row does not hold are those of the service, whatever was known before.
    func stampsOfHeld(
        _ stamps: StampSet,
        _ record: MirroredRecord,
        _ server: StampSet,
        _ entity: MirrorSchema.Entity
    ) -> StampSet {
        stamps.replacing(with: server) {
            !entity.hasProperty(ofStamp: $0) || record.unreadable.contains($0)
        }
    }

    /// The stamps that go up with a record: a new one has none of fields that this version does not know.
    func stampsToSend(of entry: MirrorEntry, _ entity: MirrorSchema.Entity) -> StampSet {
        guard entry.system == nil else { return entry.stamps }
        return entry.stamps.replacing(with: StampSet()) { !entity.hasProperty(ofStamp: $0) }
    }

    /// The properties of which the service has another value than the row, by one stamp: it has lost the row's.
    ///
    /// Looked for where the service may have lost something, since it reads all values: during a comparison, and after it
    /// has lost the record.
    func lostValues(
        _ record: MirroredRecord,
        _ server: StampSet,
        _ entry: MirrorEntry,
        _ key: Int64,
        _ entity: MirrorSchema.Entity
    ) throws -> [String] {
        guard layout.carriesStamps, try entry.system == nil || comparison() > 0 else { return [] }
        let equal = record.values.keys.filter { server[$0] != nil && server[$0] == entry.stamps[$0] }
        guard !equal.isEmpty else { return [] }
        let held = try values(of: entry, key, entity, named: Set(equal))
        return try equal.filter { name in
            guard try held[name]?.digest() != record.values[name]?.digest() else { return false }
            return try held[name] != .null || !leadsToDeleted(record.values[name])
        }.sorted()
    }

    /// Whether a value is a reference to what was deleted here, which no row can hold: its holder may have to go with it.
    private func leadsToDeleted(_ value: MirroredValue?) throws -> Bool {
        guard case .reference(let target)? = value else { return false }
        return try isDeleted(books.standingName(for: target))
    }
}

#endif
