import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKit

/// Saving and deleting, and what goes wrong there.
struct ModifyTests {
    @Test(arguments: Way.allCases)
    func aConflictHoldsTheThreeVersions(_ way: Way) async throws {
        try await way.run { world in
            let mine = try await world.notes(device: "phone")
            let saved = try await mine.save(World.note("N-1", "Milk"))
            let theirs = try await world.notes(device: "laptop")
            let other = try await theirs.record(for: saved.recordID)
            other["title"] = "Eggs"
            try await theirs.save(other)

            saved["title"] = "Bread"
            let error = try #require(await #expect(throws: CKError.self) { try await mine.save(saved) })
            #expect(error.code == .serverRecordChanged)
            #expect(error.serverRecord?["title"] as? String == "Eggs")
            #expect(error.clientRecord?["title"] as? String == "Bread")
            #expect(error.ancestorRecord?["title"] as? String == "Milk")
            #expect(error.partialErrorsByItemID == nil)

            let merged = try #require(error.serverRecord)
            merged["title"] = "Eggs and bread"
            let result = try await mine.save(merged)
            #expect(result["title"] as? String == "Eggs and bread")
        }
    }

    @Test func aConflictIsLookedUpWhereTheServiceDoesNotSendTheRecord() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(PlainErrors(inner: world.transport))
            let database = try await world.container(transport: transport).privateCloudDatabase
            try await database.save(CKRecordZone(zoneID: World.notes))
            try await database.save(World.note("N-1", "Milk"))
            let error = try #require(
                await #expect(throws: CKError.self) { try await database.save(World.note("N-1", "Eggs")) }
            )
            #expect(error.code == .serverRecordChanged)
            #expect(error.serverRecord?["title"] as? String == "Milk")
            #expect(error.ancestorRecord == nil)
            #expect(transport.requests(to: "records/lookup").count == 1)
        }
    }

    @Test(arguments: Way.allCases)
    func anAtomicBatchIsAllOrNothing(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await database.save(World.note("old"))
            let (saves, deletes) = try await database.modifyRecords(
                saving: [World.note("new"), World.note("old")],
                deleting: [CKRecord.ID(recordName: "gone", zoneID: World.notes)]
            )
            #expect(saves.code(of: "old") == .serverRecordChanged)
            #expect(saves.code(of: "new") == .batchRequestFailed)
            #expect(deletes.code(of: "gone") == .batchRequestFailed)
            let found = try await database.records(for: [CKRecord.ID(recordName: "new", zoneID: World.notes)])
            #expect(found.code(of: "new") == .unknownItem)
        }
    }

    @Test(arguments: Way.allCases)
    func eachItemHasItsOwnResult(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await database.save(World.note("old"))
            let stranger = CKRecordZone.ID(zoneName: "Nowhere")
            let lost = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "lost", zoneID: stranger))
            let (saves, deletes) = try await database.modifyRecords(
                saving: [World.note("new"), World.note("old"), lost],
                deleting: [CKRecord.ID(recordName: "gone", zoneID: World.notes)],
                atomically: false
            )
            #expect(saves.code(of: "new") == nil)
            #expect(saves.code(of: "old") == .serverRecordChanged)
            #expect(saves.code(of: "lost") == .zoneNotFound)
            #expect(deletes.code(of: "gone") == nil)
            #expect(saves.count == 3)
        }
    }

    @Test(arguments: Way.allCases)
    func aMissingZoneHidesNoRecordsOfOthers(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await database.save(World.note("kept"))
            // One zone comes before, one after that which is there.
            let lost = ["Alone", "Zoo"].map { zone in
                CKRecord.ID(recordName: "lost in \(zone)", zoneID: CKRecordZone.ID(zoneName: zone))
            }
            let kept = CKRecord.ID(recordName: "kept", zoneID: World.notes)
            let found = try await database.records(for: lost + [kept])
            #expect(found.count == 3 && found.code(of: "kept") == nil)
            for id in lost { #expect(found.code(of: id.recordName) == .zoneNotFound) }
            let error = await #expect(throws: CKError.self) { try await database.record(for: lost[0]) }
            #expect(error?.code == .zoneNotFound)
        }
    }

    @Test func largeBatchesAreDividedUnlessTheyAreAtomic() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(world.transport)
            let database = try await world.container(transport: transport).privateCloudDatabase
            try await database.save(CKRecordZone(zoneID: World.notes))
            let records = (0..<450).map { World.note("N-\($0)") }
            transport.forget()
            let error = try #require(
                await #expect(throws: CKError.self) { try await database.modifyRecords(saving: records, deleting: []) }
            )
            #expect(error.code == .limitExceeded)
            #expect(transport.requests.isEmpty)

            let saves = try await database.modifyRecords(saving: records, deleting: [], atomically: false).saveResults
            #expect(saves.values.allSatisfy { (try? $0.get()) != nil })
            #expect(saves.count == 450)
            #expect(transport.requests(to: "records/modify").count == 3)

            let found = try await database.records(for: records.map(\.recordID))
            #expect(found.count == 450)
            #expect(transport.requests(to: "records/lookup").count == 3)
        }
    }

    @Test func manyBytesAreDividedToo() throws {
        let text = String(repeating: "x", count: 900_000)
        let items = try (0..<20).map { number in
            let record = World.note("N-\(number)", text)
            let keys = EncryptionKeys(identifier: "", configuration: CloudKitConfiguration(endpoint: nil))
            let operation = try record.operation(.ifServerRecordUnchanged, keys, assets: [:])
            return RecordBatch.Item(id: record.recordID, record: record, operation: .success(operation))
        }
        let pieces = RecordBatch.pieces(of: items)
        #expect(pieces.map(\.count) == [9, 9, 2])
        #expect(pieces.flatMap { $0 }.map(\.id) == items.map(\.id))
    }

    @Test(arguments: Way.allCases)
    func policiesDecideWhatIsWritten(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let first = World.note("N-1", "Milk")
            first["amount"] = 1
            let saved = try await database.save(first)
            let other = try await database.record(for: saved.recordID)
            other["amount"] = 5
            other["unit"] = "litres"
            try await database.save(other)

            saved["title"] = "Oat milk"
            let changed = try await database.modifyRecords(saving: [saved], deleting: [], savePolicy: .changedKeys)
            let afterChanged = try #require(try changed.saveResults[saved.recordID]?.get())
            #expect(afterChanged["title"] as? String == "Oat milk")
            #expect(afterChanged["amount"] as? Int == 5)

            let all = try await database.modifyRecords(saving: [saved], deleting: [], savePolicy: .allKeys)
            let afterAll = try #require(try all.saveResults[saved.recordID]?.get())
            #expect(afterAll["amount"] as? Int == 1)
            #expect(afterAll["unit"] as? String == "litres")

            afterAll["unit"] = nil
            #expect(afterAll.changedKeys() == ["unit"])
            let cleared = try await database.save(afterAll)
            #expect(cleared["unit"] == nil)
            #expect(cleared.allKeys() == ["amount", "title"])
        }
    }

    @Test func aRecordThatComesTwiceIsRefused() async throws {
        try await Way.inProcess.run { world in
            let database = try await world.notes()
            let error = try #require(
                await #expect(throws: CKError.self) {
                    try await database.modifyRecords(saving: [World.note("A"), World.note("A")], deleting: [])
                }
            )
            #expect(error.code == .invalidArguments)
        }
    }

    @Test func aRequestThatFailsAsAWholeIsThrown() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(world.transport) { request, _ in
                guard request.address.contains("records/modify") else { return .pass }
                let body = #"{"serverErrorCode":"THROTTLED","reason":"slow down","retryAfter":7}"#
                return .answer(
                    CloudKitAnswer(status: 429, headers: [(name: "Retry-After", value: "9")], body: Array(body.utf8))
                )
            }
            let container = try await world.container(transport: transport, waits: VirtualWaits())
            let database = container.privateCloudDatabase
            try await database.save(CKRecordZone(zoneID: World.notes))
            transport.forget()
            let error = try #require(
                await #expect(throws: CKError.self) {
                    try await database.modifyRecords(saving: [World.note("A")], deleting: [])
                }
            )
            #expect(error.code == .requestRateLimited)
            #expect(error.retryAfterSeconds == 9)
            #expect(transport.requests.count == 1)
            // What begins by itself waits for as long, whichever request was told so.
            let deadline = container.link.retryAfter
            #expect([0, 4, 9, 60].map { deadline.remaining(at: $0) } == [9, 5, 0, 0])
        }
    }

    @Test func aProxysPageIsAnUnavailableService() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(world.transport) { request, _ in
                request.address.contains("zones/list")
                    ? .answer(CloudKitAnswer(status: 503, body: Array("<html>busy</html>".utf8))) : .pass
            }
            let database = try await world.container(transport: transport).privateCloudDatabase
            let error = try #require(await #expect(throws: CKError.self) { try await database.allRecordZones() })
            #expect(error.code == .serviceUnavailable)
        }
    }

    @Test func aLostAnswerHasOneEffect() async throws {
        try await Way.inProcess.run { world in
            let count = Mutex(0)
            let transport = FlakyTransport(world.transport) { request, _ in
                guard request.address.contains("records/modify") else { return .pass }
                return count.withLock { count in
                    count += 1
                    return count == 1 ? .loseAnswer : .pass
                }
            }
            let database = try await world.container(transport: transport).privateCloudDatabase
            try await database.save(CKRecordZone(zoneID: World.notes))
            let saved = try await database.save(World.note("N-1"))
            #expect(saved.recordChangeTag != nil)
            let requests = transport.requests(to: "records/modify")
            #expect(requests.count == 2)
            #expect(Set(requests.compactMap { $0.header("X-Apple-Request-UUID") }).count == 1)
            let feed = try await database.recordZoneChanges(inZoneWith: World.notes)
            #expect(feed.modificationResultsByID.count == 1)
        }
    }

    @Test func anUnreachableServiceIsSaidSo() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(world.transport) { request, _ in
                request.address.contains("records/") ? .unreachable : .pass
            }
            let database = try await world.container(transport: transport).privateCloudDatabase
            let error = try #require(
                await #expect(throws: CKError.self) { try await database.save(World.note("N-1")) }
            )
            #expect(error.code == .networkUnavailable)
            #expect(transport.requests(to: "records/modify").count == 1)
        }
    }

    @Test func nothingListensOnAClosedPort() async throws {
        try await Way.inProcess.run { world in
            var configuration = world.configuration(transport: HTTPTransport.shared)
            configuration.endpoint = "http://127.0.0.1:1"
            configuration.webAuthToken = "token"
            let container = CKContainer(identifier: World.identifier, configuration: configuration)
            let error = try #require(await #expect(throws: CKError.self) { try await container.userRecordID() })
            #expect(error.code == .networkUnavailable)
        }
    }
}

extension [CKRecord.ID: Result<CKRecord, any Error>] {
    /// The code of the error of the record of a name; nil if it succeeded.
    func code(of name: String) -> CKError.Code? {
        guard case .failure(let error)? = first(where: { $0.key.recordName == name })?.value else { return nil }
        return (error as? CKError)?.code
    }
}

extension [CKRecord.ID: Result<Void, any Error>] {
    func code(of name: String) -> CKError.Code? {
        guard case .failure(let error)? = first(where: { $0.key.recordName == name })?.value else { return nil }
        return (error as? CKError)?.code
    }
}

/// Takes this project's extensions out of errors, as Apple's service has none.
private struct PlainErrors: CloudKitTransport {
    let inner: any CloudKitTransport

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        var answer = try await inner.send(request)
        guard var object = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
            let records = object["records"] as? [[String: Any]]
        else { return answer }
        object["records"] = records.map { record in record.filter { $0.key != "serverRecord" } }
        answer.body = Array(try JSONSerialization.data(withJSONObject: object))
        return answer
    }
}
