import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKit
@testable import CloudKitServer

/// Whole engines that sync by themselves, over the real service.
struct AutomaticSyncTests {
    @Test(arguments: Way.allCases)
    func changesTravelByPush(_ way: Way) async throws {
        try await way.run { world in
            let (phone, laptop) = (try await world.app(device: "phone"), try await world.app(device: "laptop"))
            let first = try phone.start(automatically: true)
            first.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            phone.write(["a": "1", "b": "1"], to: first)
            let second = try laptop.start(automatically: true)
            await laptop.until { $0.notes == ["a": "1", "b": "1"] }
            for round in 2...6 {
                laptop.write(["a": "\(round)"], to: second)
                await phone.until { $0.notes["a"] == "\(round)" }
                phone.write(["b": "\(round)"], to: first)
                await laptop.until { $0.notes["b"] == "\(round)" }
            }
            phone.delete("a", from: first)
            await laptop.until { $0.notes == ["b": "6"] }
        }
    }

    @Test(arguments: Way.allCases)
    func conflictsSettleThemselves(_ way: Way) async throws {
        try await way.run { world in
            let waits = VirtualWaits()
            let phone = try await world.app(device: "phone", waits: waits)
            let laptop = try await world.app(device: "laptop", waits: waits)
            let (first, second) = (try phone.start(automatically: true), try laptop.start(automatically: true))
            first.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            second.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            for round in 100..<110 {
                phone.write(["n": "\(round) phone"], to: first)
                laptop.write(["n": "\(round) laptop"], to: second)
            }
            phone.write(["n": "109 z"], to: first)
            while phone.notes != ["n": "109 z"] || laptop.notes != ["n": "109 z"] {
                // Who loses twice in a row waits a little before the next attempt.
                waits.end()
                await Task.yield()
            }
        }
    }

    /// An hour of the server's and of the client's time, in which nothing changes: a look at most every quarter of it.
    @Test(arguments: Way.allCases)
    func anIdleHourAsksNextToNothing(_ way: Way) async throws {
        try await way.run { world in
            let transport = FlakyTransport(world.transport)
            let waits = VirtualWaits()
            let phone = try await world.app(device: "phone", transport: transport, waits: waits)
            let engine = try phone.start(automatically: true)
            engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            phone.write(["a": "1"], to: engine)
            await phone.untilSent()
            await world.untilParked(1)
            let requests = transport.requests.count
            await world.pass(minutes: 60, waits)
            let looks = "/private/changes/database"
            while !transport.requests.dropFirst(requests).contains(where: { $0.address.contains(looks) }) {
                await Task.yield()
            }
            let later = transport.requests.dropFirst(requests)
            let parked = later.count { $0.method == "GET" && $0.address.contains("/courier/") }
            let looked = later.count { $0.address.contains(looks) }
            // The first of them gets what the device itself has sent.
            let read = later.count { $0.address.contains("/private/changes/zone") }
            #expect(1...6 ~= parked && 1...4 ~= looked && read <= 1)
            #expect(later.count == parked + looked + read, "\(later.map(\.address))")
            // No timer runs either.
            #expect(waits.openCount == 0)
            withExtendedLifetime(engine) {}
        }
    }

    /// The service tells nobody of what a device changes itself, and the device may not know of it: its request came late.
    @Test(arguments: Way.allCases)
    func whatNobodyWasToldOfIsFoundInHalfAnHour(_ way: Way) async throws {
        try await way.run { world in
            let waits = VirtualWaits()
            let phone = try await world.app(device: "phone", waits: waits)
            let engine = try phone.start(automatically: true)
            engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            phone.write(["a": "1"], to: engine)
            await phone.untilSent()
            await world.untilParked(1)
            let late = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "late", zoneID: World.notes))
            late["title"] = "2"
            _ = try await phone.container.privateCloudDatabase.save(late)
            await world.pass(minutes: 30, waits)
            await phone.until { $0.notes["late"] == "2" }
            withExtendedLifetime(engine) {}
        }
    }

    @Test(arguments: Way.allCases)
    func offlineWorkArrives(_ way: Way) async throws {
        try await way.run { world in
            let isCut = Mutex(false)
            let transport = FlakyTransport(world.transport) { _, _ in
                isCut.withLock { $0 } ? .unreachable : .pass
            }
            let waits = VirtualWaits()
            let phone = try await world.app(device: "phone", transport: transport, waits: waits)
            let laptop = try await world.app(device: "laptop")
            let first = try phone.start(automatically: true)
            first.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            phone.write(["a": "1"], to: first)
            let second = try laptop.start(automatically: true)
            await laptop.until { $0.notes == ["a": "1"] }

            isCut.withLock { $0 = true }
            phone.write(["a": "2", "b": "2"], to: first)
            await phone.until { $0.log.contains("retryScheduled(networkUnavailable)") }
            #expect(first.state.pendingRecordZoneChanges.count == 2)
            laptop.write(["c": "3"], to: second)
            // It tries again, in vain, and waits longer.
            while phone.store.log.count(where: { $0 == "retryScheduled(networkUnavailable)" }) < 4 {
                waits.end()
                await Task.yield()
            }
            isCut.withLock { $0 = false }
            first.appDidReturn()
            await phone.until { $0.notes == ["a": "2", "b": "2", "c": "3"] }
            await laptop.until { $0.notes == ["a": "2", "b": "2", "c": "3"] }
            await phone.until { $0.log.isAtRest(afterFetches: 2) }
            #expect(first.state.pendingRecordZoneChanges == [])
        }
    }

    @Test(arguments: Way.allCases)
    func answersThatAreLostHaveOneEffect(_ way: Way) async throws {
        try await way.run { world in
            // Until a retry is scheduled: the engine repeats one send at once if the listener connects during it.
            let isLosing = Mutex(true)
            let transport = FlakyTransport(world.transport) { request, _ in
                let isModify = request.address.contains("/records/modify?")
                return isModify && isLosing.withLock { $0 } ? .loseAnswer : .pass
            }
            let waits = VirtualWaits()
            let phone = try await world.app(device: "phone", transport: transport, waits: waits)
            let engine = try phone.start(automatically: true)
            engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            phone.write(["a": "1"], to: engine)
            await phone.until { $0.log.contains("retryScheduled(serverResponseLost)") }
            #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(NotesApp.id("a"))])
            isLosing.withLock { $0 = false }
            // Whichever wait is open: that of the retry may begin after another.
            while phone.store.known["a"] == nil {
                waits.end()
                await Task.yield()
            }
            let laptop = try await world.app(device: "laptop")
            try await laptop.start().fetchChanges()
            #expect(laptop.notes == ["a": "1"])
        }
    }

    @Test(arguments: Way.allCases)
    func accountsAreKeptApart(_ way: Way) async throws {
        try await way.run { world in
            let phone = try await world.app("anna", device: "phone")
            let engine = try phone.start(automatically: true)
            engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            phone.write(["a": "Anna's"], to: engine)
            await phone.until { $0.known["a"] != nil }
            phone.during { event, _ in
                guard case .accountChange = event else { return }
                // The app puts the former user's notes away.
                phone.change { store in (store.notes, store.known) = ([:], [:]) }
            }
            phone.container.signOut()
            await phone.until { $0.accounts.count == 2 }
            #expect(engine.state.pendingRecordZoneChanges == [])
            #expect(await thrownCode { try await engine.sendChanges() } == .notAuthenticated)

            try await phone.container.signIn(webAuthToken: try await world.webToken("bob"))
            await phone.until { $0.accounts.count == 3 }
            engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            phone.write(["b": "Bob's"], to: engine)
            await phone.until { $0.known["b"] != nil }
            // From one user to the next without a word between.
            try await phone.container.signIn(webAuthToken: try await world.webToken("anna"))
            await phone.until { $0.accounts.count == 4 && $0.notes == ["a": "Anna's"] }
            let kinds = phone.store.accounts.map { "\($0)".prefix { $0 != "(" } }
            #expect(kinds == ["signIn", "signOut", "signIn", "switchAccounts"])

            let laptop = try await world.app("bob", device: "laptop")
            try await laptop.start().fetchChanges()
            #expect(laptop.notes == ["b": "Bob's"])
        }
    }

    /// A request that was decided for one user must not go out in the name of the next.
    @Test func aRequestThatCameTooLateIsNotSentForAnother() async throws {
        try await Way.inProcess.run { world in
            let phone = try await world.app("anna", device: "phone")
            let engine = try phone.start()
            engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            phone.write(["a": "Anna's"], to: engine)
            let bob = try await world.webToken("bob")
            let hasSwitched = Mutex(false)
            phone.during { event, _ in
                guard case .sentDatabaseChanges = event, !hasSwitched.withLock({ $0 }) else { return }
                hasSwitched.withLock { $0 = true }
                try? await phone.container.signIn(webAuthToken: bob)
            }
            #expect(await thrownCode { try await engine.sendChanges() } == .operationCancelled)
            let laptop = try await world.app("bob", device: "laptop")
            try await laptop.start().fetchChanges()
            #expect(laptop.notes.isEmpty)
            // The same, where only the request itself can tell.
            let database = phone.container.privateCloudDatabase
            var options = database.options
            options.signIn = (phone.container.link.session.ticket?.signIn ?? 0) - 1
            let old = database.with(options)
            #expect(await thrownCode { try await old.allRecordZones() } == .operationCancelled)
        }
    }

    @Test(arguments: Way.allCases)
    func aSignInThatHasEndedIsNoSignOut(_ way: Way) async throws {
        try await way.run { world in
            let phone = try await world.app(device: "phone")
            let engine = try phone.start()
            engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: World.notes))])
            try await engine.sendChanges()
            phone.write(["a": "1"], to: engine)
            world.advance(seconds: 400 * 24 * 60 * 60)
            #expect(await thrownCode { try await engine.sendChanges() } == .notAuthenticated)
            await phone.until { $0.log.contains("signInEnded") }
            #expect(engine.state.pendingRecordZoneChanges == [.saveRecord(NotesApp.id("a"))])
            try await phone.container.signIn(webAuthToken: try await world.webToken("anna"))
            try await engine.sendChanges()
            #expect(engine.state.pendingRecordZoneChanges == [])
            #expect(phone.store.accounts.count == 1)
        }
    }
}

extension [String] {
    /// Whether a log ends with everything told, after so many fetches.
    func isAtRest(afterFetches count: Int) -> Bool {
        last == "stateUpdate" || last == "didFetchChanges" || last == "didSendChanges"
            ? self.count { $0 == "didFetchChanges" } >= count && brackets == 0 : false
    }

    /// How many fetches and sends have begun and not ended.
    private var brackets: Int {
        count { $0 == "willFetchChanges" || $0 == "willSendChanges" }
            - count { $0 == "didFetchChanges" || $0 == "didSendChanges" }
    }
}

extension NotesApp {
    /// Waits until one record was sent, and what the engine does by itself has ended.
    fileprivate func untilSent() async {
        await until { store in
            store.log.contains("sentRecordZoneChanges(1 saved, 0 deleted, 0 failed)")
                && store.log.isAtRest(afterFetches: 2)
        }
    }
}

extension World {
    /// Lets time pass at the service and at one device, whose requests are parked anew where they have waited for long.
    func pass(minutes: Int, _ waits: VirtualWaits) async {
        for _ in 0..<minutes {
            advance(seconds: 60)
            waits.pass(seconds: 60)
            await server.service.couriers.sweep()
            await untilParked(1)
        }
    }

    /// Waits until so many requests are parked.
    func untilParked(_ count: Int) async {
        while await server.service.couriers.parkedCount != count { await Task.yield() }
    }
}
