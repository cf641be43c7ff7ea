import Foundation
import Testing

@testable import CloudKit

/// What changed since.
struct ChangesTests {
    @Test(arguments: Way.allCases)
    func pagesLeadToTheEnd(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let records = (0..<25).map { World.note("N-\($0)") }
            _ = try await database.modifyRecords(saving: records, deleting: [])
            var (seen, token, pages) = (Set<String>(), CKServerChangeToken?.none, 0)
            while true {
                let page = try await database.recordZoneChanges(inZoneWith: World.notes, since: token, resultsLimit: 10)
                seen.formUnion(page.modificationResultsByID.keys.map(\.recordName))
                token = page.changeToken
                pages += 1
                if !page.moreComing { break }
            }
            #expect(seen.count == 25)
            #expect(pages == 3)
            let kept = try #require(token)
            let data = try NSKeyedArchiver.archivedData(withRootObject: kept, requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: data)
            let last = try await database.recordZoneChanges(inZoneWith: World.notes, since: read)
            #expect(last.modificationResultsByID.isEmpty)
        }
    }

    @Test(arguments: Way.allCases)
    func aTokenThatIsNoneHasExpired(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            for text in ["garbage", "AQAAAAAAAAAq"] {
                let token = CKServerChangeToken(text: text)
                let error = try #require(
                    await #expect(throws: CKError.self) {
                        try await database.recordZoneChanges(inZoneWith: World.notes, since: token)
                    }
                )
                #expect(error.code == .changeTokenExpired)
                let whole = try #require(
                    await #expect(throws: CKError.self) { try await database.databaseChanges(since: token) }
                )
                #expect(whole.code == .changeTokenExpired)
            }
        }
    }

    @Test(arguments: Way.allCases)
    func zonesComeAndGo(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let zones = try await database.allRecordZones()
            #expect(Set(zones.map(\.zoneID)) == [.default, World.notes])
            let notes = try await database.recordZone(for: World.notes)
            #expect(notes.capabilities.contains([.atomic, .fetchChanges]))
            let first = try await database.databaseChanges(since: nil)
            #expect(first.modifications.map(\.zoneID).contains(World.notes))

            try await database.save(World.note("N-1"))
            let second = try await database.databaseChanges(since: first.changeToken)
            #expect(second.modifications.map(\.zoneID) == [World.notes])
            #expect(second.deletions.isEmpty)

            try await database.deleteRecordZone(withID: World.notes)
            let third = try await database.databaseChanges(since: second.changeToken)
            #expect(third.deletions.map(\.zoneID) == [World.notes])
            let error = try #require(
                await #expect(throws: CKError.self) { try await database.recordZone(for: World.notes) }
            )
            #expect(error.code == .zoneNotFound)
            let again = try #require(
                await #expect(throws: CKError.self) { try await database.recordZoneChanges(inZoneWith: World.notes) }
            )
            #expect(again.code == .zoneNotFound)
        }
    }

    @Test func everybodysDatabaseHasNoFeed() async throws {
        try await Way.inProcess.run { world in
            let database = try await world.container().publicCloudDatabase
            let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "N-1"))
            record["title"] = "For all"
            try await database.save(record)
            #expect(try await database.record(for: record.recordID)["title"] as? String == "For all")
            let error = try #require(
                await #expect(throws: CKError.self) { try await database.databaseChanges(since: nil) }
            )
            #expect(error.code == .invalidArguments)
            let shared = try await world.container().sharedCloudDatabase
            let refused = try #require(await #expect(throws: CKError.self) { try await shared.allRecordZones() })
            #expect(refused.code == .permissionFailure)
        }
    }
}
