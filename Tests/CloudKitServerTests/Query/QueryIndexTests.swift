import CloudKitWebServices
import Foundation
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("The index of queries")
struct QueryIndexTests {
    private static let database = DatabaseKey(
        account: AccountID(rawValue: 7),
        container: World.container,
        environment: .development
    )

    /// Small bounds make every branch and every short page happen on few records.
    private static let bounds = [
        QueryBounds(), QueryBounds(candidates: 0, examined: 1_000, batch: 7),
        QueryBounds(candidates: 3, examined: 5, batch: 4),
        QueryBounds(candidates: 0, examined: 1, batch: 1),
        QueryBounds(candidates: 1, examined: 6, batch: 3, sorted: 12, names: 4, places: 40),
    ]

    @Test(
        "A query finds what judging every record finds, in the same order",
        arguments: StoreKind.allCases,
        bounds.indices
    )
    func comparison(_ kind: StoreKind, _ number: Int) async throws {
        let seed = UInt64(20_261_121 + number)
        try await RecordStoreWorld.run(kind, few: number == 0 ? 0 : 20, bounds: Self.bounds[number]) { store in
            var random = RandomRecords(random: SeededGenerator(seed: seed))
            var scribe = Scribe(store: store, database: Self.database)
            try await scribe.makeZone("A")
            try await scribe.makeZone("B")
            for round in 0..<3 {
                for _ in 0..<8 { try await scribe.change(&random, in: Bool.random(using: &random.random) ? "A" : "B") }
                let everything = try await scribe.everything(["A", "B"])
                var queries = (0..<Effort.rounds(2, proof: 25)).map { _ in random.query() }
                if number == 0, round == 2 { queries += random.queriesForAll() }
                for query in queries {
                    let zone = ["A", "B", nil].randomElement(using: &random.random) ?? nil
                    let limit = [1, 3, 200].randomElement(using: &random.random) ?? 1
                    let expected = try await scribe.naive(query, zone, everything)
                    let sizes = [1, 400, Int64(ServiceLimits.answerBytes)]
                    let bytes = sizes.randomElement(using: &random.random) ?? 1
                    let found = try await scribe.found(query, zone, limit, bytes)
                    let text = String(decoding: query.json(), as: UTF8.self)
                    let place = "seed \(seed) round \(round) zone \(zone ?? "all") \(text)"
                    #expect(found == expected, "\(place)")
                    scribe.judge(found, query, zone, place)
                }
                let report = try await store.verify()
                #expect(report.isClean, "seed \(seed) round \(round): \(report.findings)")
            }
        }
    }
}

/// Writes random changes and reads them back, over any store; and remembers what it wrote.
private struct Scribe {
    typealias Found = [String]

    private var written: [String: WrittenRecord] = [:]

    let store: any RecordStore
    let database: DatabaseKey
    private var now: Int64 = 1_000

    init(store: any RecordStore, database: DatabaseKey) {
        (self.store, self.database) = (store, database)
    }

    func makeZone(_ name: String) async throws {
        _ = try await store.modifyZones(
            ModifyZonesCommand(
                database: database,
                operations: [.success(.init(kind: .create, name: name))],
                request: nil,
                deviceID: "1",
                now: now
            ) { _ in StoredAnswer(status: 200, body: []) }
        )
    }

    /// Some saves and a few deletes.
    mutating func change(_ random: inout RandomRecords, in zone: String) async throws {
        now += 3
        let names = Set((0..<6).map { _ in "R\(Int.random(in: 0..<60, using: &random.random))" }).sorted()
        let operations = names.enumerated().map { place, name in
            let kind: RecordOperation.Kind = place == 0 ? .forceDelete : .forceReplace
            let fields = random.record()
            return RecordOperation(kind, WireRecord(recordName: name, recordType: RandomRecords.type, fields: fields))
        }
        let user = Bool.random(using: &random.random) ? RandomRecords.users[0] : RandomRecords.users[1]
        for operation in operations { remember(operation, in: zone, by: user) }
        _ = try await store.modify(
            ModifyCommand(
                zone: ZoneKey(database, zone),
                operations: operations,
                isAtomic: false,
                author: Author(userRecordName: user, deviceID: "1", mayChangeAll: true),
                now: now,
                quota: .unlimited,
                request: nil
            ) { results, _ in
                for case .failed(let error) in results { Issue.record("\(error)") }
                return StoredAnswer(status: 200, body: [])
            }
        )
    }

    private mutating func remember(_ operation: RecordOperation, in zone: String, by user: String) {
        let name = operation.record.recordName ?? ""
        let key = "\(zone)/\(name)"
        guard operation.operationType != .forceDelete else {
            written[key] = nil
            return
        }
        let old = written[key]
        written[key] = WrittenRecord(
            zone: zone,
            name: name,
            fields: operation.record.fields,
            created: old?.created ?? now,
            creator: old?.creator ?? user,
            modified: now,
            modifier: user
        )
    }

    /// Holds what a query found to what was written.
    func judge(_ found: Found, _ query: WireQuery, _ zone: String?, _ place: String) {
        let judge = QueryJudge(query: query)
        let expected = written.filter { (zone == nil || $0.value.zone == zone) && judge.matches($0.value) }
        #expect(Set(found) == Set(expected.keys) && found.count == expected.count, "\(place)")
        let records = found.compactMap { written[$0] }
        let wrong = zip(records, records.dropFirst()).first { !judge.mayPrecede($0, $1) }
        #expect(wrong == nil, "\(place): \(wrong?.0.name ?? "") before \(wrong?.1.name ?? "")")
    }

    func everything(_ zones: [String]) async throws -> [(ZoneState, StoredRecord)] {
        var all: [(ZoneState, StoredRecord)] = []
        for zone in zones {
            let page = try await store.changes(of: ZoneKey(database, zone), since: .beginning, limit: 10_000)
            all += page.records.filter { !$0.isDeleted }.map { (page.zone, $0) }
        }
        return all
    }

    func naive(_ query: WireQuery, _ zone: String?, _ all: [(ZoneState, StoredRecord)]) async throws -> Found {
        let types = try await store.schema(of: database.schema).types[query.recordType]?.fields.mapValues(\.type)
        let matcher = try RecordMatcher(query.filterBy, recordType: query.recordType, fieldTypes: types ?? [:])
        let order = try QueryOrder(query.sortBy, recordType: query.recordType, fieldTypes: types ?? [:])
        var entries: [QueryOrder.Entry] = []
        for (state, record) in all where zone == nil || state.name == zone {
            let fields = try record.readFields()
            if matcher.matches(record, fields) { entries.append(order.entry(record, fields, zone: state)) }
        }
        entries.sort { order.precedes($0.position, $1.position) }
        return entries.map { "\($0.zone)/\($0.record.name)" }
    }

    /// All pages, each of which must end.
    func found(_ query: WireQuery, _ zone: String?, _ limit: Int, _ bytes: Int64) async throws -> Found {
        let place = zone.map { RecordQuery.Place.zone(ZoneKey(database, $0)) } ?? .everywhere(database)
        var (found, position) = (Found(), QueryPosition?.none)
        for _ in 0..<500 {
            let page = try await store.query(
                RecordQuery(place: place, query: query, limit: limit, position: position, bytes: bytes)
            )
            #expect(page.records.count <= limit)
            let size = page.records.reduce(0) { $0 + $1.record.ownSize }
            #expect(size <= bytes || page.records.count == 1)
            found += page.records.map { "\($0.zone)/\($0.record.name)" }
            position = page.next
            if position == nil { return found }
        }
        Issue.record("a query does not end")
        return found
    }
}
