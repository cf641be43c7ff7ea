import CloudKitWebServices
import Testing

/// Records on their way through the wire and back.
struct RecordCodingTests {
    @Test func fieldsOfEveryTypeComeBack() throws {
        var record = WireRecord(recordName: "N-1", recordType: "Note", recordChangeTag: "1g")
        record.fields = [
            "text": .string("Grüße \"quoted\" \\ \u{1}\n 💡"), "empty": .string(""),
            "whole": .int64(.min), "large": .int64(.max), "real": .double(-0.1), "round": .double(5),
            "moment": .timestamp(WireTimestamp(milliseconds: 1_767_225_600_123)), "bytes": .bytes([0, 255, 62, 63]),
            "secret": .encryptedBytes([1, 2]),
            "pointer": .reference(WireReference(recordName: "R", action: .deleteSelf, zoneID: .defaultZone)),
            "file": .asset(WireAsset(fileChecksum: "c", size: 12, receipt: "r")),
            "place": .location(WireLocation(latitude: 48.137_154, longitude: 11.576_124, altitude: 519)),
            "texts": .strings(["a", "b"]), "wholes": .int64s([1, -2]), "reals": .doubles([0.5, 1e300]),
            "moments": .timestamps([WireTimestamp(milliseconds: 0)]), "blobs": .bytesList([[1], [], [2, 3]]),
            "pointers": .references([WireReference(recordName: "S")]), "files": .assets([WireAsset(size: 1)]),
            "places": .locations([WireLocation(latitude: 0, longitude: -0.5)]), "none": .emptyList, "gone": .null(),
        ]
        record.zoneID = WireZoneID(zoneName: "Notes", ownerRecordName: "_3f0c")
        record.created = WireAuthorship(
            timestamp: WireTimestamp(milliseconds: 1),
            userRecordName: "_3f0c",
            deviceID: "2"
        )
        record.deleted = false
        record.parent = WireReference(recordName: "P")
        record.fields["gone"]?.isTagged = false
        #expect(try WireRecord(json: record.json()) == record)
        #expect(try WireRecord(json: record.json(numbersAsStrings: true)) == record)
    }

    @Test func unknownTypesAreKeptToTheByte() throws {
        let text = #"{"recordName":"A","fields":{"x":{"value":{"b":[1.50, "\u0041"]},"type":"FUTURE"}}}"#
        let record = try WireRecord(json: text)
        #expect(String(decoding: record.json(), as: UTF8.self) == text)
    }

    @Test func mixedResultsAreToldApart() throws {
        let text = #"""
            {"records":[{"recordName":"A","recordType":"T","fields":{}},
            {"recordName":"B","serverErrorCode":"NOT_FOUND","reason":"Record not found"}],"extra":{"serverErrorCode":1}}
            """#
        let answer = try ModifyRecordsResponse(json: text)
        #expect(answer.records[0].item?.recordName == "A")
        #expect(answer.records[1].error?.serverErrorCode == .notFound)
        #expect(try ModifyRecordsResponse(json: answer.json()) == answer)
    }
}
