import Foundation
import Testing

@testable import CloudKit

/// Records in memory and in archives.
struct RecordCodingTests {
    @Test(arguments: Way.allCases)
    func systemFieldsAreEnoughToSaveLater(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let saved = try await database.save(World.note("N-1"))
            let archiver = NSKeyedArchiver(requiringSecureCoding: true)
            saved.encodeSystemFields(with: archiver)
            archiver.finishEncoding()

            let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
            unarchiver.requiresSecureCoding = true
            let rebuilt = try #require(CKRecord(coder: unarchiver))
            unarchiver.finishDecoding()
            #expect(rebuilt.recordID == saved.recordID)
            #expect(rebuilt.recordType == "Note")
            #expect(rebuilt.recordChangeTag == saved.recordChangeTag)
            #expect(rebuilt.creationDate == saved.creationDate)
            #expect(rebuilt.modificationDate == saved.modificationDate)
            #expect(rebuilt.creatorUserRecordID == saved.creatorUserRecordID)
            #expect(rebuilt.allKeys() == [])
            rebuilt["title"] = "Eggs"
            let result = try await database.save(rebuilt)
            #expect(result["title"] as? String == "Eggs")
        }
    }

    @Test func aWholeRecordSurvivesAnArchive() throws {
        let record = World.note("N-1")
        record["count"] = 3
        record["tags"] = ["a", "b"]
        record["photo"] = CKAsset(fileURL: URL(fileURLWithPath: "/somewhere/photo.jpg"))
        record.parent = CKRecord.Reference(recordID: CKRecord.ID(recordName: "P", zoneID: World.notes), action: .none)
        let data = try NSKeyedArchiver.archivedData(withRootObject: record, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data))
        #expect(read.recordID == record.recordID)
        #expect(read.allKeys() == ["count", "photo", "tags", "title"])
        #expect(read["count"] as? Int == 3)
        #expect((read["photo"] as? CKAsset)?.fileURL?.path == "/somewhere/photo.jpg")
        #expect(read.changedKeys() == record.changedKeys())
        #expect(read.parent == record.parent)
    }

    @Test(arguments: [true, false])
    func recordsSurviveInTheBytesOfStores(withValues: Bool) throws {
        let zone = CKRecordZone.ID(zoneName: "Notes", ownerName: "_1")
        let record = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: "N-1", zoneID: zone))
        record["count"] = 3
        record["title"] = "“Eggs”\n"
        record.parent = CKRecord.Reference(recordID: CKRecord.ID(recordName: "P", zoneID: zone), action: .none)
        let bytes = record.archive(withValues: withValues)
        let read = try #require(CKRecord(archive: bytes))
        #expect(read.recordID == record.recordID && read.recordType == "Note" && read.parent == record.parent)
        #expect(read.allKeys() == (withValues ? ["count", "title"] : []))
        #expect(read["title"] as? String == (withValues ? "“Eggs”\n" : nil))
        #expect(read.changedKeys() == read.allKeys())
        for end in bytes.indices { #expect(CKRecord(archive: Array(bytes[..<end])) == nil) }
        #expect(CKRecord(archive: Array(#"{"recordName":"a"}"#.utf8)) == nil)
    }

    @Test func tokensAndNamesSurviveAnArchive() throws {
        let token = CKServerChangeToken(text: "AQAAAAAAAAAq")
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: data)
        #expect(read == token)
        let id = CKRecord.ID(recordName: "A", zoneID: CKRecordZone.ID(zoneName: "Z", ownerName: "_1"))
        let idData = try NSKeyedArchiver.archivedData(withRootObject: id, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.ID.self, from: idData) == id)
        #expect(throws: (any Error).self) {
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: Data("damaged".utf8))
        }
    }

    @Test func fieldsAreSetAndReadInManyTypes() {
        let record = CKRecord(recordType: "Note")
        #expect(record.recordID.zoneID == .default)
        #expect(record.recordID.recordName.count == 36)
        record["text"] = "one" as CKRecordValue
        record["old"] = NSString(string: "two")
        record["number"] = NSNumber(value: 4)
        record["truth"] = true
        record.setObject(Date(timeIntervalSince1970: 5) as CKRecordValue, forKey: "date")
        record.setValue([1, 2, 3], forKey: "list")
        #expect(record["text"] as? String == "one")
        #expect(record["old"] as? String == "two")
        #expect(record["number"] as? Int64 == 4)
        #expect(record["truth"] as? Bool == true)
        #expect(record.value(forKey: "date") as? Date == Date(timeIntervalSince1970: 5))
        #expect(record["list"] as? [Int] == [1, 2, 3])
        let half: Double? = record["number"]
        #expect(half == 4)
        let wrong: String? = record["number"]
        #expect(wrong == nil)
        record["text"] = nil
        #expect(record["text"] == nil)
        #expect(record.changedKeys() == ["date", "list", "number", "old", "text", "truth"])
        record["words"] = "Milk, EGGS and milk"
        #expect(record.allTokens() == ["and", "eggs", "milk", "two"])
        let copy = record.copy() as? CKRecord
        #expect(copy?["number"] as? Int == 4)
        copy?["number"] = 5
        #expect(record["number"] as? Int == 4)
    }

    @Test func aListOfSeveralTypesIsRefused() async throws {
        try await Way.inProcess.run { world in
            let database = try await world.notes()
            let record = World.note("N-1")
            record["mixed"] = NSArray(array: [NSNumber(value: 1), NSString(string: "b")])
            let error = try #require(await #expect(throws: CKError.self) { try await database.save(record) })
            #expect(error.code == .invalidArguments)
            let other = World.note("N-2")
            other["number"] = Double.infinity
            let second = try #require(await #expect(throws: CKError.self) { try await database.save(other) })
            #expect(second.code == .invalidArguments)
        }
    }
}
