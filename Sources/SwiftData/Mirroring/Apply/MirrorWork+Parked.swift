#if CloudKitMirroring
import Foundation
import GRDBSQLite

// Records that cannot become a row or a link before others have come are kept in the store, under the names of those: so
// a page is compared with those alone that wait for it.

extension MirrorWork {
    private struct Parked: Codable {
        var mirrored: MirroredRecord
        var extra: Data?
        var milliseconds: Int64
    }

    /// Keeps a record until one of the others comes; then it is looked at again.
    func park(_ record: Incoming, for targets: [String]) throws {
        let parked = Parked(
            mirrored: record.mirrored,
            extra: record.extra,
            milliseconds: record.saved.milliseconds
        )
        try books.run(
            "INSERT OR REPLACE INTO _mirror_parked(name, content, system) VALUES(?1, ?2, ?3)",
            [
                .text(record.name), .blob(try JSONEncoder().encode(parked)), .blob(record.system),
            ]
        )
        try books.run("DELETE FROM _mirror_parked_target WHERE name = ?1", [.text(record.name)])
        for target in targets {
            try books.run(
                "INSERT OR IGNORE INTO _mirror_parked_target(target, name) VALUES(?1, ?2)",
                [.text(target), .text(record.name)]
            )
        }
    }

    func unpark(_ name: String) throws {
        try books.run("DELETE FROM _mirror_parked WHERE name = ?1", [.text(name)])
        try books.run("DELETE FROM _mirror_parked_target WHERE name = ?1", [.text(name)])
    }

    func unparkAll() throws {
        try books.run("DELETE FROM _mirror_parked")
        try books.run("DELETE FROM _mirror_parked_target")
    }

    /// Records that wait for one of these names, or for one whose row goes by one of these; and those of which nobody
    /// knows for whom they wait.
    func parked(waitingFor names: Set<String>, besides known: Set<String>) throws -> [Incoming] {
        guard try books.integer("SELECT 1 FROM _mirror_parked_target LIMIT 1") != nil else { return [] }
        let found = try books.rows(
            """
            SELECT DISTINCT name FROM _mirror_parked_target
            WHERE target IN (SELECT value FROM json_each(?1)) ORDER BY name
            """,
            [.text(Self.jsonArray(try books.withForwards(to: names.union([""]))))]
        ) { String._read($0, 0) }
        return try found.filter { !known.contains($0) }.compactMap { try parked(named: $0) }
    }

    private func parked(named name: String) throws -> Incoming? {
        let found = try books.rows("SELECT content, system FROM _mirror_parked WHERE name = ?1", [.text(name)]) {
            (Data._read($0, 0), Data._read($0, 1))
        }
        guard let (content, system) = found.first else { return nil }
        let parked: Parked
        do {
            parked = try JSONDecoder().decode(Parked.self, from: content)
        } catch {
            throw StoreError.damaged(
                store.connection.url ?? URL(fileURLWithPath: "/dev/null"),
                reason: "the record \(name), which waits for others to come, cannot be read: \(error)"
            )
        }
        // The clock may have been turned back since it came.
        parked.mirrored.stamps.all.forEach { clock.observe($0) }
        return Incoming(
            mirrored: parked.mirrored,
            system: system,
            extra: parked.extra,
            saved: MirrorStamp(milliseconds: parked.milliseconds, counter: 0, device: "service")
        )
    }

    // MARK: What comes

    /// New records, those that waited for them or for other names, and those that waited for these in turn.
    ///
    /// - Parameters:
    ///   - fresh: New records of rows.
    ///   - names: Names that stand for a row now.
    ///   - links: Takes in the links that waited for any of them.
    /// - Returns: Records of rows.
    /// - Throws: ``StoreError``.
    func withParked(
        _ fresh: [Incoming],
        _ names: Set<String>,
        _ links: inout [String: Incoming]
    ) throws -> [Incoming] {
        var all = fresh
        var known = Set(fresh.map(\.name))
        var next = names.union(known)
        while !next.isEmpty {
            let found = try parked(waitingFor: next, besides: known.union(links.keys))
            next = []
            for record in found {
                guard case .row = record.mirrored.content else {
                    links[record.name] = record
                    continue
                }
                all.append(record)
                known.insert(record.name)
                next.insert(record.name)
            }
        }
        return all
    }

    /// Makes links of those both of whose ends have come.
    func applyParkedLinks(_ links: [Incoming]) throws {
        for link in links {
            guard case .link(_, let own, let other) = link.mirrored.content else { continue }
            let missing = try namesWithoutRow([own, other])
            if !missing.isEmpty {
                try park(link, for: missing)
                continue
            }
            try unpark(link.name)
            try applyLink(link)
        }
    }

    func namesWithoutRow(_ names: [String]) throws -> [String] {
        try names.filter { try books.standing(for: $0)?.pk == nil }
    }
}

#endif
