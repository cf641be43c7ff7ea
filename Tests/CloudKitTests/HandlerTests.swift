import Foundation
import Synchronization
import Testing

@testable import CloudKit

/// Every form with a completion handler: what it hands over, and what it hands over when something is wrong.
struct HandlerTests {
    private static let missing = CKRecord.ID(recordName: "missing", zoneID: World.notes)
    private static let nowhere = CKRecordZone.ID(zoneName: "Nowhere")

    @Test(arguments: Way.allCases)
    func recordsAreSavedFetchedAndDeleted(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let note = World.note("N-1")
            let saved = try await Handed { database.save(note, completionHandler: $0) }.get()
            #expect(saved.recordChangeTag != nil)
            #expect(await Handed { database.save(note, completionHandler: $0) }.code == .serverRecordChanged)

            let one = try await Handed { database.fetch(withRecordID: note.recordID, completionHandler: $0) }.get()
            #expect(one["title"] as? String == "Milk")
            #expect(
                await Handed { database.fetch(withRecordID: Self.missing, completionHandler: $0) }.code == .unknownItem
            )
            let several = try await Handed {
                database.fetch(
                    withRecordIDs: [note.recordID, Self.missing],
                    desiredKeys: [],
                    completionHandler: $0
                )
            }
            .get()
            #expect(try several[note.recordID]?.get().allKeys() == [])
            #expect(several.code(of: "missing") == .unknownItem)

            let deleted = try await Handed { database.delete(withRecordID: note.recordID, completionHandler: $0) }.get()
            #expect(deleted == note.recordID)
            let lost = CKRecord.ID(recordName: "N-1", zoneID: Self.nowhere)
            #expect(await Handed { database.delete(withRecordID: lost, completionHandler: $0) }.code == .zoneNotFound)
        }
    }

    @Test(arguments: Way.allCases)
    func aModificationHandsOverEachRecordsResult(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await database.save(World.note("old"))
            let results = try await Handed {
                database.modifyRecords(
                    saving: [World.note("new"), World.note("old")],
                    deleting: [Self.missing],
                    atomically: false,
                    completionHandler: $0
                )
            }
            .get()
            #expect(try results.saveResults[World.note("new").recordID]?.get().recordChangeTag != nil)
            #expect(results.saveResults.code(of: "old") == .serverRecordChanged)
            #expect(results.deleteResults.code(of: "missing") == nil)
            let twice = [World.note("a"), World.note("a")]
            #expect(
                await Handed {
                    database.modifyRecords(saving: twice, deleting: [], completionHandler: $0)
                }
                .code == .invalidArguments
            )
        }
    }

    @Test(arguments: Way.allCases)
    func queriesComePageByPageOrAtOnce(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            _ = try await database.modifyRecords(saving: (1...3).map { World.note("N-\($0)") }, deleting: [])
            let query = CKQuery(recordType: "Note", predicate: NSPredicate(value: true))
            let first = try await Handed {
                database.fetch(
                    withQuery: query,
                    inZoneWith: World.notes,
                    desiredKeys: ["title"],
                    resultsLimit: 2,
                    completionHandler: $0
                )
            }
            .get()
            #expect(first.matchResults.count == 2)
            let cursor = try #require(first.queryCursor)
            let second = try await Handed { database.fetch(withCursor: cursor, completionHandler: $0) }.get()
            #expect(second.matchResults.count == 1)
            #expect(second.queryCursor == nil)
            let all = try await Handed {
                database.perform(query, inZoneWith: World.notes, completionHandler: $0)
            }
            .get()
            #expect(Set(all.map(\.recordID.recordName)) == ["N-1", "N-2", "N-3"])
            #expect(
                await Handed { database.perform(query, inZoneWith: Self.nowhere, completionHandler: $0) }.code
                    == .zoneNotFound
            )
            #expect(
                await Handed { database.fetch(withQuery: query, inZoneWith: Self.nowhere, completionHandler: $0) }.code
                    == .zoneNotFound
            )
        }
    }

    @Test(arguments: Way.allCases)
    func zonesAreSavedFetchedAndDeleted(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.container().privateCloudDatabase
            let zone = CKRecordZone(zoneID: World.notes)
            let saved = try await Handed { database.save(zone, completionHandler: $0) }.get()
            #expect(saved.capabilities.contains(.atomic))
            let one = try await Handed { database.fetch(withRecordZoneID: zone.zoneID, completionHandler: $0) }.get()
            #expect(one.zoneID == zone.zoneID)
            #expect(
                await Handed { database.fetch(withRecordZoneID: Self.nowhere, completionHandler: $0) }.code
                    == .zoneNotFound
            )
            let several = try await Handed {
                database.fetch(withRecordZoneIDs: [zone.zoneID, Self.nowhere], completionHandler: $0)
            }
            .get()
            #expect(try several[zone.zoneID]?.get().zoneID == zone.zoneID)
            #expect(throws: CKError.self) { try several[Self.nowhere]?.get() }
            let all = try await Handed { database.fetchAllRecordZones(completionHandler: $0) }.get()
            #expect(Set(all.map(\.zoneID)) == [.default, zone.zoneID])
            let modified = try await Handed {
                database.modifyRecordZones(
                    saving: [CKRecordZone(zoneName: "Second")],
                    deleting: [zone.zoneID],
                    completionHandler: $0
                )
            }
            .get()
            #expect(modified.saveResults.count == 1)
            #expect(modified.deleteResults.keys.first == zone.zoneID)
            let second = CKRecordZone.ID(zoneName: "Second")
            #expect(
                try await Handed { database.delete(withRecordZoneID: second, completionHandler: $0) }.get() == second
            )
            let none = CKRecordZone.ID.default
            #expect(await Handed { database.delete(withRecordZoneID: none, completionHandler: $0) }.code != nil)
        }
    }

    @Test(arguments: Way.allCases)
    func changesAreFetched(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await database.save(World.note("N-1"))
            let start = try await Handed {
                database.fetchRecordZoneChanges(inZoneWith: World.notes, since: nil, completionHandler: $0)
            }
            .get()
            #expect(start.modificationResultsByID.count == 1)
            try await database.deleteRecord(withID: World.note("N-1").recordID)
            let next = try await Handed {
                database.fetchRecordZoneChanges(
                    inZoneWith: World.notes,
                    since: start.changeToken,
                    desiredKeys: [],
                    resultsLimit: 1,
                    completionHandler: $0
                )
            }
            .get()
            #expect(next.deletions.map(\.recordID.recordName) == ["N-1"])
            #expect(
                await Handed {
                    database.fetchRecordZoneChanges(inZoneWith: Self.nowhere, since: nil, completionHandler: $0)
                }
                .code == .zoneNotFound
            )
            let zones = try await Handed { database.fetchDatabaseChanges(since: nil, completionHandler: $0) }.get()
            #expect(zones.modifications.map(\.zoneID).contains(World.notes))
            let other = world.configuration(device: "stranger")
            let stranger = CKContainer(identifier: World.identifier, configuration: other).privateCloudDatabase
            #expect(
                await Handed { stranger.fetchDatabaseChanges(since: nil, completionHandler: $0) }.code
                    == .notAuthenticated
            )
        }
    }

    @Test(arguments: Way.allCases)
    func subscriptionsAreSavedFetchedAndDeleted(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let wish: CKSubscription = CKDatabaseSubscription(subscriptionID: "all")
            let zoneWishes: [CKSubscription] = [CKRecordZoneSubscription(zoneID: World.notes, subscriptionID: "zone")]
            let saved = try await Handed { database.save(wish, completionHandler: $0) }.get()
            #expect(saved.subscriptionID == "all")
            let one = try await Handed { database.fetch(withSubscriptionID: "all", completionHandler: $0) }.get()
            #expect(one is CKDatabaseSubscription)
            #expect(
                await Handed { database.fetch(withSubscriptionID: "none", completionHandler: $0) }.code == .unknownItem
            )
            let several = try await Handed {
                database.fetch(withSubscriptionIDs: ["all", "none"], completionHandler: $0)
            }
            .get()
            #expect(try several["all"]?.get().subscriptionID == "all")
            #expect(throws: CKError.self) { try several["none"]?.get() }
            let modified = try await Handed {
                database.modifySubscriptions(saving: zoneWishes, deleting: ["all"], completionHandler: $0)
            }
            .get()
            #expect(Array(modified.saveResults.keys) == ["zone"])
            #expect(Array(modified.deleteResults.keys) == ["all"])
            let all = try await Handed { database.fetchAllSubscriptions(completionHandler: $0) }.get()
            #expect(all.map(\.subscriptionID) == ["zone"])
            #expect(
                try await Handed { database.delete(withSubscriptionID: "zone", completionHandler: $0) }.get() == "zone"
            )
        }
    }

    @Test(arguments: Way.allCases)
    func theContainerHandsOverAccountAndUser(_ way: Way) async throws {
        try await way.run { world in
            let container = try await world.container()
            let status = try await Handed { (handler: @escaping @Sendable (CKAccountStatus?, (any Error)?) -> Void) in
                container.accountStatus { handler($0, $1) }
            }
            .get()
            #expect(status == .available)
            let id = try await Handed { container.fetchUserRecordID(completionHandler: $0) }.get()
            #expect(id.recordName.hasPrefix("_"))
            container.signOut()
            #expect(await Handed { container.fetchUserRecordID(completionHandler: $0) }.code == .notAuthenticated)
        }
    }

    @Test func anAccountThatCannotBeAskedIsNotKnown() async throws {
        try await Way.inProcess.run { world in
            let known = try await world.webToken("anna")
            var configuration = world.configuration(transport: FlakyTransport(world.transport) { _, _ in .unreachable })
            configuration.webAuthToken = known
            let container = CKContainer(identifier: World.identifier, configuration: configuration)
            let (status, error) = await withCheckedContinuation { continuation in
                container.accountStatus { continuation.resume(returning: ($0, $1)) }
            }
            #expect(status == .couldNotDetermine)
            #expect((error as? CKError)?.code == .networkUnavailable)
        }
    }
}
