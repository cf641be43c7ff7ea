import CloudKitWebServices
import Testing

/// Queries, as the reference shows them.
struct QueryGoldenTests {
    @Test func request() throws {
        let filters = [
            WireFilter(
                .greaterThan,
                fieldName: "due",
                fieldValue: WireField(.timestamp(WireTimestamp(milliseconds: 1_767_225_600_000)))
            ),
            WireFilter(.in, fieldName: "state", fieldValue: WireField(.strings(["open", "late"]))),
            WireFilter(
                .equals,
                systemFieldName: .createdUserRecordName,
                fieldValue: WireField(.reference(WireReference(recordName: Known.caller)))
            ),
            WireFilter(
                .near,
                fieldName: "place",
                fieldValue: WireField(.location(WireLocation(latitude: 48.137_154, longitude: 11.576_124))),
                distance: 2500.5
            ),
            WireFilter(.containsAllTokens, fieldValue: WireField(.string("paper boat"))),
        ]
        let sorts = [
            WireSort(fieldName: "due", ascending: false),
            WireSort(systemFieldName: .modifiedTimestamp, ascending: true),
            WireSort(
                fieldName: "place",
                relativeLocation: WireField(.location(WireLocation(latitude: 1, longitude: -2)))
            ),
        ]
        let request = QueryRecordsRequest(
            query: WireQuery(recordType: "Task", filterBy: filters, sortBy: sorts),
            zoneID: .defaultZone,
            resultsLimit: 50,
            continuationMarker: "AAAB",
            desiredKeys: ["title", "due"]
        )
        try Golden.check("records-query-request", is: request)
    }

    /// Old clients leave the array out.
    @Test func singleFilterWithoutAnArray() throws {
        let filter = WireFilter(.listContainsAny, fieldName: "tags", fieldValue: WireField(.strings(["a"])))
        let expected = QueryRecordsRequest(
            query: WireQuery(recordType: "Task", filterBy: [filter]),
            zoneWide: true
        )
        #expect(try QueryRecordsRequest(json: Golden.bytes("records-query-one-filter")) == expected)
    }

    @Test func answer() throws {
        let due = WireTimestamp(milliseconds: 1_767_225_600_001)
        let record = WireRecord(
            recordName: "T-1",
            recordType: "Task",
            recordChangeTag: "4",
            fields: ["due": .timestamp(due)]
        )
        try Golden.check(
            "records-query-response",
            is: QueryRecordsResponse(
                records: [.success(record)],
                continuationMarker: "AAAC",
                syncToken: "AQAAAAAAAAAr"
            )
        )
    }

    @Test func namesOfSystemFields() {
        #expect(WireSystemField.createdTimestamp.internalName == "___createTime")
        #expect(WireSystemField(internalName: "___modifiedBy") == .modifiedUserRecordName)
        #expect(WireSystemField(internalName: "title") == nil)
        #expect(WireSystemField.known.count == 7)
        #expect(Set(WireComparator.known).count == 21)
    }
}
