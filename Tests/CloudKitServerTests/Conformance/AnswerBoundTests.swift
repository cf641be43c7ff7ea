import CloudKitWebServices
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("Bounds of answers and of what deletes take along")
struct AnswerBoundTests {
    // MARK: - Changes

    private static func ask(_ tokens: [(zone: String, token: String?)], _ user: User) async throws -> [ZoneChanges] {
        let zones = tokens.map { ZoneChangesQuery(zoneID: WireZoneID(zoneName: $0.zone), syncToken: $0.token) }
        let reply = try await user.post(.zoneChanges, ZoneChangesRequest(zones: zones).json())
        return try reply.read(ZoneChangesResponse.self).zones.map { try $0.get() }
    }

    @Test(
        "All zones of a request share 200 records, and every page goes on where it ended",
        arguments: Setting.inProcess
    )
    func sharedRecords(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let zones = [("One", 150), ("Two", 150), ("Three", 1), ("Empty", 0)]
            for (zone, count) in zones {
                try await user.zone(.create, zone)
                let operations = (0..<count).map {
                    RecordOperation(.create, WireRecord(recordName: "R\($0)", recordType: "Note"))
                }
                if count > 0 { _ = try await user.modify(operations, zone: zone) }
            }
            let pages = try await Self.ask(zones.map { ($0.0, nil) }, user)
            #expect(pages.map(\.records.count) == [150, 50, 0, 0])
            #expect(pages.map(\.moreComing) == [false, true, true, false])
            let rest = try await Self.ask(zip(zones, pages).map { ($0.0, $1.syncToken) }, user)
            #expect(rest.map(\.records.count) == [0, 100, 1, 0])
            #expect(rest.allSatisfy { !$0.moreComing })
            let names = Set((pages[1].records + rest[1].records).compactMap(\.item?.recordName))
            #expect(names.count == 150)
            let one = ZoneChangesQuery(zoneID: WireZoneID(zoneName: "One"))
            let twice = try await user.post(.zoneChanges, ZoneChangesRequest(zones: [one, one]).json())
            #expect(twice.error?.serverErrorCode == .badRequest)
            #expect(twice.error?.reason?.contains("at most once") == true)
        }
    }

    @Test("A page that is cut short has a token for what is on it")
    func cut() throws {
        let stamp = StoredRecord.Stamp(milliseconds: 0, user: "_u", device: "1")
        let records = (1...3).map { number in
            StoredRecord(
                name: "R",
                type: "T",
                sequence: Int64(10 * number),
                fields: Array(repeating: 0, count: 98),
                created: stamp,
                modified: stamp
            )
        }
        let zone = ZoneState(name: "Z", number: 1, head: 40, epoch: 5, prunedBelow: 0, isDeleted: false)
        let page = { (start: FeedStart, room: AnswerBudget) throws(WireError) in
            ZonePage(of: zone, records, try FeedWindow(start, zone.feed), room: room)
        }
        var budget = AnswerBudget(bytes: 299)
        let first = try page(.beginning, budget)
        #expect(first.records == Array(records.prefix(2)) && first.moreComing)
        #expect(first.token == SyncToken(kind: .zone, epoch: 5, sequence: 20, firstHead: 40))
        // Nothing fits any more: the client's own token, and what that says of a first fetch, stay as they are.
        #expect(budget.take(records) == 2)
        let start = SyncToken(kind: .zone, epoch: 5, sequence: 7, firstHead: 33)
        let nothing = try page(.token(start), budget)
        #expect(nothing.records.isEmpty && nothing.moreComing && nothing.token == start)
        // One record always fits, and a page that fits is whole.
        #expect(try page(.beginning, AnswerBudget(bytes: 1)).records.count == 1)
        let whole = try page(.beginning, AnswerBudget())
        #expect(whole.token == SyncToken(kind: .zone, epoch: 5, sequence: 40) && !whole.moreComing)
    }

    // MARK: - Look-ups

    @Test("A look-up ends where the room does, and one record always fits", arguments: StoreKind.allCases)
    func lookUps(_ kind: StoreKind) async throws {
        try await RecordStoreWorld.run(kind, few: 100) { store in
            let text = WireFields(dictionaryLiteral: ("s", .string(String(repeating: "x", count: 1_000))))
            let creates = ["A", "B", "C"].map { RecordOperation(.create, Self.record($0, text)) }
            #expect(try await Self.modify(store, creates) == [nil, nil, nil])
            let size = try #require(try await store.lookUp(["A"], in: Self.zone).first ?? nil).ownSize
            let found = { (names: [String], bytes: Int64) in
                try await store.lookUp(names, in: Self.zone, bytes: bytes).map { $0?.name }
            }
            #expect(try await found(["B", "none", "A", "C"], 3 * size) == ["B", nil, "A", "C"])
            #expect(try await found(["B", "none", "A", "C"], 3 * size - 1) == ["B", nil, "A"])
            #expect(try await found(["B", "B", "A", "none"], 2 * size) == ["B", "B"])
            #expect(try await found(["none", "B", "A", "none"], 1) == [nil, "B"])
            #expect(try await found(["none", "other"], 0) == [nil, nil])
            #expect(try await found([], 0).isEmpty)
        }
    }

    /// The room is smaller than the service's, so that the records need not have 32 MB: it is enough for 33 and no more.
    @Test("Records that an answer has no room for are named, and come when asked for alone", arguments: Setting.all)
    func fullAnswer(_ setting: Setting) async throws {
        try await setting.run(lookupBytes: 31_500) { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let names = (0..<36).map { "R\($0)" }
            let text = String(repeating: "x", count: 900)
            let operations = names.map {
                RecordOperation(.create, WireRecord(recordName: $0, recordType: "Note", fields: ["s": .string(text)]))
            }
            #expect(try await user.modify(operations).status == 200)
            let ask = { (names: [String]) -> [[String: Any]] in
                let lookup = LookupRecordsRequest(
                    records: names.map { RecordLookup(recordName: $0) },
                    zoneID: WireZoneID(zoneName: "Notes")
                )
                let body = try await user.post(.lookupRecords, lookup.json()).body
                let answer = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
                return try #require(answer?["records"] as? [[String: Any]])
            }
            let first = try await ask(names + ["none"])
            #expect(first.map { $0["recordName"] as? String } == names + ["none"])
            #expect(first.map { $0["fields"] != nil } == names.indices.map { $0 < 33 } + [false])
            for refused in first.dropFirst(33) {
                #expect(refused["serverErrorCode"] as? String == "BAD_REQUEST")
                #expect((refused["reason"] as? String)?.contains("one answer holds at most") == true)
            }
            let rest = try await ask(Array(names.dropFirst(33)) + ["none"])
            #expect(rest.map { $0["fields"] != nil } == [true, true, true, false])
            #expect(rest.last?["serverErrorCode"] as? String == "NOT_FOUND")
        }
    }

    // MARK: - Modifies

    private static let zone = ZoneKey(
        DatabaseKey(account: AccountID(rawValue: 7), container: World.container, environment: .development),
        WireZoneID.defaultName
    )

    private static func modify(
        _ store: any RecordStore,
        _ operations: [RecordOperation],
        answerBytes: Int64 = 1 << 20,
        dependents: Usage = Usage(bytes: 1 << 20, records: 100)
    ) async throws -> [WireError?] {
        let found = Mutex<[OperationResult]>([])
        let keep = { @Sendable (results: [OperationResult]) in found.withLock { $0 = results } }
        _ = try await store.modify(
            ModifyCommand(
                zone: zone,
                operations: operations,
                isAtomic: false,
                author: Author(userRecordName: "_anna", deviceID: nil, mayChangeAll: true),
                now: 1,
                quota: .unlimited,
                assets: .none,
                request: nil,
                answerBytes: answerBytes,
                dependents: dependents
            ) { results, _ in
                keep(results)
                return StoredAnswer(status: 200, body: [])
            }
        )
        return found.withLock { $0 }.map { if case .failed(let error) = $0 { error } else { nil } }
    }

    private static func record(_ name: String, _ fields: WireFields = [:]) -> WireRecord {
        WireRecord(recordName: name, recordType: "Note", fields: fields)
    }

    @Test("Deletes of a request take along a bounded number of records", arguments: StoreKind.allCases)
    func dependents(_ kind: StoreKind) async throws {
        try await RecordStoreWorld.run(kind, few: 100) { store in
            let owner = WireReference(recordName: "Owner", action: .deleteSelf)
            var operations = ["Owner", "Lone"].map { RecordOperation(.create, Self.record($0)) }
            operations += (0..<4).map {
                RecordOperation(.create, Self.record("R\($0)", ["owner": .reference(owner)]))
            }
            #expect(try await Self.modify(store, operations).allSatisfy { $0 == nil })
            let deletes = ["Owner", "Lone"].map { RecordOperation(.forceDelete, WireRecord(recordName: $0)) }
            for (most, reason) in [
                (Usage(bytes: 1 << 20, records: 3), "at most 3 records"),
                (Usage(bytes: 20, records: 9), "at most 20 bytes"),
            ] {
                let errors = try await Self.modify(store, [deletes[0]], dependents: most)
                #expect(errors.first??.serverErrorCode == .badRequest)
                #expect(errors.first??.reason?.contains(reason) == true)
            }
            // A refusal leaves everything in its place, and what takes nothing along is done all the same.
            let most = Usage(bytes: 1 << 20, records: 3)
            #expect(try await Self.modify(store, deletes, dependents: most).map { $0 == nil } == [false, true])
            let names = ["Owner", "R0", "R1", "R2", "R3"]
            #expect(try await store.lookUp(names, in: Self.zone).allSatisfy { $0 != nil })
            let all = Usage(bytes: 1 << 20, records: 4)
            #expect(try await Self.modify(store, [deletes[0]], dependents: all) == [nil])
            #expect(try await store.lookUp(names, in: Self.zone).allSatisfy { $0 == nil })
            #expect(try await store.verify().isClean)
        }
    }

    @Test("Small changes of large records do not make a larger answer than is allowed", arguments: StoreKind.allCases)
    func modifyAnswer(_ kind: StoreKind) async throws {
        try await RecordStoreWorld.run(kind, few: 100) { store in
            let names = ["A", "B", "C"]
            let text = WireFields(dictionaryLiteral: ("s", .string(String(repeating: "x", count: 1_000))))
            let creates = names.map { RecordOperation(.create, Self.record($0, text)) }
            #expect(try await Self.modify(store, creates) == [nil, nil, nil])
            let updates = names.map { RecordOperation(.forceUpdate, Self.record($0, ["n": .int64(1)])) }
            for operations in [updates, creates] {
                let errors = try await Self.modify(store, operations, answerBytes: 2_500)
                #expect(errors.last??.serverErrorCode == .badRequest)
                #expect(errors.last??.reason?.contains("one answer holds at most") == true)
            }
            let found = try await store.lookUp(names, in: Self.zone)
            #expect(try found.map { try $0?.readFields().count } == [2, 2, 1])
        }
    }
}
