import CloudKit
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import IdeaBoxCore

/// What must not go wrong though it hardly ever happens: the rows of the second table of the page on sync.
@Suite("Edge cases of sync")
struct SyncEdgeTests {
    /// Lets a test do something while a request is on its way: before it arrives.
    private final class Ambush: Sendable {
        let body = Mutex<(@Sendable () throws -> Void)?>(nil)
        let endpoint: String

        init(on endpoint: String) { self.endpoint = endpoint }

        func set(_ body: @escaping @Sendable () throws -> Void) { self.body.withLock { $0 = body } }

        func transport(_ cloud: Cloud) -> FlakyTransport {
            FlakyTransport(cloud.transport) { request, _ in
                guard request.address.contains(self.endpoint) else { return .pass }
                let body = self.body.withLock { body in
                    defer { body = nil }
                    return body
                }
                do {
                    try body?()
                    return .pass
                } catch {
                    return .unreachable
                }
            }
        }
    }

    @Test("An edit made while its upload is on its way stays pending, and goes up next", arguments: [true, false])
    func editInFlight(isDelete: Bool) async throws {
        let (cloud, ambush) = (try await Cloud(), Ambush(on: "/records/modify"))
        let phone = try await Device(cloud, transport: ambush.transport(cloud))
        let id = try phone.add("a")
        ambush.set { if isDelete { try phone.delete(id) } else { try phone.edit(id, "b") } }
        try await phone.sync()
        #expect(try phone.pending() == 0)
        let sent = phone.events.compactMap { event in
            if case .sent(let saved, let deleted, let pending) = event { [saved, deleted, pending] } else { nil }
        }
        #expect(sent == (isDelete ? [[1, 0, 1], [0, 1, 0]] : [[1, 0, 1], [1, 0, 0]]))
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == (isDelete ? [] : ["b"]))
    }

    @Test("Many ideas that were made offline go up in batches of 100, each once, and an edit meanwhile too")
    func manyOffline() async throws {
        // Ten thousand, by real processes, are the affair of `make bench-sync`, as the table of the page on sync says: in a build
        // for debugging they take half a minute.
        let count = Effort.rounds(500, proof: 2_000)
        let (cloud, ambush) = (try await Cloud(), Ambush(on: "/records/modify"))
        let phone = try await Device(cloud, transport: ambush.transport(cloud))
        let lines = (1...count).map { "- [ ] idea \($0)\n" }.joined()
        #expect(try phone.ideas.imported(lines, .markdown).report.added == count)
        func ideas(_ device: Device) throws -> [UUID: String] {
            let all = try device.ideas.ideas(in: .all, try IdeaPage(size: 2 * count)).elements
            return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.title) })
        }
        let edited = try #require(try ideas(phone).keys.first)
        ambush.set { try phone.edit(edited, "changed during the upload") }
        try await phone.sync()
        let sent = phone.events.compactMap { if case .sent(let saved, _, _) = $0 { saved } else { nil } }
        #expect(sent.allSatisfy { (1...100).contains($0) } && (count...(count + 1)).contains(sent.reduce(0, +)))
        #expect(try phone.pending() == 0)
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try ideas(laptop) == ideas(phone))
        #expect(try ideas(laptop).count == count && ideas(laptop)[edited] == "changed during the upload")
    }

    @Test("An idea that is restored while its delete is on its way lives")
    func restoreInFlight() async throws {
        let (cloud, ambush) = (try await Cloud(), Ambush(on: "/records/modify"))
        let phone = try await Device(cloud, transport: ambush.transport(cloud))
        let id = try phone.add("a")
        try await phone.sync()
        try phone.delete(id)
        ambush.set {
            phone.tick()
            _ = try phone.ideas.restore([id])
        }
        try await phone.sync()
        #expect(try phone.pending() == 0)
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == ["a"])
    }

    @Test("A process that ends at any request loses nothing and doubles nothing", arguments: 0..<8)
    func endOfProcess(request number: Int) async throws {
        let cloud = try await Cloud()
        let laptop = try await Device(cloud)
        try laptop.add("from the laptop")
        try await laptop.sync()
        let box = try TestBox()
        let count = Mutex(0)
        // From this request on nothing gets through; the answer of the one before may be lost too.
        let dying = FlakyTransport(cloud.transport) { _, _ in
            let seen = count.withLock { count in
                count += 1
                return count
            }
            return seen < number ? .pass : seen == number ? .loseAnswer : .unreachable
        }
        do {
            let phone = try await Device(cloud, box: box, transport: dying)
            try phone.add("from the phone")
            _ = try await phone.failure()
        } catch is CKError {
            // It ended while it signed in.
        }
        let phone = try await Device(cloud, box: box)
        if try phone.titles().isEmpty { try phone.add("from the phone") }
        try await phone.sync()
        try await laptop.sync()
        #expect(try phone.titles() == ["from the laptop", "from the phone"])
        #expect(try laptop.visible() == phone.visible())
    }

    @Test("A create whose answer is lost does not bring back what another device deleted meanwhile")
    func noResurrection() async throws {
        let cloud = try await Cloud()
        enum Weather { case fine, stormIsNear, storm }
        let weather = Mutex(Weather.fine)
        let losing = FlakyTransport(cloud.transport) { request, _ in
            weather.withLock { weather in
                if weather == .stormIsNear, request.address.contains("/records/modify") {
                    weather = .storm
                    return .loseAnswer
                }
                return weather == .storm ? .unreachable : .pass
            }
        }
        let phone = try await Device(cloud, transport: losing)
        let laptop = try await Device(cloud)
        try phone.add("first")
        try await phone.sync()
        let id = try phone.add("a")
        weather.withLock { $0 = .stormIsNear }
        #expect(try await phone.failure() == .unreachable)
        try await laptop.sync()
        try laptop.delete(id)
        try await laptop.sync()
        weather.withLock { $0 = .fine }
        try await phone.sync()
        try await laptop.sync()
        #expect(try phone.titles() == ["first"])
        #expect(try laptop.titles() == ["first"])
    }

    @Test("A token that the service does not know any more: everything is compared, nothing comes back or doubles")
    func expiredToken() async throws {
        let cloud = try await Cloud()
        let expired = Mutex(false)
        let transport = FlakyTransport(cloud.transport) { request, _ in
            let isDue = request.address.contains("/changes/zone") && request.text.contains("syncToken")
            guard isDue,
                expired.withLock({ isSet in
                    defer { isSet = false }
                    return isSet
                })
            else { return .pass }
            let body =
                #"{"zones":[{"zoneID":{"zoneName":"_defaultZone"},"reason":"Unknown sync continuation","#
                + #""serverErrorCode":"BAD_REQUEST"}]}"#
            return .answer(CloudKitAnswer(status: 200, body: Array(body.utf8)))
        }
        let phone = try await Device(cloud, transport: transport)
        let laptop = try await Device(cloud)
        let ids = try (0..<5).map { try phone.add("\($0)") }
        try await phone.sync()
        try await laptop.sync()
        try laptop.delete(ids[0])
        try laptop.edit(ids[1], "one")
        try await laptop.sync()
        let mine = try phone.add("mine")
        try phone.edit(ids[2], "two")
        expired.withLock { $0 = true }
        let ideas = phone.ideas
        try ideas.change { try ideas.setMemo(.subscription, SyncCoordinator.subscriptionID) }
        // The deletion is not in the feed of one that begins from nothing.
        try await phone.sync()
        // Whoever forgot the token may have forgotten the subscription: the next connection saves it again.
        #expect(try ideas.memo(.subscription, as: String.self) == nil)
        #expect(try phone.titles() == ["3", "4", "mine", "one", "two"])
        try await laptop.sync()
        #expect(try laptop.visible() == phone.visible())
        #expect(try phone.ideas.snapshot(mine).title == "mine")
        #expect(!expired.withLock { $0 })
    }

    @Test("A download that would delete most ideas waits for the person's word", arguments: [true, false])
    func heldDeletions(accepts: Bool) async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        let ids = try (0..<30).map { try phone.add("\($0)") }
        try await phone.sync()
        try await laptop.sync()
        laptop.tick()
        _ = try laptop.ideas.delete(ids)
        try await laptop.sync()
        #expect(try await phone.failure() == .deletionsHeld)
        #expect(try phone.titles().count == 30)
        #expect(phone.events.contains(.deletionsHeld(30)))
        // The person is shown the newest of them.
        let shown = try phone.ideas.heldDeletions(IdeaPage(size: 3))
        #expect(shown.count == 30 && shown.first.hasMore)
        #expect(shown.first.elements.map(\.title) == ["29", "28", "27"])
        // They are still held at the next start, and other changes go their way.
        let again = try await Device(cloud, box: phone.box)
        try again.add("new")
        #expect(try await again.failure() == .deletionsHeld)
        #expect(try again.pending() == 0)
        if accepts {
            #expect(try await again.coordinator.acceptDeletions() == 30)
        } else {
            #expect(try await again.coordinator.refuseDeletions() == 30)
        }
        try await again.sync()
        try await laptop.sync()
        #expect(try again.titles().count == (accepts ? 1 : 31))
        #expect(try laptop.visible() == again.visible())
    }

    @Test("A clock that is a year wrong neither wins nor loses for ever, and says so", arguments: [1.0, -1.0])
    func wrongClock(sign: Double) async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        phone.clock.skew = sign * 365 * 86_400
        let first = try phone.add("1")
        let second = try phone.add("2")
        try phone.edit(first, "1b")
        try await phone.sync()
        #expect(phone.events.contains { if case .clockIsWrong = $0 { true } else { false } })
        let dates = try [second, first].map { try phone.ideas.snapshot($0).updatedAt }
        // In the order in which they were made, and at about the right time.
        #expect(dates == dates.sorted())
        for date in dates { #expect(abs(date.timeIntervalSince(cloud.clock.now)) < 10) }
        try await laptop.sync()
        // Whoever writes later wins, both ways.
        try phone.edit(first, "phone")
        try laptop.edit(first, "laptop")
        try await phone.sync()
        try await laptop.sync()
        try await phone.sync()
        #expect(try phone.titles() == ["2", "laptop"])
        try laptop.edit(first, "laptop again")
        try phone.edit(first, "phone again")
        try await laptop.sync()
        try await phone.sync()
        try await laptop.sync()
        #expect(try laptop.titles() == ["2", "phone again"])
        #expect(try laptop.visible() == phone.visible())
    }

    @Test("Ideas made before the first sign-in go up with it, each once")
    func adoption() async throws {
        let cloud = try await Cloud()
        let box = try TestBox()
        box.clock.now = cloud.clock.now
        _ = try box.add("a", "b", to: try box.repository())
        let phone = try await Device(cloud, box: box)
        try await phone.sync()
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == ["a", "b"])
    }

    @Test("What was removed from the trash for good is deleted at the service too")
    func purged() async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud), try await Device(cloud))
        let id = try phone.add("a")
        let never = try phone.add("never sent")
        try phone.delete(never)
        try await phone.sync()
        try await laptop.sync()
        #expect(try laptop.titles() == ["a"])
        try phone.delete(id)
        _ = try phone.ideas.emptyTrash()
        try await phone.sync()
        #expect(try phone.pending() == 0)
        try await laptop.sync()
        #expect(try laptop.titles().isEmpty)
    }

    @Test("Fields that this version does not know stay in the record")
    func unknownFields() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        let id = try phone.add("a")
        try await phone.sync()
        let database = phone.container.privateCloudDatabase
        let record = try await database.record(for: CKRecord.ID(recordName: id.text))
        record["mood"] = "cheerful"
        try await database.save(record)
        try await phone.sync()
        try phone.edit(id, "b")
        try await phone.sync()
        let after = try await database.record(for: CKRecord.ID(recordName: id.text))
        #expect(after["mood"] as? String == "cheerful")
        #expect(after["title"] as? String == "b")
    }

    @Test("Random changes on three devices end alike everywhere", arguments: [11, 12, 13, 14, 15, 16] as [UInt64])
    func convergence(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let cloud = try await Cloud()
        let odds = Mutex(SeededGenerator(seed: seed &* 7_919))
        let isRough = Mutex(true)
        func transport() -> FlakyTransport {
            FlakyTransport(cloud.transport) { _, _ in
                guard isRough.withLock({ $0 }) else { return .pass }
                let draw = odds.withLock { Int.random(in: 0..<20, using: &$0) }
                return draw == 0 ? .unreachable : draw == 1 ? .loseAnswer : .pass
            }
        }
        var devices: [Device] = []
        isRough.withLock { $0 = false }
        for _ in 0..<3 { devices.append(try await Device(cloud, transport: transport())) }
        isRough.withLock { $0 = true }
        for step in 0..<60 {
            let device = devices[Int.random(in: 0..<devices.count, using: &generator)]
            device.tick(Double(Int.random(in: 0...3, using: &generator)))
            let all = try device.ideas.ideas(in: .all, try IdeaPage()).elements.map(\.id).sorted { $0.text < $1.text }
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...2: try device.add("new \(step)")
            case 3...5: if let id = all.randomElement(using: &generator) { try device.edit(id, "edit \(step)") }
            case 6: if let id = all.randomElement(using: &generator) { try device.delete(id) }
            default: _ = try await device.failure()
            }
        }
        isRough.withLock { $0 = false }
        for _ in 0..<3 {
            for device in devices { try await device.sync() }
        }
        let first = try devices[0].visible()
        for device in devices {
            #expect(try device.visible() == first, "seed \(seed)")
            #expect(try device.pending() == 0, "seed \(seed)")
        }
        let fresh = try await Device(cloud)
        try await fresh.sync()
        #expect(try fresh.visible() == first, "seed \(seed)")
    }
}
