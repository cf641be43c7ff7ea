import CloudKit
import Foundation
import SwiftData
import Synchronization
import Testing

@testable import IdeaBoxCore

/// What each error of the service does: the rows of the first table of the page on sync.
@Suite("Errors of sync")
struct SyncErrorTests {
    /// A service that answers some requests with an error, for as long as the test wants.
    private final class Weather: Sendable {
        let fate = Mutex<FlakyTransport.Fate?>(nil)
        let endpoint: String
        let failures = Mutex(Int.max)

        init(on endpoint: String = "/") { self.endpoint = endpoint }

        /// The next requests fail so, as many as are said.
        func turn(_ fate: FlakyTransport.Fate?, times: Int = .max) {
            self.fate.withLock { $0 = fate }
            failures.withLock { $0 = times }
        }

        func transport(_ cloud: Cloud) -> FlakyTransport {
            FlakyTransport(cloud.transport) { request, _ in
                guard request.address.contains(self.endpoint), let fate = self.fate.withLock({ $0 }) else {
                    return .pass
                }
                let isDue = self.failures.withLock { left in
                    defer { left = max(0, left - 1) }
                    return left > 0
                }
                return isDue ? fate : .pass
            }
        }
    }

    private static func answer(_ status: Int, _ code: String, more: String = "") -> FlakyTransport.Fate {
        let body = #"{"uuid":"u","serverErrorCode":"\#(code)","reason":"the test says so"\#(more)}"#
        return .answer(CloudKitAnswer(status: status, body: Array(body.utf8)))
    }

    @Test("Nobody is signed in: sync stops, and everything stays pending")
    func notAuthenticated() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        try phone.add("a")
        phone.container.signOut()
        #expect(try await phone.failure() == .signedOut)
        #expect(try phone.pending() == 1)
        #expect(await phone.status.state == .signedOut)
        #expect(phone.pauses.isEmpty)
        try await phone.container.signIn(webAuthToken: try await cloud.webToken("anna"))
        try await phone.sync()
        #expect(try phone.pending() == 0)
    }

    @Test("The service ends the sign-in: sync stops, and everything stays pending")
    func signInEnded() async throws {
        let (cloud, weather) = (try await Cloud(), Weather(on: "/changes/database"))
        let phone = try await Device(cloud, transport: weather.transport(cloud))
        try phone.add("a")
        weather.turn(Self.answer(401, "AUTHENTICATION_FAILED"))
        #expect(try await phone.failure() == .signedOut)
        #expect(try phone.pending() == 1)
        #expect(await phone.status.lastError?.kind == .signedOut)
    }

    @Test(
        "The service cannot be reached or does not work: three retries, then the next trigger",
        arguments: ["unreachable", "503", "500", "lost"]
    )
    func passing(_ kind: String) async throws {
        let (cloud, weather) = (try await Cloud(), Weather())
        let phone = try await Device(cloud, transport: weather.transport(cloud))
        try phone.add("a")
        let fate: FlakyTransport.Fate =
            switch kind {
            case "unreachable": .unreachable
            case "503": Self.answer(503, "TRY_AGAIN_LATER")
            case "500": Self.answer(500, "INTERNAL_ERROR")
            default: .loseAnswer
            }
        weather.turn(fate)
        let problem = try await phone.failure()
        #expect(problem == (kind == "unreachable" || kind == "lost" ? .unreachable : .serviceFailed))
        #expect(phone.pauses == [1, 2, 4])
        #expect(await phone.status.state == .offline)
        #expect(await phone.status.pendingCount == 1)
        #expect(try phone.history(.retry).count == 3)
        #expect(try phone.history(.syncFailure).count == 1)
        weather.turn(nil)
        try await phone.sync()
        #expect(await phone.status.state == .upToDate)
        #expect(await phone.status.lastError == nil)
        #expect(try phone.titles() == ["a"])
    }

    @Test("A failure that passes within the retries is nobody's business")
    func passesByItself() async throws {
        let (cloud, weather) = (try await Cloud(), Weather(on: "/records/modify"))
        let phone = try await Device(cloud, transport: weather.transport(cloud))
        try phone.add("a")
        weather.turn(Self.answer(503, "TRY_AGAIN_LATER"), times: 2)
        try await phone.sync()
        #expect(phone.pauses == [1, 2])
        #expect(try phone.pending() == 0)
    }

    @Test("An answer that is lost: the change is there once", arguments: [1, 2, 3])
    func lostAnswer(times: Int) async throws {
        let (cloud, weather) = (try await Cloud(), Weather(on: "/records/modify"))
        let phone = try await Device(cloud, transport: weather.transport(cloud))
        let id = try phone.add("a")
        weather.turn(.loseAnswer, times: times)
        try await phone.sync()
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == ["a"])
        #expect(try phone.pending() == 0)
        #expect(try phone.history(.conflict).isEmpty)
        try phone.edit(id, "b")
        weather.turn(.loseAnswer, times: times)
        try await phone.sync()
        try await laptop.sync()
        #expect(try laptop.titles() == ["b"])
        #expect(try phone.history(.conflict).isEmpty)
    }

    @Test(
        "Throttled or busy: as long as the service says, or a minute",
        arguments: [nil, 90] as [Int?],
        ["THROTTLED", "ZONE_BUSY"]
    )
    func throttled(seconds: Int?, code: String) async throws {
        let (cloud, weather) = (try await Cloud(), Weather(on: "/records/modify"))
        let phone = try await Device(cloud, transport: weather.transport(cloud))
        try phone.add("a")
        weather.turn(Self.answer(503, code, more: seconds.map { #","retryAfter":\#($0)"# } ?? ""), times: 1)
        try await phone.sync()
        #expect(phone.pauses == [Double(seconds ?? 60)])
        #expect(
            phone.events.contains { if case .retry(_, let problem) = $0 { problem.kind == .throttled } else { false } }
        )
    }

    @Test("Of records that the service wants later, the latest is waited for", arguments: [true, false])
    func longestWait(isFirst: Bool) async throws {
        let cloud = try await Cloud()
        let names = Mutex<[String]>([])
        let transport = FlakyTransport(cloud.transport) { request, _ in
            guard request.address.contains("/records/modify") else { return .pass }
            let due = names.withLock { names in
                defer { names = [] }
                return names
            }
            guard !due.isEmpty else { return .pass }
            let errors = zip(due, isFirst ? [90, 5] : [5, 90]).map { name, seconds in
                #"{"recordName":"\#(name)","serverErrorCode":"ZONE_BUSY","reason":"r","retryAfter":\#(seconds)}"#
            }
            let body = #"{"records":[\#(errors.joined(separator: ","))]}"#
            return .answer(CloudKitAnswer(status: 200, body: Array(body.utf8)))
        }
        let phone = try await Device(cloud, transport: transport)
        let ids = [try phone.add("a"), try phone.add("b")]
        try await phone.sync()
        for id in ids { try phone.delete(id) }
        names.withLock { $0 = ids.map(\.text) }
        try await phone.sync()
        #expect(phone.pauses == [90])
        #expect(try phone.pending() == 0)
    }

    @Test("A service that wants to be left alone is, also after the last retry, but by hand")
    func leftAlone() async throws {
        let (cloud, weather) = (try await Cloud(), Weather(on: "/records/modify"))
        let transport = weather.transport(cloud)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let waits = Mutex(0)
        let phone = try await Device(cloud, transport: transport) { _ in
            // The three pauses of the retries are over at once, the one after them when the test says so.
            let number = waits.withLock { waits in
                waits += 1
                return waits
            }
            guard number.isMultiple(of: 4) else { return }
            for await _ in ends { return }
            try Task.checkCancellation()
        }
        let throttled = Self.answer(503, "THROTTLED", more: #","retryAfter":90"#)
        try phone.add("a")
        weather.turn(throttled, times: 4)
        #expect(try await phone.failure() == .throttled)
        #expect(await phone.status.nextAttempt == phone.clock.now.addingTimeInterval(90))
        let count = transport.requests.count
        try phone.add("b")
        let trigger = Task { try await phone.coordinator.run() }
        while await phone.coordinator.pause == nil { await Task.yield() }
        #expect(transport.requests.count == count)
        end.yield()
        try await trigger.value
        #expect(try phone.pending() == 0 && transport.requests.count > count)
        #expect(phone.pauses == [90, 90, 90, 90])
        // A person's own wish does not wait.
        try phone.add("c")
        weather.turn(throttled, times: 4)
        #expect(try await phone.failure() == .throttled)
        try await phone.coordinator.retryNow()
        #expect(try phone.pending() == 0)
    }

    @Test("No room: uploads stop, downloads and deletes go on, and an hour later it is tried again")
    func quota() async throws {
        let cloud = try await Cloud(quota: 2)
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        let first = try phone.add("1")
        let second = try phone.add("2")
        try await phone.sync()
        try await laptop.sync()
        let third = try phone.add("3")
        #expect(try await phone.failure() == .quotaExceeded)
        #expect(phone.pauses.isEmpty)
        #expect(await phone.status.state == .needsAttention)
        #expect(await phone.status.nextAttempt == phone.clock.now.addingTimeInterval(3_600))
        try laptop.edit(first, "one")
        try await laptop.sync()
        try phone.delete(second)
        // Not yet: but what comes down comes, and what makes room goes up.
        #expect(try await phone.failure() == .quotaExceeded)
        #expect(try phone.titles() == ["3", "one"])
        #expect(try phone.pending() == 1)
        phone.tick(3_601)
        try await phone.sync()
        #expect(try phone.pending() == 0)
        try await laptop.sync()
        #expect(try laptop.titles() == ["3", "one"])
        #expect(try laptop.ideas.snapshot(third).title == "3")
    }

    @Test("No room: the person's own wish does not wait for the hour")
    func quotaByHand() async throws {
        let cloud = try await Cloud(quota: 1)
        let phone = try await Device(cloud)
        let first = try phone.add("1")
        try phone.add("2")
        #expect(try await phone.failure() == .quotaExceeded)
        try phone.delete(first)
        #expect(try await phone.failure() == .quotaExceeded)
        try await phone.coordinator.retryNow()
        #expect(try phone.pending() == 0)
    }

    @Test("No room: a clock that was a year ahead and is set right makes nobody wait for a year")
    func quotaUnderAWrongClock() async throws {
        let cloud = try await Cloud(quota: 1)
        let phone = try await Device(cloud)
        let first = try phone.add("1")
        try phone.add("2")
        phone.clock.skew = 365 * 86_400
        #expect(try await phone.failure() == .quotaExceeded)
        try phone.delete(first)
        #expect(try await phone.failure() == .quotaExceeded)
        phone.clock.skew = 0
        try await phone.sync()
        #expect(try phone.pending() == 0)
    }

    @Test("Of a batch of which one record is refused the others are done")
    func partialFailure() async throws {
        let (cloud, weather) = (try await Cloud(), Weather(on: "/records/modify"))
        let phone = try await Device(cloud, transport: weather.transport(cloud))
        let laptop = try await Device(cloud)
        let ids = try (0..<3).map { try phone.add("\($0)") }
        try await phone.sync()
        try await laptop.sync()
        try laptop.edit(ids[1], "laptop")
        try await laptop.sync()
        for id in ids { try phone.edit(id, "phone") }
        try await phone.sync()
        #expect(try phone.titles() == ["phone", "phone", "phone"])
        try await laptop.sync()
        #expect(try laptop.visible() == phone.visible())
        #expect(try phone.pending() == 0)
    }

    @Test("No permission: sync stops and says so, and everything stays pending")
    func forbidden() async throws {
        let (cloud, weather) = (try await Cloud(), Weather(on: "/records/modify"))
        let phone = try await Device(cloud, transport: weather.transport(cloud))
        try phone.add("a")
        weather.turn(Self.answer(403, "ACCESS_DENIED"))
        let problem = try #require(try await phone.failure())
        #expect(SyncProblem(problem).needsAttention)
        #expect(phone.pauses.isEmpty)
        #expect(try phone.pending() == 1)
        #expect(await phone.status.state == .needsAttention)
        weather.turn(nil)
        try await phone.sync()
        #expect(try phone.pending() == 0)
    }

    @Test(
        "The zone is gone: nothing is lost, and the person decides, also where the feed has forgotten its end",
        arguments: [true, false],
        [true, false]
    )
    func zoneGone(uploadsAgain: Bool, isForgotten: Bool) async throws {
        let cloud = try await Cloud()
        let hasExpired = Mutex(false)
        let transport = FlakyTransport(cloud.transport) { request, _ in
            guard request.address.contains("/changes/database"), request.text.contains("syncToken"),
                hasExpired.withLock({ hasExpired in
                    defer { hasExpired = false }
                    return hasExpired
                })
            else { return .pass }
            let body = #"{"uuid":"u","serverErrorCode":"BAD_REQUEST","reason":"Unknown sync continuation type"}"#
            return .answer(CloudKitAnswer(status: 400, body: Array(body.utf8)))
        }
        let phone = try await Device(cloud, transport: transport, zone: .ideas)
        try phone.add("a")
        try phone.add("b")
        try await phone.sync()
        // The token of the zones comes with a fetch.
        try await phone.sync()
        hasExpired.withLock { $0 = isForgotten }
        try await phone.container.privateCloudDatabase.deleteRecordZone(withID: .ideas)
        try phone.add("c")
        #expect(try await phone.failure() == .zoneGone)
        #expect(try await phone.failure() == .zoneGone)
        #expect(try phone.titles() == ["a", "b", "c"])
        #expect(await phone.status.state == .needsAttention)
        let isStillDue = hasExpired.withLock { $0 }
        #expect(!isStillDue)
        if uploadsAgain { try await phone.coordinator.uploadAgain() } else { try await phone.coordinator.startEmpty() }
        try await phone.sync()
        let laptop = try await Device(cloud, zone: .ideas)
        try await laptop.sync()
        #expect(try phone.titles() == (uploadsAgain ? ["a", "b", "c"] : []))
        #expect(try laptop.titles() == phone.titles())
    }

    @Test("What the store throws is no fault of a record: nothing of the page stays, and it comes again")
    func passingStoreError() throws {
        let box = try TestBox()
        var isBroken = true
        let ideas = IdeaRepository(try box.open().container, box.surroundings, lock: nil) {
            defer { isBroken = false }
            if isBroken { throw StoreError.diskFull }
            return "phone"
        }
        let store = SyncStore(ideas)
        let record = CKRecord(recordType: "Idea", recordID: CKRecord.ID(recordName: sampleID(1).text))
        record["title"] = "a"
        record["createdAt"] = sampleMoment
        record["updatedAt"] = sampleMoment
        record["deviceId"] = "laptop"
        #expect(throws: StoreError.self) { try store.apply([record]) }
        #expect(try ideas.titles(.all).isEmpty && ideas.events().isEmpty)
        #expect(try store.apply([record]) == Download(changed: 1))
        #expect(try ideas.titles(.all) == ["a"])
    }

    @Test("Records that are no ideas are set aside, and the others go on")
    func invalidRecords() async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        try phone.add("a")
        let database = laptop.container.privateCloudDatabase
        let empty = CKRecord(recordType: "Idea", recordID: CKRecord.ID(recordName: sampleID(9).text))
        empty["title"] = " "
        empty["createdAt"] = sampleMoment
        empty["updatedAt"] = sampleMoment
        empty["deviceId"] = "elsewhere"
        try await database.save(empty)
        try await database.save(CKRecord(recordType: "Thought", recordID: CKRecord.ID(recordName: sampleID(8).text)))
        try await phone.sync()
        #expect(phone.events.contains(.recordsRefused(2)))
        #expect(try phone.titles() == ["a"])
        #expect(try phone.history(.syncFailure).count == 2)
        try await laptop.sync()
        #expect(try laptop.titles() == ["a"])
        // They lie where they were.
        #expect(try await database.record(for: empty.recordID)["title"] as? String == " ")
    }

    @Test(
        "A change of what is no idea at the service is set aside, and not sent again and again",
        arguments: [true, false]
    )
    func changeOfAnInvalidRecord(isDelete: Bool) async throws {
        let cloud = try await Cloud()
        // Who sends without end is stopped.
        let transport = FlakyTransport(cloud.transport) { _, number in number < 100 ? .pass : .unreachable }
        let (phone, laptop) = (try await Device(cloud, transport: transport), try await Device(cloud))
        let id = try phone.add("a")
        try await phone.sync()
        let database = laptop.container.privateCloudDatabase
        let record = try await database.record(for: CKRecord.ID(recordName: id.text))
        record["title"] = String(repeating: "x", count: IdeaRules.maximumTitleCharacters + 1)
        try await database.save(record)
        if isDelete { try phone.delete(id) } else { try phone.edit(id, "b") }
        try phone.add("another")
        transport.forget()
        #expect(try await phone.failure() == .refused)
        #expect(transport.requests.filter { $0.address.contains("/records/modify") }.count == 1)
        #expect(phone.pauses.isEmpty)
        #expect(await phone.status.state == .needsAttention)
        // The other went up, and what is set aside waits as it is.
        #expect(try phone.pending() == 1)
        #expect(try phone.titles() == (isDelete ? ["another"] : ["another", "b"]))
        // One line for the page, one for the answer, one for the sync.
        #expect(try phone.history(.syncFailure).count == 3)
        // Alone it comes to no more either.
        transport.forget()
        #expect(try await phone.failure() == .refused)
        #expect(transport.requests.filter { $0.address.contains("/records/modify") }.count == 1)
        // Where the record becomes an idea again, the later change stays.
        let mended = try await database.record(for: record.recordID)
        mended["title"] = "mended"
        try await database.save(mended)
        try await phone.sync()
        #expect(try phone.pending() == 0)
        #expect(try phone.titles() == (isDelete ? ["another"] : ["another", "b"]))
    }
}
