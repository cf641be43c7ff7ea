import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Schema and limits")
struct SchemaTests {
    @Test("The first value fixes a field's type", arguments: Setting.all)
    func types(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let body = { (name: String, field: String) in
                """
                {"operations":[{"operationType":"forceUpdate","record":
                {"recordName":"\(name)","recordType":"T","fields":{"f":\(field)}}}]}
                """
            }
            let save = { (field: String) -> RecordResult? in
                try await user.post(.modifyRecords, body("A", field)).read(ModifyRecordsResponse.self).records.first
            }
            #expect(try await save(#"{"value":[],"type":"UNKNOWN_LIST"}"#)?.item != nil)
            #expect(
                try await save(#"{"value":1767225600000.5,"type":"TIMESTAMP"}"#)?.error?.reason
                    == ErrorReason.invalidValue(expected: .timestamp)
            )
            #expect(try await save(#"{"value":1767225600000,"type":"TIMESTAMP"}"#)?.item != nil)
            // Untagged, the schema decides what a number means.
            let untagged = try await save(#"{"value":5}"#)?.item
            #expect(untagged?.fields["f"]?.value == .timestamp(WireTimestamp(milliseconds: 5)))
            let clash = try await save(#"{"value":"x","type":"STRING"}"#)?.error
            #expect(clash?.serverErrorCode == .badRequest)
            #expect(clash?.reason == ErrorReason.invalidValue(expected: .timestamp))
            #expect(try await save(#"{"value":null}"#)?.item?.fields.isEmpty == true)
            // Another person's records of the app have the same schema.
            let ben = try await world.user("ben")
            let other = try await ben.post(.modifyRecords, body("B", #"{"value":"x","type":"STRING"}"#))
            #expect(try other.read(ModifyRecordsResponse.self).records.first?.error?.serverErrorCode == .badRequest)
        }
    }

    @Test("In production nothing new can be saved", arguments: Setting.all)
    func production(_ setting: Setting) async throws {
        try await setting.run { world in
            var user = try await world.user("anna")
            user.environment = .production
            try await user.zone(.create, "Notes")
            #expect(try await user.one(.create, "A", ["f": .int64(1)]).error?.serverErrorCode == .badRequest)
        }
    }

    @Test("Types that this version does not know are kept as they came", arguments: Setting.all)
    func unknownTypes(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let field = #""f":{"value":{"a":[1,2]},"type":"FUTURE"}"#
            let body = """
                {"operations":[{"operationType":"create","record":
                {"recordName":"A","recordType":"T","fields":{\(field)}}}]}
                """
            #expect(try await user.post(.modifyRecords, body).text.contains(field))
            let found = try await user.post(.lookupRecords, #"{"records":[{"recordName":"A"}]}"#)
            #expect(found.text.contains(field))
        }
    }

    @Test("200 operations, 1 MB, names", arguments: Setting.all)
    func limits(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let many = (0...200).map { RecordOperation(.create, WireRecord(recordName: "R\($0)", recordType: "Note")) }
            #expect(try await user.modify(many).error?.serverErrorCode == .badRequest)
            #expect(try await user.modify(Array(many.dropLast())).status == 200)
            let large: WireFields = ["s": .string(String(repeating: "x", count: ServiceLimits.recordBytes))]
            #expect(try await user.one(.create, "L", large).error?.serverErrorCode == .badRequest)
            for name in ["_x", "", "ü", String(repeating: "x", count: 256)] {
                let record = WireRecord(recordName: name, recordType: "Note")
                #expect(try await user.modify([RecordOperation(.create, record)]).status == 400, "\(name)")
            }
            for type in ["Users", "9x", "a b", "_T"] {
                #expect(try await user.one(.create, "N", type: type).error?.serverErrorCode == .badRequest, "\(type)")
            }
            let share = try await user.one(.create, "N", type: "cloudkit.share")
            #expect(share.error?.serverErrorCode == .accessDenied)
            #expect(try await user.one(.create, "N", ["_f": .int64(1)]).error?.serverErrorCode == .badRequest)
            let unnamed = try await user.modify([RecordOperation(.create, WireRecord(recordType: "Note"))])
            let name = try unnamed.read(ModifyRecordsResponse.self).records.first?.item?.recordName
            #expect(name?.count == 36)
        }
    }
}
