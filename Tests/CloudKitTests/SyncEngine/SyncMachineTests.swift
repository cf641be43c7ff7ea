import Foundation
import Testing

@testable import CloudKit

/// The engine's decisions, one by one.
struct SyncMachineTests {
    @Test func aFetchGoesFromZonesToPages() {
        let other = CKRecordZone.ID(zoneName: "Other")
        var driver = MachineDriver()
        driver.forget()
        driver.hear(.fetch(1, CKSyncEngine.FetchChangesOptions()))
        driver.answer(MachineDriver.zones([MachineDriver.zone], more: true))
        driver.answer(MachineDriver.zones([other], token: "d2"))
        #expect(driver.machine.ledger.unfetchedZones == [MachineDriver.zone, other])
        driver.chooseAll()
        driver.answer(MachineDriver.page(["a", "b"], more: true))
        driver.chooseAll()
        driver.answer(MachineDriver.page(["c"], token: "z2"))
        driver.chooseAll()
        driver.answer(MachineDriver.page([], token: "o1"))
        driver.chooseAll()
        let page = ["fetchedRecordZoneChanges", "stateUpdate"]
        #expect(
            driver.words
                == [
                    "willFetchChanges", "fetchedDatabaseChanges", "stateUpdate", "fetchedDatabaseChanges",
                    "stateUpdate",
                ]
                + ["willFetchRecordZoneChanges"] + page + ["fetchedRecordZoneChanges", "didFetchRecordZoneChanges"]
                + ["stateUpdate", "willFetchRecordZoneChanges", "didFetchRecordZoneChanges", "stateUpdate"]
                + ["didFetchChanges"]
        )
        #expect(driver.outcomes == [1: nil])
        #expect(driver.machine.ledger.zoneTokens[MachineDriver.zone]?.text == "z2")
        #expect(driver.machine.ledger.unfetchedZones == [])
    }

    @Test func theDelegateSaysWhichZoneComesFirst() {
        let zones = ["A", "B", "C"].map { CKRecordZone.ID(zoneName: $0) }
        var driver = MachineDriver()
        driver.hear(.fetch(1, CKSyncEngine.FetchChangesOptions()))
        driver.answer(MachineDriver.zones(zones))
        var options = CKSyncEngine.FetchChangesOptions(scope: .allExcluding([zones[0]]))
        options.prioritizedZoneIDs = [zones[2]]
        for _ in 0..<3 {
            driver.hear(.options(driver.machine.fetching?.question ?? 0, options))
            driver.answer(MachineDriver.page([]))
        }
        let told = driver.events.compactMap { event -> String? in
            if case .willFetchRecordZoneChanges(let zone) = event { zone.zoneID.zoneName } else { nil }
        }
        #expect(told == ["C", "B"])
        #expect(driver.machine.ledger.unfetchedZones == [zones[0]])
        #expect(driver.machine.fetching == nil)
    }

    @Test func anExpiredTokenBeginsTheZoneAnewOnce() {
        var ledger = SyncLedger()
        ledger.user = "_anna"
        ledger.zoneTokens[MachineDriver.zone] = CKServerChangeToken(text: "old")
        var driver = MachineDriver(ledger: ledger)
        driver.hear(.fetch(1, CKSyncEngine.FetchChangesOptions()))
        driver.answer(MachineDriver.zones([MachineDriver.zone]))
        driver.chooseAll()
        let expired = SyncMachine.Answer.failed(CKError(.changeTokenExpired, reason: "old"))
        driver.answer(expired)
        driver.chooseAll()
        guard case .zoneChanges(_, let token) = driver.lastRequest?.request else {
            Issue.record("the zone was not asked for again")
            return
        }
        #expect(token == nil)
        guard case .changeTokenExpired(let zone) = driver.notices.last else {
            Issue.record("nobody was told")
            return
        }
        #expect(zone == MachineDriver.zone)
        // A service that says so of no token at all is not asked for ever.
        driver.answer(expired)
        driver.chooseAll()
        #expect(driver.machine.fetching == nil)
        #expect(driver.outcomes[1]??.code == .partialFailure)
    }

    @Test func whoForgotTheTokenMayHaveForgottenTheSubscription() {
        var ledger = SyncLedger()
        ledger.user = "_anna"
        ledger.databaseToken = CKServerChangeToken(text: "old")
        ledger.savedSubscription = SyncMachine.ownSubscription
        var driver = MachineDriver(automatic: true, ledger: ledger, subscription: nil)
        driver.answer(.failed(CKError(.changeTokenExpired, reason: "old")))
        guard case .subscribe(let id) = driver.lastRequest?.request else {
            Issue.record("the subscription was not saved again")
            return
        }
        #expect(id == SyncMachine.ownSubscription)
        driver.answer(.subscribed)
        guard case .databaseChanges(let token) = driver.lastRequest?.request else {
            Issue.record("the zones were not asked for")
            return
        }
        #expect(token == nil && driver.machine.ledger.savedSubscription == SyncMachine.ownSubscription)
    }

    @Test func anExpiredListOfZonesBeginsAnewWithAllThatAreKnown() {
        var ledger = SyncLedger()
        ledger.user = "_anna"
        ledger.databaseToken = CKServerChangeToken(text: "old")
        ledger.zoneTokens[MachineDriver.zone] = CKServerChangeToken(text: "z1")
        var driver = MachineDriver(ledger: ledger)
        driver.hear(.fetch(1, CKSyncEngine.FetchChangesOptions()))
        driver.answer(.failed(CKError(.changeTokenExpired, reason: "old")))
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        guard case .zoneChanges(let zone, let token) = driver.lastRequest?.request else {
            Issue.record("the zone was not asked for")
            return
        }
        #expect(zone == MachineDriver.zone && token?.text == "z1")
    }

    /// Who waits while the service says when to come back would ask before that, and is told the same.
    @Test func whoWaitsHearsWhatTheServiceWants() {
        var driver = MachineDriver()
        for waiter in 1...3 { driver.hear(.fetch(waiter, CKSyncEngine.FetchChangesOptions())) }
        driver.hear(.send(4, CKSyncEngine.SendChangesOptions()))
        driver.hand(nil)
        driver.answer(.failed(CKError(.requestRateLimited, reason: "busy", retryAfter: 10)))
        #expect((1...3).allSatisfy { driver.outcomes[$0]??.code == .requestRateLimited })
        #expect(driver.machine.fetching == nil)
        // Who comes then decides for himself; and a failure that wishes for nothing sends nobody away.
        for waiter in 5...6 { driver.hear(.fetch(waiter, CKSyncEngine.FetchChangesOptions())) }
        driver.answer(.failed(CKError(.networkFailure, reason: "cut")))
        #expect(driver.outcomes[5]??.code == .networkFailure)
        #expect(driver.outcomes[6] == nil && driver.machine.fetching != nil)
    }

    @Test func aServiceThatPromisesMoreForEverIsLeft() {
        var driver = MachineDriver()
        driver.hear(.fetch(1, CKSyncEngine.FetchChangesOptions()))
        driver.answer(MachineDriver.zones([MachineDriver.zone]))
        driver.chooseAll()
        for _ in 0..<5 {
            driver.answer(MachineDriver.page([], more: true))
            driver.chooseAll()
        }
        #expect(driver.machine.fetching == nil)
        #expect(driver.outcomes[1]??.code == .internalError)
    }

    @Test func zonesGoBeforeRecords() {
        var driver = MachineDriver()
        driver.hear(.addRecords(MachineDriver.save("a")))
        driver.hear(
            .addZones([.saveZone(CKRecordZone(zoneID: MachineDriver.zone)), .deleteZone(.init(zoneName: "Old"))])
        )
        driver.forget()
        driver.hear(.send(1, CKSyncEngine.SendChangesOptions()))
        guard case .zones(let changes) = driver.lastRequest?.request else {
            Issue.record("zones were not sent")
            return
        }
        #expect(changes.count == 2)
        driver.answer(
            .zones([
                MachineDriver.zone: .success(CKRecordZone(zoneID: MachineDriver.zone)),
                .init(zoneName: "Old"): .failure(CKError(.zoneNotFound, reason: "gone")),
            ])
        )
        #expect(driver.machine.ledger.databaseChanges.isEmpty)
        driver.hand(MachineDriver.batch("a"))
        driver.answer(MachineDriver.saved("a"))
        driver.hand(nil)
        #expect(
            driver.words == [
                "willSendChanges", "sentDatabaseChanges", "stateUpdate", "sentRecordZoneChanges", "stateUpdate",
                "didSendChanges",
            ]
        )
        #expect(driver.outcomes == [1: nil])
    }

    @Test("A zone that was saved is asked for, also where the service lists none")
    func savedZoneIsFetched() {
        var driver = MachineDriver()
        driver.hear(.addZones([.saveZone(CKRecordZone(zoneID: MachineDriver.zone))]))
        driver.hear(.send(1, CKSyncEngine.SendChangesOptions()))
        driver.answer(.zones([MachineDriver.zone: .success(CKRecordZone(zoneID: MachineDriver.zone))]))
        driver.hand(nil)
        driver.hear(.fetch(2, CKSyncEngine.FetchChangesOptions()))
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        guard case .zoneChanges(MachineDriver.zone, nil) = driver.lastRequest?.request else {
            Issue.record("the zone was not asked for")
            return
        }
        driver.answer(.failed(CKError(.zoneNotFound, reason: "put back")))
        driver.chooseAll()
        #expect(driver.machine.fetching == nil && driver.machine.ledger.unfetchedZones.isEmpty)
    }

    @Test func anEditDuringItsUploadStaysPending() {
        for isDuringTheQuestion in [true, false] {
            var driver = MachineDriver()
            driver.hear(.addRecords(MachineDriver.save("a", "b")))
            driver.hear(.send(1, CKSyncEngine.SendChangesOptions()))
            if isDuringTheQuestion { driver.hear(.addRecords(MachineDriver.save("a"))) }
            driver.hand(MachineDriver.batch("a", "b"))
            if !isDuringTheQuestion { driver.hear(.addRecords(MachineDriver.save("a"))) }
            #expect(driver.pendingNames == ["a", "b"])
            driver.answer(MachineDriver.saved("a", "b"))
            #expect(driver.pendingNames == ["a"])
            driver.hand(MachineDriver.batch("a"))
            driver.answer(MachineDriver.saved("a"))
            #expect(driver.pendingNames == [])
        }
    }

    @Test func aDeleteDuringTheUploadStaysPending() {
        var driver = MachineDriver()
        driver.sendRecords("a")
        driver.hear(.addRecords([.deleteRecord(MachineDriver.id("a"))]))
        driver.answer(MachineDriver.saved("a"))
        #expect(driver.machine.ledger.recordChanges.all == [.deleteRecord(MachineDriver.id("a"))])
    }

    @Test func whatIsOutsideOfTheScopeIsRefused() {
        var driver = MachineDriver()
        driver.hear(.addRecords(MachineDriver.save("a", "b")))
        driver.hear(.send(1, CKSyncEngine.SendChangesOptions(scope: .recordIDs([MachineDriver.id("a")]))))
        driver.hand(MachineDriver.batch("a", "b"))
        #expect(driver.lastRequest == nil)
        #expect(driver.outcomes[1]??.code == .invalidArguments)
        #expect(driver.pendingNames == ["a", "b"])
    }

    @Test func untrackedChangesAreAskedForUntilThereAreNone() {
        var driver = MachineDriver(automatic: true)
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.hear(.untracked(true))
        driver.hand(MachineDriver.batch("a"))
        driver.answer(MachineDriver.saved("a"))
        // Said again while the delegate looks: it may have looked before.
        driver.hear(.untracked(true))
        driver.hand(nil)
        #expect(driver.machine.ledger.hasUntrackedChanges)
        driver.hand(nil)
        #expect(!driver.machine.ledger.hasUntrackedChanges)
        #expect(driver.machine.sending == nil)
    }

    @Test func anotherAccountsAnswerChangesNothing() throws {
        var driver = MachineDriver()
        driver.sendRecords("a")
        driver.hear(.fetch(2, CKSyncEngine.FetchChangesOptions()))
        let fetch = try #require(driver.machine.fetching?.request)
        let send = try #require(driver.machine.sending?.request)
        driver.hear(.standing(.user("_bob", signIn: 2)))
        #expect(driver.outcomes[2]??.code == .operationCancelled)
        #expect(driver.outcomes[7]??.code == .operationCancelled)
        let abandoned = driver.log.compactMap { if case .abandon(let id) = $0 { id } else { nil } }
        #expect(Set(abandoned) == [fetch, send])
        driver.forget()
        driver.hear(.answered(send, MachineDriver.saved("a")))
        driver.hear(.answered(fetch, MachineDriver.zones([MachineDriver.zone])))
        #expect(driver.log.isEmpty)
        #expect(driver.machine.ledger.databaseToken == nil)
        #expect(driver.pendingNames == [])
        driver.hear(.fetch(3, CKSyncEngine.FetchChangesOptions()))
        #expect(driver.lastRequest?.id.signIn == 2)
    }

    @Test func accountsComeAndGo() {
        var driver = MachineDriver(user: nil)
        driver.hear(.addRecords(MachineDriver.save("early")))
        driver.hear(.standing(.somebody(signIn: 1)))
        driver.hear(.send(1, CKSyncEngine.SendChangesOptions()))
        guard case .user = driver.lastRequest?.request else {
            Issue.record("nobody asked who is signed in")
            return
        }
        driver.answer(.user("_anna"))
        #expect(driver.machine.sending != nil && driver.pendingNames == ["early"])
        driver.hear(.standing(.refused))
        #expect(driver.pendingNames == ["early"])
        driver.hear(.standing(.user("_anna", signIn: 2)))
        driver.hear(.standing(.nobody))
        #expect(driver.pendingNames == [])
        driver.hear(.send(2, CKSyncEngine.SendChangesOptions()))
        #expect(driver.outcomes[2]??.code == .notAuthenticated)
        driver.hear(.standing(.user("_bob", signIn: 4)))
        driver.hear(.standing(.user("_carl", signIn: 5)))
        let changes = driver.events.compactMap { event -> CKSyncEngine.Event.AccountChange.ChangeType? in
            if case .accountChange(let change) = event { change.changeType } else { nil }
        }
        let (anna, bob, carl) = (
            CKRecord.ID(recordName: "_anna"), CKRecord.ID(recordName: "_bob"), CKRecord.ID(recordName: "_carl")
        )
        #expect(
            changes == [
                .signIn(currentUser: anna), .signOut(previousUser: anna), .signIn(currentUser: bob),
                .switchAccounts(previousUser: bob, currentUser: carl),
            ]
        )
        guard case .signInEnded = driver.notices.first else {
            Issue.record("the end of the sign-in was not told")
            return
        }
    }

    @Test func cancellingKeepsWhatIsPending() {
        var driver = MachineDriver(automatic: true)
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.hear(.addRecords(MachineDriver.save("a")))
        driver.hand(MachineDriver.batch("a"))
        driver.hear(.send(4, CKSyncEngine.SendChangesOptions()))
        driver.hear(.cancel(5))
        #expect(driver.pendingNames == ["a"])
        #expect(driver.lastRequest == nil)
        #expect(driver.outcomes[4]??.code == .operationCancelled)
        #expect(driver.outcomes[5] == .some(nil))
        #expect(driver.words.suffix(1) == ["didSendChanges"])
        driver.hear(.addRecords(MachineDriver.save("b")))
        #expect(driver.machine.sending != nil)
    }

    @Test func whoWaitsForTheSameSharesIt() {
        var driver = MachineDriver()
        driver.hear(.fetch(1, CKSyncEngine.FetchChangesOptions()))
        for waiter in 2...4 { driver.hear(.fetch(waiter, CKSyncEngine.FetchChangesOptions())) }
        driver.hear(.abandon(3))
        #expect(driver.outcomes[3]??.code == .operationCancelled)
        for _ in 0..<2 {
            driver.answer(MachineDriver.zones([]))
            driver.chooseAll()
        }
        #expect(driver.outcomes.count == 4)
        #expect(driver.events.count { if case .willFetchChanges = $0 { true } else { false } } == 2)
        #expect(driver.machine.fetching == nil)
    }

    @Test func notMoreThanSoManyWait() {
        var driver = MachineDriver()
        for waiter in 0...CloudKitLimits.waitingCallers {
            driver.hear(.fetch(waiter, CKSyncEngine.FetchChangesOptions()))
        }
        #expect(driver.outcomes.isEmpty)
        driver.hear(.fetch(-1, CKSyncEngine.FetchChangesOptions()))
        #expect(driver.outcomes[-1]??.code == .requestRateLimited)
        #expect(driver.outcomes.count == 1)
    }

    @Test(arguments: [
        #"{"version":1,"zones":[{"name":"N","owner":"_"}],"unfetched":[],"zoneChanges":[],"recordChanges":["*0 a"],"untracked":false}"#,
        "{}", "[]", "{\"version\":2}",
        #"{"version":1,"zones":[],"unfetched":[0],"zoneChanges":[],"recordChanges":[],"untracked":false}"#,
        #"{"version":1,"zones":[],"unfetched":[],"zoneChanges":["+-1"],"recordChanges":[],"untracked":false}"#,
        #"{"version":1,"zones":[],"unfetched":[],"zoneChanges":[],"recordChanges":[""],"untracked":false}"#,
        #"{"version":1,"zones":[],"unfetched":[],"zoneChanges":[],"recordChanges":["+99999999999999999999 a"],"untracked":false}"#,
    ])
    func aStateThatIsNotUnderstoodIsRefused(_ text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: Data(text.utf8))
        }
    }

    /// Names may hold anything that the service lets through, blanks among it.
    @Test func aStateSurvivesItsForm() throws {
        var ledger = SyncLedger()
        let shared = CKRecordZone.ID(zoneName: "Ours 2", ownerName: "_bob")
        ledger.add([.deleteZone(shared), .saveZone(CKRecordZone(zoneName: "Mine"))])
        ledger.add([
            .saveRecord(CKRecord.ID(recordName: "a b  c", zoneID: shared)),
            .deleteRecord(CKRecord.ID(recordName: "+1 x")),
        ])
        let data = try JSONEncoder().encode(CKSyncEngine.State.Serialization(ledger))
        let read = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data).ledger
        #expect(read.databaseChanges.all == ledger.databaseChanges.all)
        #expect(read.recordChanges.all == ledger.recordChanges.all)
        #expect(read.zoneTokens.isEmpty && read.unfetchedZones.isEmpty && !read.hasUntrackedChanges)
    }

    @Test func theSubscriptionIsSavedOnceAndIsNoCondition() {
        var driver = MachineDriver(automatic: true, subscription: nil)
        guard case .subscribe = driver.lastRequest?.request else {
            Issue.record("no subscription was saved")
            return
        }
        driver.answer(.failed(CKError(.permissionFailure, reason: "none of these here")))
        guard case .databaseChanges = driver.lastRequest?.request else {
            Issue.record("the fetch did not go on")
            return
        }
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        driver.hear(.pushed)
        guard case .databaseChanges = driver.lastRequest?.request else {
            Issue.record("it was tried again")
            return
        }
        var other = MachineDriver(automatic: true, subscription: nil)
        other.answer(.subscribed)
        #expect(other.machine.ledger.savedSubscription == "CKSyncEngine")
    }

    @Test func aConnectionThatIsLostIsLookedInto() {
        var driver = MachineDriver(automatic: true)
        driver.answer(MachineDriver.zones([]))
        driver.chooseAll()
        let before = driver.lastRequest?.id
        driver.hear(.lost)
        #expect(driver.lastRequest?.id != before)
        guard case .databaseChanges = driver.lastRequest?.request else {
            Issue.record("nobody asked how things stand")
            return
        }
        driver.answer(.failed(CKError(.networkUnavailable, reason: "nobody there")))
        let pause = driver.lastRequest?.id
        // It is known by now: the pause goes on.
        driver.hear(.lost)
        #expect(driver.lastRequest?.id == pause)
    }
}
