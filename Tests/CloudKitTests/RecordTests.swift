import Foundation
import Testing

@testable import CloudKit

struct RecordTests {
    @Test(arguments: Way.allCases)
    func whatIsSavedIsFetchedAndFed(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let record = World.note("N-1")
            record["count"] = 3
            record["price"] = 2.5
            record["isDone"] = true
            record["due"] = Date(timeIntervalSince1970: 1_767_225_600.25)
            record["tags"] = ["a", "b"]
            record["blob"] = Data([0, 1, 255])
            record["place"] = CLLocation(latitude: 52.5, longitude: 13.4)
            record["friend"] = CKRecord.Reference(
                recordID: CKRecord.ID(recordName: "N-2", zoneID: World.notes),
                action: .none
            )
            let saved = try await database.save(record)
            #expect(saved.recordChangeTag != nil)
            #expect(saved.creationDate == world.now)
            #expect(saved.changedKeys() == [])
            #expect(record.recordChangeTag == nil)

            let fetched = try await database.record(for: record.recordID)
            #expect(fetched.recordID == record.recordID)
            #expect(fetched.recordType == "Note")
            #expect(fetched["title"] as? String == "Milk")
            #expect(fetched["count"] as? Int == 3)
            #expect(fetched["price"] as? Double == 2.5)
            #expect(fetched["isDone"] as? Bool == true)
            #expect(fetched["due"] as? Date == Date(timeIntervalSince1970: 1_767_225_600.25))
            #expect(fetched["tags"] as? [String] == ["a", "b"])
            #expect(fetched["blob"] as? Data == Data([0, 1, 255]))
            #expect((fetched["place"] as? CLLocation)?.coordinate.latitude == 52.5)
            #expect((fetched["friend"] as? CKRecord.Reference)?.recordID.zoneID == World.notes)
            let count: Int64? = fetched["count"]
            #expect(count == 3)

            let changes = try await database.recordZoneChanges(inZoneWith: World.notes)
            #expect(changes.modificationResultsByID.keys.map(\.recordName) == ["N-1"])
            try await database.deleteRecord(withID: record.recordID)
            let later = try await database.recordZoneChanges(inZoneWith: World.notes, since: changes.changeToken)
            #expect(later.deletions.map(\.recordID) == [record.recordID])
            #expect(later.modificationResultsByID.isEmpty)
        }
    }
}
