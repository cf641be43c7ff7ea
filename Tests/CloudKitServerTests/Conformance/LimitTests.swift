import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Limits, at their edge")
struct LimitTests {
    /// A record whose size is exactly this many bytes.
    private static func record(_ name: String, bytes: Int) -> WireRecord {
        let empty = WireFields(dictionaryLiteral: ("s", .string(""))).json().count + name.utf8.count + "Note".utf8.count
        let text = String(repeating: "x", count: bytes - empty)
        return WireRecord(recordName: name, recordType: "Note", fields: ["s": .string(text)])
    }

    @Test("A record of 1 MB is stored, and one byte more is not", arguments: Setting.inProcess)
    func recordSize(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let limit = ServiceLimits.recordBytes
            let operations = [
                RecordOperation(.create, Self.record("A", bytes: limit)),
                RecordOperation(.create, Self.record("B", bytes: limit + 1)),
            ]
            let results = try await user.modify(operations).read(ModifyRecordsResponse.self).records
            #expect(results.map { $0.error?.serverErrorCode } == [nil, .badRequest])
            // An update may not make it larger either, not even by its name.
            let grown = try await user.one(.forceUpdate, "A", ["t": .string("")]).error
            #expect(grown?.serverErrorCode == .badRequest)
            #expect(try await user.lookUp(["A"]).first?.item?.fields.count == 1)
            #expect(try await world.records.verify().isClean)
        }
    }

    @Test("200 operations are done, 201 are refused and none of them done", arguments: Setting.inProcess)
    func operations(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let operations = (0...200).map {
                RecordOperation(.create, WireRecord(recordName: "R\($0)", recordType: "Note"))
            }
            let refused = try await user.modify(operations)
            #expect(refused.status == 400 && refused.error?.serverErrorCode == .badRequest)
            #expect(try await user.allChanges().records.isEmpty)
            let done = try await user.modify(Array(operations.dropLast())).read(ModifyRecordsResponse.self).records
            #expect(done.count == 200 && done.allSatisfy { $0.item != nil })
            let names = operations.compactMap(\.record.recordName)
            #expect(try await user.lookUp(Array(names.dropLast())).count == 200)
            let request = LookupRecordsRequest(
                records: names.map { RecordLookup(recordName: $0) },
                zoneID: WireZoneID(zoneName: "Notes")
            )
            #expect(try await user.post(.lookupRecords, request.json()).error?.serverErrorCode == .badRequest)
        }
    }

    @Test("A quota holds to the byte and to the record; deletes always work", arguments: Setting.inProcess)
    func quota(_ setting: Setting) async throws {
        try await setting.run(quota: Quota(bytes: 3_000, records: 3)) { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let codes = { (records: [WireRecord], atomic: Bool) async throws -> [ServerErrorCode?] in
                let operations = records.map { RecordOperation(.create, $0) }
                let reply = try await user.modify(operations, atomic: atomic)
                return try reply.read(ModifyRecordsResponse.self).records.map { $0.error?.serverErrorCode }
            }
            // What fits is kept, in the order of the operations; an atomic batch must fit as a whole.
            let three = [("A", 1_000), ("B", 2_001), ("C", 2_000)].map { Self.record($0.0, bytes: $0.1) }
            #expect(try await codes(three, true) == [.atomicError, .quotaExceeded, .atomicError])
            #expect(try await codes(three, false) == [nil, .quotaExceeded, nil])
            #expect(try await codes([Self.record("D", bytes: 40)], false) == [.quotaExceeded])
            // Other zones and databases count too, deleted records do not.
            try await user.zone(.create, "Other")
            #expect(try await user.one(.create, "X", zone: "Other").error?.serverErrorCode == .quotaExceeded)
            _ = try await world.records.deploySchema(of: World.container)
            var customer = user
            customer.environment = .production
            try await customer.zone(.create, "Notes")
            #expect(try await customer.one(.create, "X").error?.serverErrorCode == .quotaExceeded)
            let batch = [
                RecordOperation(.forceDelete, WireRecord(recordName: "C")),
                RecordOperation(.create, Self.record("E", bytes: 1_900)),
            ]
            #expect(try await user.modify(batch).read(ModifyRecordsResponse.self).records.allSatisfy { $0.item != nil })
            #expect(try await codes([Self.record("F", bytes: 100)], false) == [nil])
            #expect(try await codes([Self.record("G", bytes: 40)], false) == [.quotaExceeded])
            #expect(try await user.one(.forceDelete, "A").error == nil)
            // Another account has its own.
            let ben = try await world.user("ben")
            #expect(try await ben.one(.create, "A", zone: nil).error == nil)
            #expect(try await world.records.verify().isClean)
        }
    }

    @Test("A public database has one quota, for all who write to it together", arguments: Setting.inProcess)
    func publicQuota(_ setting: Setting) async throws {
        try await setting.run(quota: Quota(records: 2)) { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for (user, name) in [(anna, "A"), (ben, "B")] {
                #expect(try await user.one(.create, name, zone: nil, database: .public).error == nil)
                #expect(try await user.one(.create, name, zone: nil).error == nil)
            }
            for user in [anna, ben] {
                let refused = try await user.one(.create, "C", zone: nil, database: .public)
                #expect(refused.error?.serverErrorCode == .quotaExceeded)
            }
            #expect(try await ben.one(.forceDelete, "B", zone: nil, database: .public).error == nil)
            #expect(try await anna.one(.create, "C", zone: nil, database: .public).error == nil)
        }
    }

    @Test("Fields of unknown types survive updates, queries and the feed unharmed", arguments: Setting.inProcess)
    func unknownFields(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let field = #""f":{"value":{"b":[1.50,{"a":null}],"a":"é\u0000"},"type":"FUTURE_LIST"}"#
            let create = """
                {"operations":[{"operationType":"create","record":{"recordName":"A","recordType":"T","fields":
                {\(field),"n":{"value":1,"type":"INT64"}}}}]}
                """
            #expect(try await user.post(.modifyRecords, create).text.contains(field))
            let update = """
                {"operations":[{"operationType":"forceUpdate","record":{"recordName":"A","recordType":"T",
                "fields":{"n":{"value":2}}}}]}
                """
            #expect(try await user.post(.modifyRecords, update).text.contains(field))
            let feed = try await user.post(.zoneChanges, #"{"zones":[{"zoneID":{"zoneName":"_defaultZone"}}]}"#)
            #expect(feed.text.contains(field))
            let query =
                #"{"numbersAsStrings":true,"query":{"recordType":"T","filterBy":{"comparator":"EQUALS","#
                + #""fieldName":"n","fieldValue":{"value":2}}}}"#
            #expect(try await user.post(.queryRecords, query).text.contains(field))
        }
    }
}
