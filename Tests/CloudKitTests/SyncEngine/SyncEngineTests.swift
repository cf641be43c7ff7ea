import Foundation
import Testing

@testable import CloudKit

/// Whole engines that are told when to sync, on two devices, over the real service.
struct SyncEngineTests {
    @Test(arguments: Way.allCases, [1, 205])
    func notesArriveOnTheOtherDevice(_ way: Way, count: Int) async throws {
        try await way.withTwoDevices { _, phone, laptop in
            let notes = Dictionary(uniqueKeysWithValues: (0..<count).map { ("N-\($0)", "Title \($0)") })
            phone.app.write(notes, to: phone.engine)
            try await phone.engine.sendChanges()
            #expect(phone.engine.state.pendingRecordZoneChanges == [])
            let batches = phone.app.store.log.count { $0.hasPrefix("sentRecordZoneChanges") }
            #expect(batches == (count + 199) / 200)
            #expect(laptop.app.notes.isEmpty)
            try await laptop.engine.fetchChanges()
            #expect(laptop.app.notes == notes)
            #expect(laptop.engine.state.zoneIDsWithUnfetchedServerChanges == [])
        }
    }

    @Test(arguments: Way.allCases)
    func editsAndDeletesGoBothWays(_ way: Way) async throws {
        try await way.withTwoDevices { _, phone, laptop in
            phone.app.write(["a": "1", "b": "1", "c": "1"], to: phone.engine)
            try await phone.engine.sendChanges()
            // Who never fetched is not told of what was deleted before.
            try await phone.engine.fetchChanges()
            try await laptop.engine.fetchChanges()
            laptop.app.write(["a": "2"], to: laptop.engine)
            laptop.app.delete("b", from: laptop.engine)
            // What was never there is deleted too.
            laptop.app.delete("never", from: laptop.engine)
            try await laptop.engine.sendChanges()
            try await phone.engine.fetchChanges()
            #expect(phone.app.notes == ["a": "2", "c": "1"])
            phone.app.write(["a": "3"], to: phone.engine)
            try await phone.engine.sendChanges()
            try await laptop.engine.fetchChanges()
            #expect(laptop.app.notes == ["a": "3", "c": "1"])
        }
    }

    @Test(arguments: Way.allCases, [true, false])
    func conflictsEndTheSameEverywhere(_ way: Way, winnerIsFirst: Bool) async throws {
        try await way.withTwoDevices { _, phone, laptop in
            phone.app.write(["a": "0", "b": "0"], to: phone.engine)
            try await phone.engine.sendChanges()
            try await laptop.engine.fetchChanges()
            phone.app.write(["a": winnerIsFirst ? "2" : "1"], to: phone.engine)
            laptop.app.write(["a": winnerIsFirst ? "1" : "2", "b": "1"], to: laptop.engine)
            try await phone.engine.sendChanges()
            let error = try #require(await #expect(throws: CKError.self) { try await laptop.engine.sendChanges() })
            #expect(error.code == .partialFailure)
            #expect((error.partialErrorsByItemID?[NotesApp.id("a")] as? CKError)?.code == .serverRecordChanged)
            // The good one is through; the other is pending again only where the app said so.
            #expect(
                laptop.engine.state.pendingRecordZoneChanges == (winnerIsFirst ? [] : [.saveRecord(NotesApp.id("a"))])
            )
            #expect(laptop.app.store.log.contains("changesDropped(1)"))
            try await laptop.engine.sendChanges()
            try await phone.engine.fetchChanges()
            #expect(phone.app.notes == ["a": "2", "b": "1"])
            #expect(laptop.app.notes == ["a": "2", "b": "1"])
        }
    }

    @Test(arguments: Way.allCases)
    func zonesAndRecordsThatWentAreMadeAgain(_ way: Way) async throws {
        try await way.withTwoDevices { _, phone, laptop in
            phone.app.write(["a": "1"], to: phone.engine)
            try await phone.engine.sendChanges()
            let created = phone.app.store.known["a"]?.creationDate
            #expect(created != nil)
            try await phone.engine.database.deleteRecord(withID: NotesApp.id("a"))
            phone.app.write(["a": "2"], to: phone.engine)
            await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
            #expect(phone.app.store.known["a"] == nil)
            try await phone.engine.sendChanges()

            try await phone.engine.database.deleteRecordZone(withID: World.notes)
            phone.app.write(["a": "3"], to: phone.engine)
            let error = try #require(await #expect(throws: CKError.self) { try await phone.engine.sendChanges() })
            #expect(error.code == .zoneNotFound)
            try await phone.engine.sendChanges()
            try await laptop.engine.fetchChanges()
            #expect(laptop.app.notes == ["a": "3"])
        }
    }

    @Test(arguments: Way.allCases)
    func atomicBatchesAreAllOrNothing(_ way: Way) async throws {
        try await way.withTwoDevices { _, phone, laptop in
            phone.app.write(["a": "0"], to: phone.engine)
            try await phone.engine.sendChanges()
            let delegate = Batches()
            var configuration = CKSyncEngine.Configuration(
                database: laptop.engine.database,
                stateSerialization: nil,
                delegate: delegate
            )
            configuration.automaticallySync = false
            let engine = CKSyncEngine(configuration)
            engine.state.add(pendingRecordZoneChanges: [.saveRecord(NotesApp.id("a")), .saveRecord(NotesApp.id("b"))])
            let error = try #require(await #expect(throws: CKError.self) { try await engine.sendChanges() })
            let errors = error.partialErrorsByItemID ?? [:]
            #expect((errors[NotesApp.id("a")] as? CKError)?.code == .serverRecordChanged)
            #expect((errors[NotesApp.id("b")] as? CKError)?.code == .batchRequestFailed)
            try await phone.engine.fetchChanges()
            #expect(phone.app.notes == ["a": "0"])
        }
    }

    /// Sends what is pending as new records, all or nothing.
    private final class Batches: CKSyncEngineDelegate {
        func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {}

        func nextRecordZoneChangeBatch(
            _ context: CKSyncEngine.SendChangesContext,
            syncEngine: CKSyncEngine
        ) async -> CKSyncEngine.RecordZoneChangeBatch? {
            let records = syncEngine.state.pendingRecordZoneChanges.map { World.note($0.recordID.recordName) }
            var batch = CKSyncEngine.RecordZoneChangeBatch(recordsToSave: records)
            batch.atomicByZone = true
            return batch
        }
    }

    @Test(arguments: Way.allCases)
    func expiredTokensFetchAnewAndSaySo(_ way: Way) async throws {
        try await way.withTwoDevices { _, phone, laptop in
            phone.app.write(["a": "1"], to: phone.engine)
            try await phone.engine.sendChanges()
            try await laptop.engine.fetchChanges()
            laptop.app.write(["mine": "1"], to: laptop.engine)
            await laptop.app.until { $0.state.map { String(decoding: $0, as: UTF8.self).contains("mine") } ?? false }
            let data = try #require(laptop.app.store.state)
            var ledger = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data).ledger
            ledger.databaseToken = CKServerChangeToken(text: "garbage")
            ledger.zoneTokens[World.notes] = CKServerChangeToken(text: "garbage")
            let damaged = try JSONEncoder().encode(CKSyncEngine.State.Serialization(ledger))
            laptop.app.stop()
            laptop.app.change { $0.state = damaged }
            let engine = try laptop.app.start()
            try await engine.fetchChanges()
            #expect(laptop.app.store.log.contains("changeTokenExpired(all)"))
            #expect(laptop.app.store.log.contains("changeTokenExpired(Notes)"))
            // What was not sent is still to be sent.
            #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(NotesApp.id("mine"))])
            try await engine.sendChanges()
            try await phone.engine.fetchChanges()
            #expect(phone.app.notes == ["a": "1", "mine": "1"])
        }
    }

    @Test(arguments: Way.allCases)
    func anEngineGoesOnFromAnyStateItTold(_ way: Way) async throws {
        try await way.withTwoDevices { world, phone, _ in
            let notes = Dictionary(uniqueKeysWithValues: (0..<205).map { ("N-\($0)", "Title \($0)") })
            phone.app.write(notes, to: phone.engine)
            try await phone.engine.sendChanges()
            let tablet = try await world.app(device: "tablet")
            let states = StateLog()
            tablet.during { event, _ in
                if case .stateUpdate(let update) = event { states.add(update, seen: tablet.notes.count) }
            }
            let engine = try tablet.start()
            try await engine.fetchChanges()
            #expect(tablet.notes == notes)
            let counts = Set(states.all.map(\.1))
            #expect(counts == [0, 200, 205])
            for (state, seen) in counts.compactMap({ count in states.all.first { $0.1 == count } }) {
                // The device as it was when it stored this state: what it had then, and what comes from then on.
                let other = try await world.app(device: "tablet-\(seen)")
                other.change { store in
                    store.state = state
                    store.notes = notes.filter { name, _ in notes.keys.sorted().prefix(seen).contains(name) }
                }
                try await other.start().fetchChanges()
                #expect(other.notes == notes)
            }
        }
    }

    @Test(arguments: Way.allCases)
    func aFetchOfSomeZonesLeavesTheOthersForLater(_ way: Way) async throws {
        try await way.withTwoDevices { _, phone, laptop in
            let other = CKRecordZone.ID(zoneName: "Other")
            phone.engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: other))])
            phone.app.write(["a": "1"], to: phone.engine)
            try await phone.engine.sendChanges()
            try await laptop.engine.fetchChanges(.init(scope: .zoneIDs([other])))
            #expect(laptop.app.notes.isEmpty)
            #expect(laptop.engine.state.zoneIDsWithUnfetchedServerChanges == [World.notes])
            try await laptop.engine.fetchChanges()
            #expect(laptop.app.notes == ["a": "1"])
            phone.engine.state.add(pendingDatabaseChanges: [.deleteZone(other)])
            try await phone.engine.sendChanges()
            try await laptop.engine.fetchChanges()
            #expect(laptop.app.store.log.contains("fetchedDatabaseChanges(0 changed, 1 deleted)"))
        }
    }

    @Test(arguments: Way.allCases)
    func theDefaultZoneIsSyncedWhereTheServiceHasAFeedOfIt(_ way: Way) async throws {
        try await way.withTwoDevices { _, phone, laptop in
            let id = CKRecord.ID(recordName: "plain")
            phone.app.change { $0.notes["plain"] = "1" }
            phone.engine.state.add(pendingRecordZoneChanges: [.saveRecord(id)])
            try await phone.engine.sendChanges()
            try await laptop.engine.fetchChanges()
            #expect(laptop.app.notes == ["plain": "1"])
        }
    }

    @Test func whoWaitsForTheEngineInsideOfItIsRefused() async throws {
        try await Way.inProcess.withTwoDevices { _, phone, _ in
            let codes = Codes()
            phone.app.during { event, engine in
                guard case .willSendChanges = event else { return }
                codes.add(await thrownCode { try await engine.fetchChanges() })
                codes.add(await thrownCode { try await engine.sendChanges() })
                await engine.cancelOperations()
            }
            phone.app.write(["a": "1"], to: phone.engine)
            #expect(await thrownCode { try await phone.engine.sendChanges() } == .operationCancelled)
            #expect(codes.all == [.invalidArguments, .invalidArguments])
            #expect(phone.engine.state.pendingRecordZoneChanges.count == 1)
        }
    }

    @Test func aCallerWhoIsCancelledGoesAway() async throws {
        try await Way.inProcess.withTwoDevices { _, phone, _ in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await thrownCode { try await phone.engine.fetchChanges() }
            }
            #expect(await task.value == .operationCancelled)
            try await phone.engine.fetchChanges()
        }
    }

    @Test func withoutAnAccountNothingIsAsked() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(world.transport)
            let configuration = world.configuration(device: "phone", transport: transport)
            let app = NotesApp(CKContainer(identifier: World.identifier, configuration: configuration))
            let engine = try app.start(automatically: true)
            #expect(await thrownCode { try await engine.fetchChanges() } == .notAuthenticated)
            #expect(await thrownCode { try await engine.sendChanges() } == .notAuthenticated)
            #expect(transport.requests.isEmpty)
            try await app.container.signIn(webAuthToken: try await world.webToken("anna"))
            await app.until { $0.log.contains("didFetchChanges") }
            #expect(app.store.accounts.count == 1)
        }
    }
}
