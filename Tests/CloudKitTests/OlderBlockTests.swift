import Foundation
import Testing

@testable import CloudKit

/// The older blocks of the operations, which get what was done and an error at once.
struct OlderBlockTests {
    private static let missing = CKRecord.ID(recordName: "missing", zoneID: World.notes)
    private static let nowhere = CKRecordZone.ID(zoneName: "Nowhere")

    /// What a block got that takes a value and an error, which may come together.
    private static func outcome<Value: Sendable>(
        _ database: CKDatabase,
        _ operation: CKDatabaseOperation,
        _ set: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
    ) async -> (value: Value?, error: CKError?) {
        await withCheckedContinuation { continuation in
            set { continuation.resume(returning: ($0, $1 as? CKError)) }
            database.add(operation)
        }
    }

    @Test(arguments: Way.allCases)
    func recordsAreModifiedAndFetched(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let modify = CKModifyRecordsOperation(
                recordsToSave: [World.note("a")],
                recordIDsToDelete: [World.note("b").recordID]
            )
            let modified = await Self.outcome(database, modify) { handler in
                modify.modifyRecordsCompletionBlock = { handler([$0?.map(\.recordID), $1], $2) }
            }
            #expect(modified.value == [[World.note("a").recordID], [World.note("b").recordID]])
            #expect(modified.error == nil)

            let again = CKModifyRecordsOperation(recordsToSave: [World.note("a")])
            let refused = await Self.outcome(database, again) { (handler: @escaping Block<CKRecord>) in
                again.perRecordCompletionBlock = { handler($0, $1) }
            }
            #expect(refused.value?.recordID.recordName == "a")
            #expect(refused.error?.code == .serverRecordChanged)

            let fetch = CKFetchRecordsOperation(recordIDs: [World.note("a").recordID, Self.missing])
            let fetched = await Self.outcome(database, fetch) { fetch.fetchRecordsCompletionBlock = $0 }
            #expect(fetched.value.map { Array($0.keys) } == [World.note("a").recordID])
            #expect(fetched.error?.partialErrorsByItemID?.keys.first == AnyHashable(Self.missing))
        }
    }

    @Test(arguments: Way.allCases)
    func queriesTellWhereTheyGoOn(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            _ = try await database.modifyRecords(saving: (1...2).map { World.note("N-\($0)") }, deleting: [])
            let query = CKQueryOperation(query: CKQuery(recordType: "Note", predicate: NSPredicate(value: true)))
            query.zoneID = World.notes
            query.resultsLimit = 1
            let page = await Self.outcome(database, query) { query.queryCompletionBlock = $0 }
            let cursor = try #require(page.value)
            let rest = CKQueryOperation(cursor: cursor)
            let record = await Self.outcome(database, rest) { (handler: @escaping Block<CKRecord>) in
                rest.recordFetchedBlock = { handler($0, nil) }
            }
            #expect(record.value?.recordType == "Note")
            let lost = CKQueryOperation(query: CKQuery(recordType: "Note", predicate: NSPredicate(value: true)))
            lost.zoneID = Self.nowhere
            #expect(
                await Self.outcome(database, lost) { lost.queryCompletionBlock = $0 }.error?.code == .zoneNotFound
            )
        }
    }

    @Test(arguments: Way.allCases)
    func zonesAndSubscriptionsAreModifiedAndFetched(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let zones = CKModifyRecordZonesOperation(recordZonesToSave: [CKRecordZone(zoneName: "Second")])
            let made = await Self.outcome(database, zones) { (handler: @escaping Block<[CKRecordZone]>) in
                zones.modifyRecordZonesCompletionBlock = { saved, _, error in handler(saved, error) }
            }
            #expect(made.value?.map(\.zoneID.zoneName) == ["Second"])
            let fetchZones = CKFetchRecordZonesOperation(recordZoneIDs: [World.notes, Self.nowhere])
            let found = await Self.outcome(database, fetchZones) { fetchZones.fetchRecordZonesCompletionBlock = $0 }
            #expect(found.value.map { Array($0.keys) } == [World.notes])
            #expect(found.error?.partialErrorsByItemID?.keys.first == AnyHashable(Self.nowhere))

            let wishes = CKModifySubscriptionsOperation(
                subscriptionsToSave: [CKDatabaseSubscription(subscriptionID: "all")]
            )
            let kept = await Self.outcome(database, wishes) { (handler: @escaping Block<[CKSubscription]>) in
                wishes.modifySubscriptionsCompletionBlock = { saved, _, error in handler(saved, error) }
            }
            #expect(kept.value?.map(\.subscriptionID) == ["all"])
            let fetchWishes = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()
            let all = await Self.outcome(database, fetchWishes) { fetchWishes.fetchSubscriptionsCompletionBlock = $0 }
            #expect(all.value.map { Array($0.keys) } == ["all"])
            #expect(all.error == nil)
        }
    }
}

private typealias Block<Value> = @Sendable (Value?, (any Error)?) -> Void
