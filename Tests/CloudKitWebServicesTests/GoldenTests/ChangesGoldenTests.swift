import CloudKitWebServices
import Testing

/// The change feeds, new and old, as the reference shows them.
struct ChangesGoldenTests {
    @Test func zoneRequest() throws {
        let request = ZoneChangesRequest(
            zones: [
                ZoneChangesQuery(
                    zoneID: Known.notes,
                    syncToken: "AQAAAAAAAAAq",
                    options: ZoneChangesOptions(resultsLimit: 100, desiredRecordTypes: ["Note"], reverse: true)
                ),
                ZoneChangesQuery(zoneID: Known.gone),
                ZoneChangesQuery(
                    zoneID: WireZoneID(zoneName: "Known", ownerRecordName: Known.other),
                    syncToken: ""
                ),
            ],
            defaults: ZoneChangesOptions(desiredKeys: ["title"], numbersAsStrings: true)
        )
        try Golden.check("changes-zone-request", is: request)
    }

    @Test func ownOptionsComeBeforeDefaults() {
        let own = ZoneChangesOptions(resultsLimit: 5, desiredKeys: [])
        let defaults = ZoneChangesOptions(resultsLimit: 9, desiredKeys: ["a"], reverse: true)
        #expect(own.completed(by: defaults) == ZoneChangesOptions(resultsLimit: 5, desiredKeys: [], reverse: true))
    }

    @Test func zoneAnswer() throws {
        let tombstone = WireRecord(recordName: "N-7", recordChangeTag: "1j").with {
            $0.deleted = true
            $0.deletion = WireDeletion(timestamp: WireTimestamp(milliseconds: 1_767_225_600_123), deviceID: "B1")
        }
        let record = WireRecord(
            recordName: "N-0",
            recordType: "Note",
            recordChangeTag: "1k",
            fields: ["title": .string("Eggs")]
        )
        let page = ZoneChanges(
            zoneID: Known.callersNotes,
            syncToken: "AQAAAAAAAAA5",
            records: [.success(record), .success(tombstone)]
        )
        let failure = WireError(.zoneNotFound, reason: ErrorReason.zoneNotFound("Gone"), zoneID: Known.gone)
        try Golden.check(
            "changes-zone-response",
            is: ZoneChangesResponse(zones: [.success(page), .failure(failure)])
        )
    }

    @Test func numbersAsStringsHoldForOneZoneOnly() throws {
        let record = WireRecord(recordName: "A", recordType: "T", fields: ["n": .int64(5)])
        var page = ZoneChanges(zoneID: Known.notes, syncToken: "t", records: [.success(record)])
        let plain = page
        page.writesNumbersAsStrings = true
        let answer = ZoneChangesResponse(zones: [.success(page), .success(plain)])
        let text = String(decoding: answer.json(), as: UTF8.self)
        #expect(text.contains(#""n":{"value":"5","type":"INT64"}"#))
        #expect(text.contains(#""n":{"value":5,"type":"INT64"}"#))
        #expect(try ZoneChangesResponse(json: text) == ZoneChangesResponse(zones: [.success(plain), .success(plain)]))
    }

    @Test func moreComingMayBeNull() throws {
        let answer = try DatabaseChangesResponse(json: #"{"zones":[],"syncToken":null,"moreComing":null}"#)
        #expect(answer == DatabaseChangesResponse(zones: [], syncToken: nil))
    }

    @Test func recordChanges() throws {
        let request = RecordChangesRequest(
            zoneID: Known.notes,
            syncToken: "AQAAAAAAAAAq",
            options: ZoneChangesOptions(resultsLimit: 10, desiredKeys: ["title"], numbersAsStrings: true)
        )
        try Golden.check("records-changes-request", is: request)
        let tombstone = WireRecord(recordName: "N-7", recordChangeTag: "1j").with { $0.deleted = true }
        try Golden.check(
            "records-changes-response",
            is: RecordChangesResponse(records: [.success(tombstone)], syncToken: "AQAAAAAAAAA5", moreComing: true)
        )
    }

    @Test func databaseChanges() throws {
        try Golden.check(
            "changes-database-request",
            is: DatabaseChangesRequest(syncToken: "AQAAAAAAAAAB", resultsLimit: 20)
        )
        let zones: [ItemResult<WireZone>] = [
            .success(WireZone(zoneID: Known.notes, syncToken: "AQAAAAAAAAA5", atomic: true)),
            .success(WireZone(zoneID: WireZoneID(zoneName: "Old"), deleted: true)),
        ]
        try Golden.check(
            "changes-database-response",
            is: DatabaseChangesResponse(zones: zones, syncToken: "AQAAAAAAAAAC")
        )
    }

    @Test func zoneListChanges() throws {
        try Golden.check(
            "zones-changes-request",
            is: ZoneListChangesRequest(metaSyncToken: "AQAAAAAAAAAB", resultsLimit: 5)
        )
        let zone = WireZone(zoneID: Known.notes, syncToken: "AQAAAAAAAAA5", atomic: true)
        try Golden.check(
            "zones-changes-response",
            is: ZoneListChangesResponse(zones: [.success(zone)], metaSyncToken: "AQAAAAAAAAAC", moreComing: true)
        )
    }

    /// A plain `syncToken` means nothing there, so it must not be taken for one.
    @Test func zoneListChangesHasItsOwnToken() throws {
        #expect(try ZoneListChangesRequest(json: #"{"syncToken":"AQ"}"#) == ZoneListChangesRequest())
    }

    @Test func bothSpellingsOfNumbersAsStrings() throws {
        let text = #"{"zones":[{"zoneID":{"zoneName":"Notes"},"numberAsStrings":true}]}"#
        #expect(try ZoneChangesRequest(json: text).zones[0].options.numbersAsStrings == true)
    }
}
