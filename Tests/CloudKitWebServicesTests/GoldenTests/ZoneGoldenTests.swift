import CloudKitWebServices
import Testing

/// Requests and answers about zones, as the reference shows them.
struct ZoneGoldenTests {
    @Test func list() throws {
        let answer = ZonesResponse(zones: [
            .success(
                WireZone(
                    zoneID: WireZoneID(
                        zoneName: "_defaultZone",
                        ownerRecordName: Known.caller,
                        zoneType: .defaultZone
                    ),
                    atomic: false,
                    capabilities: .fetchChanges
                )
            ),
            .success(WireZone(zoneID: Known.callersNotes, syncToken: "AQAAAAAAAAA5", atomic: true)),
        ])
        try Golden.check("zones-list-response", is: answer)
    }

    @Test func lookup() throws {
        let request = LookupZonesRequest(zones: [
            Known.notes, WireZoneID(zoneName: "Gone", ownerRecordName: "__defaultOwner__"),
        ])
        try Golden.check("zones-lookup-request", is: request)
        let failure = WireError(
            .zoneNotFound,
            reason: ErrorReason.zoneNotFound("Gone"),
            retryAfter: 1.5,
            zoneID: Known.gone
        )
        let zone = WireZone(zoneID: Known.notes, syncToken: "AQAAAAAAAAA5", atomic: true)
        try Golden.check("zones-lookup-response", is: ZonesResponse(zones: [.success(zone), .failure(failure)]))
    }

    @Test func modify() throws {
        let old = WireZoneID(zoneName: "Old")
        let request = ModifyZonesRequest(operations: [
            ZoneOperation(.create, Known.notes), ZoneOperation(.delete, old),
        ])
        try Golden.check("zones-modify-request", is: request)
        let answer = ZonesResponse(zones: [
            .success(WireZone(zoneID: Known.notes, syncToken: "AQAAAAAAAAAA", atomic: true)),
            .success(WireZone(zoneID: old, deleted: true)),
        ])
        try Golden.check("zones-modify-response", is: answer)
    }

    @Test func ownersAndDefaults() {
        #expect(WireZoneID.defaultZone.isDefault)
        #expect(!Known.notes.isDefault)
        #expect(Known.notes.isOwnedByCaller)
        #expect(!Known.callersNotes.isOwnedByCaller, "only the service knows whose name that is")
        #expect(Known.callersNotes == WireZoneID(zoneName: "Notes", ownerRecordName: Known.caller))
    }
}
