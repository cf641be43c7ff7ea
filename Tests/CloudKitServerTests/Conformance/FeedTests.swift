import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("The change feed")
struct FeedTests {
    @Test("From nothing, from a token, from the empty token", arguments: Setting.all)
    func starts(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            for name in ["A", "B", "C"] { _ = try await user.saved(name, ["n": .string(name)]) }
            let first = try await user.changes().get()
            #expect(first.records.compactMap(\.item?.recordName) == ["A", "B", "C"])
            #expect(!first.moreComing)
            let token = try #require(first.syncToken)
            let nothing = try await user.changes(token).get()
            #expect(nothing.records.isEmpty && nothing.syncToken == token)
            let end = try await user.changes("").get()
            #expect(end.records.isEmpty && end.syncToken == token)
            _ = try await user.saved("A", ["n": .string("again")])
            _ = try await user.one(.forceDelete, "B")
            let next = try await user.changes(token).get()
            #expect(next.records.compactMap(\.item?.recordName) == ["A", "B"])
            #expect(next.records.map { $0.item?.isDeleted } == [false, true])
            // The same token gives the same answer again.
            #expect(try await user.changes(token).get() == next)
        }
    }

    @Test("A first fetch leaves out old tombstones, and shows those that come while it runs", arguments: Setting.all)
    func firstFetch(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            for number in 0..<10 { _ = try await user.saved("R\(number)") }
            for number in 0..<4 { _ = try await user.one(.forceDelete, "R\(number)") }
            let page = try await user.changes(limit: 2).get()
            #expect(page.records.compactMap(\.item?.recordName) == ["R4", "R5"] && page.moreComing)
            _ = try await user.one(.forceDelete, "R4")
            let rest = try await user.allChanges(page.syncToken, limit: 2)
            #expect(rest.records.map(\.recordName) == ["R6", "R7", "R8", "R9", "R4"])
            #expect(rest.records.last?.isDeleted == true)
        }
    }

    @Test("A delete's own stamp comes back in the feed", arguments: Setting.all)
    func deletionStamp(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let token = try await user.changes().get().syncToken
            var record = WireRecord(recordName: "A", recordType: "Note")
            _ = try await user.saved("A")
            record.deletion = WireDeletion(timestamp: WireTimestamp(milliseconds: 77), deviceID: "phone")
            _ = try await user.modify([RecordOperation(.forceDelete, record)])
            let tombstone = try await user.changes(token).get().records.first?.item
            #expect(tombstone?.deletion == record.deletion && tombstone?.recordType == nil)
        }
    }

    @Test("Tokens that are none, of another place, or of another life", arguments: Setting.all)
    func badTokens(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            try await user.zone(.create, "Other")
            _ = try await user.saved("A")
            let token = try #require(try await user.changes().get().syncToken)
            let databaseToken = try #require(
                try await user.post(.databaseChanges, "{}").read(DatabaseChangesResponse.self).syncToken
            )
            for bad in ["garbage!", "AQAAAAAAAAAq", String(token.dropLast(6)), databaseToken, "x" + token] {
                #expect(try await user.changes(bad).error?.serverErrorCode == .badRequest, "\(bad)")
            }
            #expect(try await user.changes(token, zone: "Other").error?.serverErrorCode == .badRequest)
            let ben = try await world.user("ben")
            try await ben.zone(.create, "Notes")
            #expect(try await ben.changes(token).error?.serverErrorCode == .badRequest)
            try await user.zone(.delete, "Notes")
            #expect(try await user.changes(token).error?.serverErrorCode == .zoneNotFound)
            try await user.zone(.create, "Notes")
            #expect(try await user.changes(token).error?.serverErrorCode == .changeTokenExpired)
            #expect(try await user.changes().get().records.isEmpty)
        }
    }

    @Test("A store that has lost changes says so, once and for all", arguments: Setting.all)
    func lostHistory(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            for name in ["A", "B"] { _ = try await user.saved(name) }
            let token = try await user.changes().get().syncToken
            try await world.store.execute(
                "UPDATE zone SET head = head - 1 WHERE name = 'Notes'",
                "DELETE FROM record WHERE record_name = 'B'"
            )
            #expect(try await user.changes(token).error?.serverErrorCode == .changeTokenExpired)
            _ = try await user.saved("C")
            _ = try await user.saved("D")
            #expect(try await user.changes(token).error?.serverErrorCode == .changeTokenExpired)
            #expect(try await user.allChanges().records.map(\.recordName) == ["A", "C", "D"])
        }
    }

    @Test("Several zones in one request, one of them missing, and the old form", arguments: Setting.all)
    func severalZones(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A", ["n": .int64(4)])
            _ = try await user.saved("D", zone: nil)
            let body = """
                {"zones": [{"zoneID": {"zoneName": "Notes"}}, {"zoneID": {"zoneName": "Gone"}},
                {"zoneID": {"zoneName": "_defaultZone"}}], "numbersAsStrings": true, "desiredKeys": ["n"]}
                """
            let reply = try await user.post(.zoneChanges, body)
            let zones = try reply.read(ZoneChangesResponse.self).zones
            #expect(zones.map { $0.error?.serverErrorCode } == [nil, .zoneNotFound, nil])
            #expect(reply.text.contains("\"value\":\"4\""))
            #expect(zones[2].item?.records.compactMap(\.item?.recordName) == ["D"])
            let old = try await user.post(.recordChanges, #"{"zoneID": {"zoneName": "Notes"}}"#)
            #expect(try old.read(RecordChangesResponse.self).records.count == 1)
            let missing = try await user.post(.recordChanges, #"{"zoneID": {"zoneName": "Gone"}}"#)
            #expect(missing.status == 404 && missing.error?.serverErrorCode == .zoneNotFound)
        }
    }

    @Test("Zones: created, listed, changed, deleted", arguments: Setting.all)
    func zones(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            #expect(try await user.zone(.create, "Notes").item?.atomic == true)
            #expect(try await user.zone(.create, "Notes").item != nil)
            #expect(try await user.zone(.create, "_defaultZone").error?.serverErrorCode == .badRequest)
            #expect(try await user.zone(.delete, "Gone").error?.serverErrorCode == .zoneNotFound)
            let list = try await user.post(.listZones, "{}").read(ZonesResponse.self).zones
            #expect(list.compactMap { $0.item?.zoneID.zoneName } == ["_defaultZone", "Notes"])
            let first = try await user.post(.databaseChanges, "{}").read(DatabaseChangesResponse.self)
            #expect(first.zones.compactMap { $0.item?.zoneID.zoneName } == ["Notes"])
            let token = try #require(first.syncToken)
            try await user.zone(.create, "Second")
            _ = try await user.saved("A")
            try await user.zone(.delete, "Second")
            let request = DatabaseChangesRequest(syncToken: token)
            let next = try await user.post(.databaseChanges, request.json()).read(DatabaseChangesResponse.self)
            #expect(next.zones.compactMap { $0.item?.zoneID.zoneName } == ["Notes", "Second"])
            #expect(next.zones.map { $0.item?.isDeleted } == [false, true])
            let old = ZoneListChangesRequest(metaSyncToken: next.syncToken)
            let oldReply = try await user.post(.zoneListChanges, old.json()).read(ZoneListChangesResponse.self)
            #expect(oldReply.zones.isEmpty && oldReply.metaSyncToken == next.syncToken)
            let fresh = try await user.post(.databaseChanges, "{}").read(DatabaseChangesResponse.self)
            #expect(fresh.zones.compactMap { $0.item?.zoneID.zoneName } == ["Notes"])
            let lookup = LookupZonesRequest(zones: [WireZoneID(zoneName: "Notes"), WireZoneID(zoneName: "Second")])
            let found = try await user.post(.lookupZones, lookup.json()).read(ZonesResponse.self).zones
            #expect(found.map { $0.error?.serverErrorCode } == [nil, .zoneNotFound])
        }
    }
}
