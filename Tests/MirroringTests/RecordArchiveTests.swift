import Foundation
import Testing

@testable import CloudKit
@testable import SwiftData

/// What stores keep of the records of their rows.
struct RecordArchiveTests {
    private static func archive(_ record: CKRecord, _ write: (NSKeyedArchiver) -> Void) -> Data {
        let coder = NSKeyedArchiver(requiringSecureCoding: true)
        write(coder)
        coder.finishEncoding()
        return coder.encodedData
    }

    @Test func systemFieldsAreReadAlsoAsEarlierVersionsKeptThem() throws {
        let zone = CKRecordZone.ID(zoneName: "SwiftData")
        let record = CKRecord(probing: CKRecord.ID(recordName: "A", zoneID: zone), recordType: "Book")
        let old = Self.archive(record) { record.encodeSystemFields(with: $0) }
        let new = RecordArchive.systemFields(of: record)
        for data in [old, new] {
            let read = try #require(RecordArchive.record(data))
            #expect(read.recordID == record.recordID && read.recordType == "Book")
            #expect(read.recordChangeTag == record.recordChangeTag)
        }
        #expect(new.count * 2 < old.count)
        for text in ["", "x", "bplist00", "{"] { #expect(RecordArchive.record(Data(text.utf8)) == nil, "\(text)") }
    }

    @Test func fieldsThatAreNotKnownAreReadAlsoAsEarlierVersionsKeptThem() throws {
        let record = CKRecord(recordType: "Book")
        (record["title"], record["mood"]) = ("known", "glad")
        let rest = CKRecord(recordType: "Book", recordID: record.recordID)
        rest["mood"] = "glad"
        let old = Self.archive(rest) { rest.encode(with: $0) }
        let new = try #require(RecordArchive.unknownFields(of: record, besides: ["title"]))
        for data in [old, new] {
            let read = try #require(RecordArchive.record(data))
            #expect(read.recordID == record.recordID && read.allKeys() == ["mood"] && read.changedKeys() == ["mood"])
            #expect(read["mood"] as? String == "glad")
        }
        #expect(RecordArchive.unknownFields(of: record, besides: ["title", "mood"]) == nil)
    }
}
