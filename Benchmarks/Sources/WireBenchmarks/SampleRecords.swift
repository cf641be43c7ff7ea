import BenchmarkData
import CloudKitWebServices

/// The records that both contenders work on.
enum SampleRecords {
    static let count = 200

    /// Records as IdeaBox has them: texts, two numbers, three moments; some 950 bytes each.
    static func ideas(seed: UInt64) -> ModifyRecordsResponse {
        var generator = SeededGenerator(seed: seed)
        return ModifyRecordsResponse(records: (0..<count).map { _ in .success(idea(using: &generator)) })
    }

    /// Records with a field of every kind.
    static func mixed(seed: UInt64) -> ModifyRecordsResponse {
        var generator = SeededGenerator(seed: seed)
        return ModifyRecordsResponse(
            records: (0..<count).map { _ in
                var record = idea(using: &generator)
                addRareFields(to: &record, using: &generator)
                return .success(record)
            }
        )
    }

    private static func idea(using generator: inout SeededGenerator) -> WireRecord {
        let name = identifier(using: &generator)
        let updated = moment(using: &generator)
        var record = WireRecord(recordName: name, recordType: "Idea", recordChangeTag: "1g")
        record.fields = [
            "id": .string(name),
            "title": .string(words(4, using: &generator)),
            "description": .string(words(16, using: &generator)),
            "isCompleted": .int64(Int64.random(in: 0...1, using: &generator)),
            "createdAt": .timestamp(moment(using: &generator)),
            "updatedAt": .timestamp(updated),
            "deviceId": .string("3B8E7A0C-5D1F-4C2A-9E6B-7F8091A2B3C4"),
            "version": .int64(Int64.random(in: 1...500, using: &generator)),
            "lastSyncedAt": .timestamp(updated),
        ]
        record.created = WireAuthorship(timestamp: updated, userRecordName: user, deviceID: "2")
        record.modified = WireAuthorship(timestamp: updated, userRecordName: user, deviceID: "2")
        record.deleted = false
        record.zoneID = WireZoneID(zoneName: "Ideas", ownerRecordName: user, zoneType: .customZone)
        return record
    }

    private static func addRareFields(to record: inout WireRecord, using generator: inout SeededGenerator) {
        let bytes = (0..<48).map { _ in UInt8.random(in: 0...255, using: &generator) }
        record.fields["score"] = WireField(.double(Double.random(in: 0...1, using: &generator)))
        record.fields["thumbnail"] = WireField(.bytes(bytes))
        record.fields["list"] = WireField(
            .reference(WireReference(recordName: identifier(using: &generator), action: .deleteSelf))
        )
        record.fields["tags"] = WireField(
            .strings([words(1, using: &generator), "Überblick", "line\nbreak \"quoted\""])
        )
        record.fields["place"] = WireField(.location(WireLocation(latitude: 48.137_154, longitude: 11.576_124)))
    }

    private static let user = "_3f0c9a4be21d47f5a8c6e0b7d9124f36"

    private static func moment(using generator: inout SeededGenerator) -> WireTimestamp {
        WireTimestamp(milliseconds: Int64.random(in: 1_700_000_000_000..<1_800_000_000_000, using: &generator))
    }

    private static func identifier(using generator: inout SeededGenerator) -> String {
        let digits = Array("0123456789ABCDEF")
        let groups = [8, 4, 4, 4, 12].map { length in
            String((0..<length).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
        }
        return groups.joined(separator: "-")
    }

    private static func words(_ count: Int, using generator: inout SeededGenerator) -> String {
        let words = ["paper", "boat", "regatta", "on", "the", "village", "pond", "with", "lanterns", "and", "music"]
        return (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &generator)] }.joined(separator: " ")
    }
}
