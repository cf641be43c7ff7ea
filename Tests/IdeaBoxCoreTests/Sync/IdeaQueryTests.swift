import CloudKit
import Foundation
import Testing

@testable import IdeaBoxCore

/// The contract's four queries against the real service.
@Suite("Queries of the service")
struct IdeaQueryTests {
    private static func queries(_ device: Device) -> IdeaQueries {
        IdeaQueries(database: device.container.privateCloudDatabase, zoneID: .default)
    }

    @Test(
        "All ideas come last changed first, in pages of a hundred; those since a moment in the order of their changes"
    )
    func pages() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        let ids = try (0..<130).map { try phone.add("idea \($0)") }
        try phone.edit(ids[7], "changed last")
        try await phone.sync()
        let queries = Self.queries(phone)
        let first = try await queries.all()
        #expect(first.ideas.count == IdeaQueries.pageSize && first.next != nil)
        let second = try await queries.all(from: first.next)
        #expect(second.ideas.count == 30 && second.next == nil)
        let found = first.ideas + second.ideas
        #expect(found.first?.title == "changed last")
        #expect(found == (try phone.visible()).sorted { $0.updatedAt > $1.updatedAt })
        let half = found[65]
        let since = try await queries.changed(since: half.updatedAt)
        #expect(since.ideas == Array(found[..<65].reversed()) && since.next == nil)
        let beginning = Date(millisecondsSince1970: 0)
        let early = try await queries.changed(since: beginning)
        #expect(early.ideas == Array(found.reversed().prefix(IdeaQueries.pageSize)))
        #expect(early.next != nil)
        let rest = try await queries.changed(since: beginning, from: early.next)
        #expect(rest.ideas == Array(found.reversed().suffix(30)) && rest.next == nil)
    }

    @Test("Completed ideas, one by its id, and none where it is unknown or deleted")
    func completedAndOne() async throws {
        let cloud = try await Cloud()
        let (phone, other) = (try await Device(cloud), try await Device(cloud, "ben"))
        let ids = try ["a", "b", "c", "d"].map { try phone.add($0) }
        for id in [ids[2], ids[0]] {
            phone.tick()
            _ = try phone.ideas.setCompleted(true, of: [id])
        }
        try other.add("Ben's")
        try await phone.sync()
        try await other.sync()
        let queries = Self.queries(phone)
        #expect(try await queries.completed().ideas.map(\.title) == ["a", "c"])
        #expect(try await queries.idea(ids[1]) == RemoteIdea(try phone.ideas.snapshot(ids[1])))
        #expect(try await queries.idea(sampleID(9)) == nil)
        #expect(try await Self.queries(other).idea(ids[1]) == nil)
        #expect(try await Self.queries(other).all().ideas.map(\.title) == ["Ben's"])
        try phone.delete(ids[1])
        try await phone.sync()
        #expect(try await queries.idea(ids[1]) == nil)
        #expect(try await queries.all().ideas.map(\.title) == ["a", "c", "d"])
    }

    @Test("A record that is no idea is named, and the others are found")
    func refused() async throws {
        let cloud = try await Cloud()
        let phone = try await Device(cloud)
        let id = try phone.add("a")
        try await phone.sync()
        let bad = CKRecord(recordType: RemoteIdea.recordType, recordID: CKRecord.ID(recordName: sampleID(1).text))
        RemoteIdea(try phone.ideas.snapshot(id)).fill(bad, lastSyncedAt: nil)
        bad["id"] = sampleID(1).text
        bad["title"] = " "
        try await phone.container.privateCloudDatabase.save(bad)
        let queries = Self.queries(phone)
        let page = try await queries.all()
        #expect(page.ideas.map(\.id) == [id])
        #expect(page.refused == [bad.recordID: .rule(.titleEmpty)])
        await #expect(throws: RecordRefusal.rule(.titleEmpty)) { try await queries.idea(sampleID(1)) }
    }
}
