import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("The least that a service must do: zones and changes")
struct ChecklistZoneTests {
    private static func zoneID(_ name: String) -> String {
        let type = name == "_defaultZone" ? "DEFAULT_ZONE" : "REGULAR_CUSTOM_ZONE"
        return #"{"zoneName": "\#(name)", "ownerRecordName": "$user", "zoneType": "\#(type)"}"#
    }

    private static func missing(_ name: String) -> String {
        """
        {"zoneID": {"zoneName": "\(name)"}, "serverErrorCode": "ZONE_NOT_FOUND",
         "reason": "Zone '\(name)' does not exist"}
        """
    }

    @Test("Changes from nothing, from a token, from an empty one and from garbage", arguments: Setting.all)
    func changes(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A")
            _ = try await user.saved("B")
            var talk = Exchanges(user)
            let from = { (token: String) in #"{"zones": [{"zoneID": {"zoneName": "Notes"}\#(token)}]}"# }
            let page = { (token: String, records: [String]) in
                """
                {"zones": [{"zoneID": \(Self.zoneID("Notes")), "syncToken": "\(token)", "moreComing": false,
                 "records": [\(records.joined(separator: ","))]}]}
                """
            }
            let record = { (name: String, tag: String) in Exchanges.record(name, tag: tag, fields: "{}") }
            try await talk.ask(.zoneChanges, from(""), page("$first", [record("A", "1"), record("B", "2")]))
            try await talk.ask(.zoneChanges, from(#", "syncToken": """#), page("$first", []))
            try await talk.ask(.zoneChanges, from(#", "syncToken": "$first""#), page("$first", []))
            _ = try await user.one(.forceDelete, "A")
            let tombstone = """
                {"recordName": "A", "recordChangeTag": "3", "deleted": true, "zoneID": \(Self.zoneID("Notes"))}
                """
            try await talk.ask(.zoneChanges, from(#", "syncToken": "$first""#), page("$second", [tombstone]))
            try await talk.ask(
                .zoneChanges,
                #"{"zones": [{"zoneID": {"zoneName": "Gone"}}, {"zoneID": {"zoneName": "Notes"}, "syncToken": "$second"}]}"#,
                """
                {"zones": [\(Self.missing("Gone")),
                 {"zoneID": \(Self.zoneID("Notes")), "syncToken": "$second", "moreComing": false, "records": []}]}
                """
            )
            try await talk.ask(
                .databaseChanges,
                "{}",
                #"{"zones": "*", "syncToken": "$database", "moreComing": false}"#
            )
            let second = try #require(talk.remembered["second"])
            for (token, reason) in [
                ("garbage!", "Unknown sync continuation type"),
                (String(second.dropLast(2)), "Invalid continuation format"),
                (try #require(talk.remembered["database"]), "Invalid continuation format"),
            ] {
                try await talk.ask(
                    .zoneChanges,
                    from(#", "syncToken": "\#(token)""#),
                    """
                    {"zones": [{"zoneID": {"zoneName": "Notes"}, "serverErrorCode": "BAD_REQUEST",
                     "reason": "\(reason)"}]}
                    """
                )
            }
            try await talk.ask(
                .recordChanges,
                #"{"zoneID": {"zoneName": "Notes"}, "syncToken": "$first"}"#,
                #"{"records": [\#(tombstone)], "syncToken": "$second", "moreComing": false}"#
            )
        }
    }

    @Test("Zones are created, listed and deleted, and their list has changes of its own", arguments: Setting.all)
    func zones(_ setting: Setting) async throws {
        try await setting.run { world in
            var talk = Exchanges(try await world.user("anna"))
            let change = { (kind: String, names: [String]) in
                let operations = names.map {
                    #"{"operationType": "\#(kind)", "zone": {"zoneID": {"zoneName": "\#($0)"}}}"#
                }
                return #"{"operations": [\#(operations.joined(separator: ","))]}"#
            }
            let zone = { (name: String) in
                #"{"zoneID": \#(Self.zoneID(name)), "syncToken": "*", "atomic": true, "capabilities": 3}"#
            }
            let none = """
                {"zoneID": \(Self.zoneID("_defaultZone")), "syncToken": "*", "atomic": false, "capabilities": 1}
                """
            try await talk.ask(
                .modifyZones,
                change("create", ["Notes", "Other", "_defaultZone"]),
                """
                {"zones": [\(zone("Notes")), \(zone("Other")),
                 {"zoneID": {"zoneName": "_defaultZone"}, "serverErrorCode": "BAD_REQUEST",
                  "reason": "no zone may be created or deleted under this name"}]}
                """
            )
            try await talk.ask(.modifyZones, change("create", ["Notes"]), #"{"zones": [\#(zone("Notes"))]}"#)
            try await talk.ask(.listZones, "", #"{"zones": [\#(none), \#(zone("Notes")), \#(zone("Other"))]}"#)
            try await talk.ask(
                .lookupZones,
                #"{"zones": [{"zoneName": "Other"}, {"zoneName": "Gone"}]}"#,
                #"{"zones": [\#(zone("Other")), \#(Self.missing("Gone"))]}"#
            )
            try await talk.ask(
                .databaseChanges,
                "{}",
                #"{"zones": [\#(zone("Notes")), \#(zone("Other"))], "syncToken": "$first", "moreComing": false}"#
            )
            let deleted = #"{"zoneID": \#(Self.zoneID("Notes")), "deleted": true}"#
            try await talk.ask(
                .modifyZones,
                change("delete", ["Notes", "Gone"]),
                #"{"zones": [\#(deleted), \#(Self.missing("Gone"))]}"#
            )
            let answer = #"{"zones": [\#(deleted)], "syncToken": "*", "moreComing": false}"#
            try await talk.ask(.databaseChanges, #"{"syncToken": "$first"}"#, answer)
            let old = { (zones: String) in #"{"zones": [\#(zones)], "metaSyncToken": "*", "moreComing": false}"# }
            try await talk.ask(.zoneListChanges, #"{"metaSyncToken": "$first"}"#, old(deleted))
            // The other key is not looked at, so everything comes.
            try await talk.ask(.zoneListChanges, #"{"syncToken": "$first"}"#, old(zone("Other")))
        }
    }
}
