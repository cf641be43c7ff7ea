import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("records/query")
struct QueryTests {
    private static let filters: [(filter: String, names: [String])] = [
        (filter("EQUALS", #""fieldName":"s","fieldValue":{"value":"ant"}"#), ["A"]),
        (filter("NOT_EQUALS", #""fieldName":"s","fieldValue":{"value":"ant"}"#), ["B", "C", "D"]),
        (filter("LESS_THAN", #""fieldName":"i","fieldValue":{"value":2,"type":"INT64"}"#), ["A"]),
        (filter("LESS_THAN_OR_EQUALS", #""fieldName":"i","fieldValue":{"value":2}"#), ["A", "B"]),
        (filter("GREATER_THAN", #""fieldName":"d","fieldValue":{"value":2}"#), ["C"]),
        (filter("GREATER_THAN_OR_EQUALS", #""fieldName":"t","fieldValue":{"value":2000}"#), ["B", "C"]),
        (filter("IN", #""fieldName":"s","fieldValue":{"value":["ant","cow"],"type":"STRING_LIST"}"#), ["A", "C"]),
        (filter("NOT_IN", #""fieldName":"s","fieldValue":{"value":["ant"],"type":"STRING_LIST"}"#), ["B", "C", "D"]),
        (filter("BEGINS_WITH", #""fieldName":"s","fieldValue":{"value":"b"}"#), ["B"]),
        (filter("NOT_BEGINS_WITH", #""fieldName":"s","fieldValue":{"value":"b"}"#), ["A", "C", "D"]),
        (
            filter(
                "NEAR",
                #""fieldName":"l","distance":2000,"#
                    + #""fieldValue":{"value":{"latitude":52.52,"longitude":13.4},"type":"LOCATION"}"#
            ), ["A"]
        ),
        (filter("CONTAINS_ALL_TOKENS", #""fieldValue":{"value":"the CREME brulee"}"#), ["B"]),
        (filter("CONTAINS_ANY_TOKENS", #""fieldName":"w","fieldValue":{"value":"creme tart"}"#), ["B", "C"]),
        (filter("LIST_CONTAINS", #""fieldName":"n","fieldValue":{"value":2}"#), ["A", "B"]),
        (filter("NOT_LIST_CONTAINS", #""fieldName":"n","fieldValue":{"value":2}"#), ["C", "D"]),
        (
            filter("LIST_CONTAINS_ANY", #""fieldName":"n","fieldValue":{"value":[1,4],"type":"INT64_LIST"}"#),
            ["A", "C"]
        ),
        (filter("LIST_CONTAINS_ALL", #""fieldName":"n","fieldValue":{"value":[1,2],"type":"INT64_LIST"}"#), ["A"]),
        (
            filter("NOT_LIST_CONTAINS_ANY", #""fieldName":"n","fieldValue":{"value":[1,4],"type":"INT64_LIST"}"#),
            ["B", "D"]
        ),
        (
            filter("NOT_LIST_CONTAINS_ALL", #""fieldName":"n","fieldValue":{"value":[1,2],"type":"INT64_LIST"}"#),
            ["B", "C", "D"]
        ),
        (filter("LIST_MEMBER_BEGINS_WITH", #""fieldName":"m","fieldValue":{"value":"re"}"#), ["C"]),
        (filter("NOT_LIST_MEMBER_BEGINS_WITH", #""fieldName":"m","fieldValue":{"value":"re"}"#), ["A", "B", "D"]),
        (
            filter(
                "EQUALS",
                #""systemFieldName":"recordName","#
                    + #""fieldValue":{"value":{"recordName":"D"},"type":"REFERENCE"}"#
            ), ["D"]
        ),
        (
            filter(
                "EQUALS",
                #""fieldName":"___recordID","#
                    + #""fieldValue":{"value":{"recordName":"A"},"type":"REFERENCE"}"#
            ), ["A"]
        ),
        (
            filter(
                "GREATER_THAN",
                #""systemFieldName":"createdTimestamp","#
                    + #""fieldValue":{"value":1767225600001,"type":"TIMESTAMP"}"#
            ), ["C", "D"]
        ),
        (filter("EQUALS", #""fieldName":"r","fieldValue":{"value":{"recordName":"A"},"type":"REFERENCE"}"#), ["B"]),
    ]

    private static func filter(_ comparator: String, _ rest: String) -> String {
        #"{"comparator":"\#(comparator)",\#(rest)}"#
    }

    private static func fill(_ world: World, _ user: User) async throws {
        try await user.zone(.create, "Notes")
        let records: [(String, WireFields)] = [
            (
                "A",
                [
                    "s": .string("ant"), "i": .int64(1), "d": .double(1), "t": .timestamp(.init(milliseconds: 1_000)),
                    "l": .location(WireLocation(latitude: 52.52, longitude: 13.41)), "n": .int64s([1, 2]),
                    "m": .strings(["blue"]), "w": .string("Apple pie"),
                ]
            ),
            (
                "B",
                [
                    "s": .string("bee"), "i": .int64(2), "d": .double(2), "t": .timestamp(.init(milliseconds: 2_000)),
                    "l": .location(WireLocation(latitude: 48, longitude: 11)), "n": .int64s([2, 3]),
                    "r": .reference(WireReference(recordName: "A")), "w": .string("Crème brûlée"),
                ]
            ),
            (
                "C",
                [
                    "s": .string("cow"), "i": .int64(3), "d": .double(3), "t": .timestamp(.init(milliseconds: 3_000)),
                    "n": .int64s([4]), "m": .strings(["green", "red"]), "w": .string("tart"),
                ]
            ),
            ("D", [:]),
        ]
        for (name, fields) in records {
            _ = try await user.saved(name, fields)
            world.advance(milliseconds: 1)
        }
        _ = try await user.saved("Z", ["s": .string("ant")], type: "Other")
        _ = try await user.saved("E", ["s": .string("ant")])
        _ = try await user.one(.forceDelete, "E")
    }

    private static func body(_ filter: String, sort: String = "[]", extra: String = "") -> String {
        """
        {"zoneID": {"zoneName": "Notes"}, "query": {"recordType": "Note", "filterBy": [\(filter)], "sortBy": \(sort)}
        \(extra)}
        """
    }

    private static func names(_ reply: Reply) throws -> [String] {
        try reply.read(QueryRecordsResponse.self).records.compactMap(\.item?.recordName)
    }

    @Test("Every comparator", arguments: Setting.all)
    func comparators(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.fill(world, user)
            for (filter, names) in Self.filters {
                let reply = try await user.post(.queryRecords, Self.body(filter))
                #expect(reply.status == 200, "\(filter): \(reply.text)")
                if reply.status == 200 { #expect(try Self.names(reply) == names, "\(filter)") }
            }
        }
    }

    @Test("Sorted and in pages", arguments: Setting.all)
    func pages(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.fill(world, user)
            let orders: [(String, [String])] = [
                ("[]", ["A", "B", "C", "D"]), (#"[{"fieldName":"i","ascending":false}]"#, ["C", "B", "A", "D"]),
                (#"[{"fieldName":"i"}]"#, ["D", "A", "B", "C"]),
                (#"{"systemFieldName":"createdTimestamp","ascending":false}"#, ["D", "C", "B", "A"]),
                (
                    #"[{"fieldName":"l","relativeLocation":{"value":{"latitude":48,"longitude":11},"type":"LOCATION"}}]"#,
                    ["C", "D", "B", "A"]
                ),
            ]
            for (sort, names) in orders {
                for limit in [1, 3, 200] {
                    var (found, marker) = ([String](), String?.none)
                    repeat {
                        let more = marker.map { #", "continuationMarker": "\#($0)""# } ?? ""
                        let extra = #", "resultsLimit": \#(limit)\#(more)"#
                        let reply = try await user.post(.queryRecords, Self.body("", sort: sort, extra: extra))
                        found += try Self.names(reply)
                        marker = try reply.read(QueryRecordsResponse.self).continuationMarker
                    } while marker != nil && found.count < 10
                    #expect(found == names, "\(sort) \(limit)")
                }
            }
        }
    }

    @Test("What cannot be asked", arguments: Setting.all)
    func refused(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.fill(world, user)
            let bad = [
                #"{"comparator":"EQUALS","fieldName":"nope","fieldValue":{"value":1}}"#,
                #"{"comparator":"SOUNDS_LIKE","fieldName":"s","fieldValue":{"value":"x"}}"#,
                #"{"comparator":"EQUALS","fieldName":"i","fieldValue":{"value":"x","type":"STRING"}}"#,
                #"{"comparator":"EQUALS","fieldName":"i"}"#, #"{"comparator":"EQUALS","fieldValue":{"value":1}}"#,
                #"{"comparator":"IN","fieldName":"s","fieldValue":{"value":["a"]}}"#,
                #"{"comparator":"LESS_THAN","fieldName":"l","fieldValue":{"value":{"latitude":1,"longitude":1}}}"#,
                #"{"comparator":"NEAR","fieldName":"l","fieldValue":{"value":{"latitude":1,"longitude":1}}}"#,
                #"{"comparator":"BEGINS_WITH","fieldName":"i","fieldValue":{"value":"x"}}"#,
            ]
            for filter in bad {
                let reply = try await user.post(.queryRecords, Self.body(filter))
                #expect(reply.status == 400 && reply.error?.serverErrorCode == .badRequest, "\(filter): \(reply.text)")
            }
            let type = try await user.post(.queryRecords, #"{"query":{"recordType":"Nope"}}"#)
            #expect(type.error?.reason == ErrorReason.unknownRecordType("Nope"))
            let zone = try await user.post(
                .queryRecords,
                #"{"zoneID":{"zoneName":"Nope"},"query":{"recordType":"Note"}}"#
            )
            #expect(zone.status == 404 && zone.error?.serverErrorCode == .zoneNotFound)
            let marker = try await user.post(.queryRecords, Self.body("", extra: #", "continuationMarker":"AAAA""#))
            #expect(marker.error?.serverErrorCode == .badRequest)
        }
    }

    @Test("Everywhere, chosen fields, and the zone's token", arguments: Setting.all)
    func extras(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.fill(world, user)
            _ = try await user.saved("Q", ["s": .string("ant")], zone: nil)
            let wide = try await user.post(.queryRecords, #"{"zoneWide":true,"query":{"recordType":"Note"}}"#)
            #expect(try Self.names(wide) == ["A", "B", "C", "D", "Q"])
            let narrow = try await user.post(.queryRecords, #"{"query":{"recordType":"Note"},"desiredKeys":[]}"#)
            let record = try narrow.read(QueryRecordsResponse.self).records.first?.item
            #expect(record?.recordName == "Q" && record?.fields.isEmpty == true)
            let path = user.path(.queryRecords) + "&getCurrentSyncToken=true"
            let reply = try await world.send("POST", path, Array(Self.body("").utf8))
            let token = try reply.read(QueryRecordsResponse.self).syncToken
            #expect(try await user.changes(token).get().records.isEmpty)
        }
    }
}
