import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("The least that a service must do: records")
struct ChecklistRecordTests {
    private static func operation(
        _ kind: String,
        _ name: String,
        _ tag: String? = nil,
        _ fields: String? = nil
    ) -> String {
        let tag = tag.map { #", "recordChangeTag": "\#($0)""# } ?? ""
        let fields = fields.map { #", "fields": \#($0)"# } ?? ""
        return
            #"{"operationType": "\#(kind)", "record": {"recordName": "\#(name)", "recordType": "Note"\#(tag)\#(fields)}}"#
    }

    private static func modify(_ operations: [String], atomic: Bool) -> String {
        """
        {"zoneID": {"zoneName": "Notes"}, "atomic": \(atomic), "operations": [\(operations.joined(separator: ","))]}
        """
    }

    @Test(
        "Creating, updating, replacing, deleting, and conflicts, item by item and all or nothing",
        arguments: Setting.all
    )
    func modify(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            var talk = Exchanges(user)
            let (milk, eggs) = (
                #"{"a": {"value": "Milk", "type": "STRING"}}"#, #"{"b": {"value": "Eggs", "type": "STRING"}}"#
            )
            let both = String(milk.dropLast()) + ", " + String(eggs.dropFirst())
            try await talk.ask(
                .modifyRecords,
                Self.modify([Self.operation("create", "A", nil, milk), Self.operation("create", "B")], atomic: true),
                """
                {"records": [\(Exchanges.record("A", tag: "1", fields: milk)), \(Exchanges.record("B", tag: "2", fields: "{}"))]}
                """
            )
            let exists = Exchanges.record("A", tag: "1", fields: milk)
                .replacing(#""pluginFields": {}, "#, with: "").replacing(#""deleted": false,"#, with: "")
            try await talk.ask(
                .modifyRecords,
                Self.modify([Self.operation("forceDelete", "A"), Self.operation("forceDelete", "A")], atomic: false),
                status: 400,
                #"{"uuid": "*", "serverErrorCode": "BAD_REQUEST", "reason": "two operations of the request are on the same record"}"#
            )
            try await talk.ask(
                .modifyRecords,
                Self.modify(
                    [
                        Self.operation("create", "A"), Self.operation("update", "C", "1"),
                        Self.operation("delete", "B", "1"), Self.operation("forceDelete", "D"),
                    ],
                    atomic: false
                ),
                """
                {"records": [
                {"recordName": "A", "serverErrorCode": "EXISTS", "reason": "record to insert already exists",
                 "serverRecord": \(exists)},
                {"recordName": "C", "serverErrorCode": "NOT_FOUND", "reason": "Record not found", "wasDeleted": false},
                {"recordName": "B", "serverErrorCode": "CONFLICT", "reason": "client oplock error updating record",
                 "serverRecord": "*"}, {"recordName": "D", "deleted": true}]}
                """
            )
            try await talk.ask(
                .modifyRecords,
                Self.modify([Self.operation("create", "N"), Self.operation("update", "A", "zz", eggs)], atomic: true),
                status: 400,
                """
                {"records": [
                {"recordName": "N", "serverErrorCode": "ATOMIC_ERROR",
                 "reason": "Atomic failure: another record in the batch failed"},
                {"recordName": "A", "serverErrorCode": "CONFLICT", "reason": "client oplock error updating record",
                 "serverRecord": \(exists)}]}
                """
            )
            for (kind, tag, fields, after) in [
                ("update", "1", eggs, both), ("forceUpdate", nil, "{\"a\": {}}", eggs), ("replace", "4", milk, milk),
                ("forceReplace", nil, eggs, eggs),
            ] as [(String, String?, String, String)] {
                try await talk.ask(
                    .modifyRecords,
                    Self.modify([Self.operation(kind, "A", tag, fields)], atomic: true),
                    #"{"records": [\#(Exchanges.record("A", tag: "*", fields: after))]}"#
                )
            }
            try await talk.ask(
                .modifyRecords,
                Self.modify([Self.operation("delete", "A", "6"), Self.operation("forceDelete", "B")], atomic: true),
                #"{"records": [{"recordName": "A", "deleted": true}, {"recordName": "B", "deleted": true}]}"#
            )
        }
    }

    @Test(
        "Lookups keep their order and name what is missing; pages go on until there is no marker",
        arguments: Setting.all
    )
    func lookupAndPaging(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            for place in 1...5 { _ = try await user.saved("N-\(place)", ["n": .int64(Int64(place))]) }
            var talk = Exchanges(user)
            let field = { (n: Int) in #"{"n": {"value": \#(n), "type": "INT64"}}"# }
            let record = { (n: Int) in Exchanges.record("N-\(n)", tag: "\(n)", fields: field(n)) }
            try await talk.ask(
                .lookupRecords,
                """
                {"zoneID": {"zoneName": "Notes"}, "records": [
                 {"recordName": "N-3"}, {"recordName": "N-9"}, {"recordName": "N-1", "desiredKeys": []}]}
                """,
                """
                {"records": [\(record(3)),
                 {"recordName": "N-9", "reason": "Record not found", "serverErrorCode": "NOT_FOUND", "wasDeleted": false},
                 \(Exchanges.record("N-1", tag: "1", fields: "{}"))]}
                """
            )
            let query = """
                "zoneID": {"zoneName": "Notes"}, "resultsLimit": 2, "query": {"recordType": "Note",
                 "filterBy": [{"comparator": "GREATER_THAN", "fieldName": "n", "fieldValue": {"value": 0, "type": "INT64"}}],
                 "sortBy": [{"fieldName": "n", "ascending": false}]}
                """
            try await talk.ask(
                .queryRecords,
                "{\(query)}",
                #"{"records": [\#(record(5)), \#(record(4))], "continuationMarker": "$first"}"#
            )
            try await talk.ask(
                .queryRecords,
                #"{"continuationMarker": "$first", \#(query)}"#,
                #"{"records": [\#(record(3)), \#(record(2))], "continuationMarker": "$second"}"#
            )
            try await talk.ask(
                .queryRecords,
                #"{"continuationMarker": "$second", \#(query)}"#,
                #"{"records": [\#(record(1))]}"#
            )
            try await talk.ask(
                .queryRecords,
                #"{"query": {"recordType": "Nothing"}}"#,
                status: 400,
                #"{"uuid": "*", "serverErrorCode": "BAD_REQUEST", "reason": "Did not find record type: Nothing"}"#
            )
        }
    }

    @Test("Values at their edges", arguments: Setting.all)
    func values(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            var talk = Exchanges(user)
            let sent = """
                {"least": {"value": -9223372036854775808, "type": "INT64"},
                 "most": {"value": 9223372036854775807, "type": "INT64"}, "yes": {"value": true, "type": "INT64"},
                 "text": {"value": "42", "type": "INT64"}, "five": {"value": 5, "type": "DOUBLE"},
                 "when": {"value": 1767225600000, "type": "TIMESTAMP"}, "none": {"value": [], "type": "STRING_LIST"},
                 "null": {"value": null, "type": "STRING"}, "gone": {},
                 "to": {"value": {"recordName": "B", "action": "NONE",
                  "zoneID": {"zoneName": "Other", "ownerRecordName": "__defaultOwner__"}}, "type": "REFERENCE"}}
                """
            // Apple's service forgets the type of an empty list; this one keeps what was said.
            let kept = """
                {"least": {"value": -9223372036854775808, "type": "INT64"},
                 "most": {"value": 9223372036854775807, "type": "INT64"}, "yes": {"value": 1, "type": "INT64"},
                 "text": {"value": 42, "type": "INT64"}, "five": {"value": 5, "type": "DOUBLE"},
                 "when": {"value": 1767225600000, "type": "TIMESTAMP"}, "none": {"value": [], "type": "STRING_LIST"},
                 "to": {"value": {"recordName": "B", "action": "NONE", "zoneID": "*"}, "type": "REFERENCE"}}
                """
            try await talk.ask(
                .modifyRecords,
                Self.modify([Self.operation("create", "A", nil, sent)], atomic: true),
                #"{"records": [\#(Exchanges.record("A", tag: "1", fields: kept))]}"#
            )
            try await talk.ask(
                .lookupRecords,
                #"{"zoneID": {"zoneName": "Notes"}, "numbersAsStrings": true, "records": [{"recordName": "A"}], "desiredKeys": ["least", "five"]}"#,
                """
                {"records": [\(Exchanges.record(
                    "A",
                    tag: "1",
                    fields: #"{"least": {"value": "-9223372036854775808", "type": "INT64"}, "five": {"value": "5.0", "type": "DOUBLE"}}"#
                ))]}
                """
            )
            for (value, type) in [
                ("1767225600000.5", "TIMESTAMP"), ("9223372036854775808", "INT64"), ("1.5", "INT64"),
                ("\"x\"", "DOUBLE"),
                ("\"@\"", "BYTES"), ("[null]", "STRING_LIST"), ("{}", "REFERENCE"), ("{\"latitude\": 1}", "LOCATION"),
            ] {
                try await talk.ask(
                    .modifyRecords,
                    Self.modify(
                        [Self.operation("create", "C", nil, #"{"x": {"value": \#(value), "type": "\#(type)"}}"#)],
                        atomic: false
                    ),
                    """
                    {"records": [{"recordName": "C", "serverErrorCode": "BAD_REQUEST",
                     "reason": "Invalid value, expected type \(type)"}]}
                    """
                )
            }
        }
    }

    @Test("More than 200 operations, and a record larger than 1 MB", arguments: Setting.all)
    func limits(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            var talk = Exchanges(user)
            try await talk.ask(
                .modifyRecords,
                Self.modify((0...200).map { Self.operation("create", "N-\($0)") }, atomic: false),
                status: 400,
                #"{"uuid": "*", "serverErrorCode": "BAD_REQUEST", "reason": "at most 200 items may be in one request"}"#
            )
            let large = String(repeating: "x", count: ServiceLimits.recordBytes)
            let create = Self.operation("create", "N", nil, #"{"x": {"value": "\#(large)", "type": "STRING"}}"#)
            try await talk.ask(
                .modifyRecords,
                Self.modify([create], atomic: false),
                """
                {"records": [{"recordName": "N", "serverErrorCode": "BAD_REQUEST",
                 "reason": "the record is larger than 1048576 bytes"}]}
                """
            )
            #expect(try await user.changes().get().records.isEmpty)
        }
    }
}
