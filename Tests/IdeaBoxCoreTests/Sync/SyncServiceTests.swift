import CloudKit
import Foundation
import Synchronization
import Testing

@testable import IdeaBoxCore

/// Services that are not as ours is, and records that they refuse.
@Suite("Sync with other services")
struct SyncServiceTests {
    /// Changes the JSON of a request or an answer.
    private static func altered(_ bytes: [UInt8], _ change: (inout [String: Any]) -> Void) -> [UInt8] {
        guard var object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else {
            return bytes
        }
        change(&object)
        return (try? JSONSerialization.data(withJSONObject: object)).map { Array($0) } ?? bytes
    }

    /// A service that says nothing of what its zones can do: as the published protocol has it, the default zone has no feed.
    private static func withoutDefaultFeed(_ cloud: Cloud) -> FlakyTransport {
        FlakyTransport(cloud.transport) { request, _ in
            guard request.address.contains("/zones/") else { return .pass }
            return .altered({ $0 }) { answer in
                var answer = answer
                answer.body = Self.altered(answer.body) { object in
                    let zones = object["zones"] as? [[String: Any]] ?? []
                    object["zones"] = zones.map { $0.filter { $0.key != "capabilities" } }
                }
                return answer
            }
        }
    }

    /// A service whose pages of changes are as short as a test wants.
    private static func withPages(of count: Int, _ cloud: Cloud) -> FlakyTransport {
        FlakyTransport(cloud.transport) { request, _ in
            guard request.address.contains("/changes/zone") else { return .pass }
            return .altered(
                { request in
                    guard case .bytes(let bytes) = request.body else { return request }
                    var request = request
                    request.body = .bytes(
                        Self.altered(bytes) { object in
                            let zones = object["zones"] as? [[String: Any]] ?? []
                            object["zones"] = zones.map { $0.merging(["resultsLimit": count]) { $1 } }
                        }
                    )
                    return request
                },
                { $0 }
            )
        }
    }

    @Test("Whether a download would delete most ideas is a matter of the whole fetch, not of a page")
    func deletionsOfAllPages() async throws {
        let cloud = try await Cloud()
        let short = Self.withPages(of: 3, cloud)
        let (phone, laptop) = (try await Device(cloud, transport: short), try await Device(cloud))
        let ids = try (0..<30).map { try phone.add("\($0)") }
        try await phone.sync()
        try await laptop.sync()
        laptop.tick()
        _ = try laptop.ideas.delete(ids)
        try await laptop.sync()
        short.forget()
        #expect(try await phone.failure() == .deletionsHeld)
        #expect(short.requests(to: "changes/zone").count >= 10)
        #expect(try phone.titles().count == 30)
        #expect(phone.events.contains(.deletionsHeld(30)))
    }

    /// A service as the published protocol has it: of a deletion it says that it was, and nothing of when.
    private static func withoutStamps(_ cloud: Cloud) -> FlakyTransport {
        FlakyTransport(cloud.transport) { request, _ in
            guard request.address.contains("/changes/zone") else { return .pass }
            return .altered({ $0 }) { answer in
                var answer = answer
                answer.body = Self.altered(answer.body) { object in
                    let zones = object["zones"] as? [[String: Any]] ?? []
                    object["zones"] = zones.map { zone in
                        let records = zone["records"] as? [[String: Any]] ?? []
                        return zone.merging(["records": records.map { $0.filter { $0.key != "deletion" } }]) { $1 }
                    }
                }
                return answer
            }
        }
    }

    @Test("Where the service does not say when something was deleted, a change that waits here wins, however old it is")
    func deletionWithoutStamp() async throws {
        let cloud = try await Cloud()
        let (phone, laptop) = (try await Device(cloud, transport: Self.withoutStamps(cloud)), try await Device(cloud))
        let (changed, unchanged) = (try phone.add("a"), try phone.add("b"))
        try await phone.sync()
        try await laptop.sync()
        try phone.edit(changed, "changed before")
        laptop.tick(60)
        _ = try laptop.ideas.delete([changed, unchanged])
        try await laptop.sync()
        phone.tick()
        try await phone.sync()
        #expect(try phone.titles() == ["changed before"])
        try await laptop.sync()
        #expect(try laptop.visible() == phone.visible())
    }

    @Test(
        "A deletion without a date is done where the change that waits may be the very one that was deleted",
        arguments: ["never", "with nothing", "with something"]
    )
    func deletionOfWhatArrived(hasSyncedBefore: String) async throws {
        let cloud = try await Cloud()
        enum Weather { case fine, stormIsNear, storm }
        let weather = Mutex(Weather.fine)
        let losing = FlakyTransport(Self.withoutStamps(cloud)) { request, _ in
            weather.withLock { weather in
                if weather == .stormIsNear, request.address.contains("/records/modify") {
                    weather = .storm
                    return .loseAnswer
                }
                return weather == .storm ? .unreachable : .pass
            }
        }
        let (phone, laptop) = (try await Device(cloud, transport: losing), try await Device(cloud))
        if hasSyncedBefore == "with something" { try phone.add("first") }
        if hasSyncedBefore != "never" { try await phone.sync() }
        let before = try phone.titles()
        let id = try phone.add("a")
        weather.withLock { $0 = .stormIsNear }
        #expect(try await phone.failure() == .unreachable)
        try await laptop.sync()
        try laptop.delete(id)
        try await laptop.sync()
        weather.withLock { $0 = .fine }
        phone.forget()
        try await phone.sync()
        try await laptop.sync()
        #expect(try phone.titles() == before && laptop.titles() == before)
        // It was not made anew, to be deleted once more by whoever knows better.
        #expect(!phone.events.contains { if case .sent(1..., _, _) = $0 { true } else { false } })
    }

    @Test("Where the default zone has no feed, the ideas lie in a zone of their own, which the first device makes")
    func zoneOfItsOwn() async throws {
        let cloud = try await Cloud()
        let transports = (Self.withoutDefaultFeed(cloud), Self.withoutDefaultFeed(cloud))
        let phone = try await Device(cloud, transport: transports.0)
        let laptop = try await Device(cloud, transport: transports.1)
        let id = try phone.add("a")
        try laptop.add("b")
        try await phone.sync()
        try await laptop.sync()
        try await phone.sync()
        #expect(try phone.titles() == ["a", "b"])
        #expect(try laptop.visible() == phone.visible())
        try laptop.delete(id)
        try await laptop.sync()
        try await phone.sync()
        #expect(try phone.titles() == ["b"])
        let zones = try await phone.container.privateCloudDatabase.allRecordZones().map(\.zoneID.zoneName)
        #expect(zones.contains("Ideas"))
        for transport in [transports.0, transports.1] {
            let asked = transport.requests.filter {
                $0.address.contains("/changes/zone") || $0.address.contains("/records/")
            }
            #expect(!asked.isEmpty && asked.allSatisfy { !$0.text.contains("_defaultZone") })
        }
        // A device that begins anew remembers the zone, and asks for nothing but what changed.
        let again = try await Device(cloud, box: phone.box, transport: transports.0)
        transports.0.forget()
        try await again.sync()
        #expect(transports.0.requests.allSatisfy { !$0.address.contains("/zones/") })
        #expect(again.events == [.began(pending: 0), .upToDate])
    }

    @Test(
        "One record that the service refuses for good is set aside; the others go on, and it is tried at the next trigger"
    )
    func setAside() async throws {
        let cloud = try await Cloud()
        let refused = Mutex<String?>(nil)
        let transport = FlakyTransport(cloud.transport) { request, _ in
            guard request.address.contains("/records/modify"), let name = refused.withLock({ $0 }),
                request.text.contains(name)
            else { return .pass }
            return .altered(
                { request in
                    var request = request
                    guard case .bytes(let bytes) = request.body else { return request }
                    request.body = .bytes(
                        Self.altered(bytes) { object in
                            let operations = object["operations"] as? [[String: Any]] ?? []
                            object["operations"] = operations.filter {
                                ($0["record"] as? [String: Any])?["recordName"] as? String != name
                            }
                        }
                    )
                    return request
                },
                { answer in
                    var answer = answer
                    answer.status = 200
                    answer.body = Self.altered(answer.body) { object in
                        let records = object["records"] as? [[String: Any]] ?? []
                        let error = [
                            "recordName": name, "serverErrorCode": "BAD_REQUEST", "reason": "the test says so",
                        ]
                        // In the place of the record, which is the oldest change.
                        object = ["records": [error] + records]
                    }
                    return answer
                }
            )
        }
        let (phone, laptop) = (try await Device(cloud, transport: transport), try await Device(cloud))
        let first = try phone.add("first")
        try await phone.sync()
        let bad = try phone.add("bad")
        refused.withLock { $0 = bad.text }
        for number in 0..<150 { try phone.add("\(number)") }
        try phone.edit(first, "first again")
        transport.forget()
        #expect(try await phone.failure() == .refused)
        // Tried once, not again and again, and nobody waits for it.
        #expect(
            transport.requests.filter { $0.text.contains(bad.text) && $0.address.contains("/records/modify") }.count
                == 1
        )
        #expect(phone.pauses.isEmpty)
        #expect(try phone.pending() == 1)
        #expect(await phone.status.state == .needsAttention)
        let failures = try phone.history(.syncFailure)
        #expect(failures.contains { $0.ideaId == bad }, "\(failures.map { $0.details })")
        try await laptop.sync()
        #expect(try laptop.titles().count == 151 && !laptop.titles().contains("bad"))
        #expect(try laptop.ideas.snapshot(first).title == "first again")
        // At the next trigger the service takes it.
        refused.withLock { $0 = nil }
        try await phone.sync()
        try await laptop.sync()
        #expect(try phone.pending() == 0)
        #expect(try laptop.visible() == phone.visible())
    }

    @Test("What was not synced for 30 days is marked, kept, and goes up when it can; then it is marked no more")
    func obsolete() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        let known = try phone.add("known")
        try await phone.sync()
        phone.tick(40 * 86_400)
        let new = try phone.add("new")
        try phone.edit(known, "edited")
        phone.tick(31 * 86_400)
        try phone.ideas.tidy()
        func isObsolete(_ id: UUID) throws -> Bool { try #require(try phone.ideas.syncSummary(id)).isObsolete }
        #expect(try isObsolete(known) && isObsolete(new))
        #expect(try phone.titles() == ["edited", "new"])
        // By now the sign-in is over, too.
        try await phone.container.signIn(webAuthToken: try await cloud.webToken("anna"))
        try await phone.sync()
        #expect(try !isObsolete(known) && !isObsolete(new))
        #expect(try phone.pending() == 0)
        let laptop = try await Device(cloud)
        try await laptop.sync()
        #expect(try laptop.titles() == ["edited", "new"])
    }
}
