import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Bounds of requests and of what is kept")
struct BoundTests {
    @Test("The stamp of a deletion names its device in 255 bytes", arguments: Setting.inProcess)
    func deletionDevice(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let operations = try await [("A", 255), ("B", 256)].asyncMap { name, length -> RecordOperation in
                var record = try await user.saved(name)
                let device = String(repeating: "x", count: length)
                record.deletion = WireDeletion(timestamp: WireTimestamp(milliseconds: 7), deviceID: device)
                return RecordOperation(.forceDelete, record)
            }
            let results = try await user.modify(operations).read(ModifyRecordsResponse.self).records
            #expect(results.map { $0.error?.serverErrorCode } == [nil, .badRequest])
            #expect(results[1].error?.reason?.contains("at most 255 bytes") == true)
            #expect(try await user.lookUp(["B"]).first?.item != nil)
        }
    }

    private static let equals = #"{"comparator":"EQUALS","fieldName":"n","fieldValue":{"value":1,"type":"INT64"}}"#

    private static func isIn(_ comparator: String, _ count: Int) -> String {
        let values = (1...count).map(String.init).joined(separator: ",")
        return
            #"{"comparator":"\#(comparator)","fieldName":"n","fieldValue":{"value":[\#(values)],"type":"INT64_LIST"}}"#
    }

    private static func query(_ filters: [String], sorts: Int) -> String {
        let sorts = Array(repeating: #"{"fieldName":"n"}"#, count: sorts).joined(separator: ",")
        let filters = filters.joined(separator: ",")
        return
            #"{"zoneID":{"zoneName":"Notes"},"query":{"recordType":"Note","filterBy":[\#(filters)],"sortBy":[\#(sorts)]}}"#
    }

    @Test("A query has at most 50 filters, 250 values in one and 10 sort descriptors", arguments: Setting.inProcess)
    func queries(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A", ["n": .int64(1)])
            let filters = Array(repeating: Self.equals, count: 49)
            for comparator in ["IN", "NOT_IN"] {
                let edge = Self.query(filters + [Self.isIn(comparator, 250)], sorts: 10)
                let names = try await user.post(.queryRecords, edge).read(QueryRecordsResponse.self).records
                #expect(names.count == (comparator == "IN" ? 1 : 0))
            }
            let refused = [
                (Self.query(filters + [Self.equals, Self.equals], sorts: 0), "at most 50 filters"),
                (Self.query([Self.isIn("IN", 251)], sorts: 0), "at most 250 values"),
                (Self.query([], sorts: 11), "at most 10 sort descriptors"),
            ]
            for (body, reason) in refused {
                let reply = try await user.post(.queryRecords, body)
                #expect(reply.status == 400 && reply.error?.serverErrorCode == .badRequest)
                #expect(reply.error?.reason?.contains(reason) == true, "\(reply.text)")
            }
        }
    }

    private static func subscription(_ id: String, bytes: Int, fields: [String]? = nil) -> WireSubscription {
        var info = WireNotificationInfo()
        info.alertBody = String(repeating: "x", count: bytes)
        info.additionalFields = fields
        return WireSubscription(subscriptionID: id, subscriptionType: .database, notificationInfo: info)
    }

    private static func change(
        _ kind: SubscriptionOperation.Kind,
        _ subscription: WireSubscription,
        _ user: User
    ) async throws -> WireError? {
        let request = ModifySubscriptionsRequest(operations: [SubscriptionOperation(kind, subscription)])
        let reply = try await user.post(.modifySubscriptions, request.json())
        return try reply.read(SubscriptionsResponse.self).subscriptions.first?.error
    }

    @Test("All subscriptions of a database have 64 KB, and one 32 KB and three fields", arguments: Setting.inProcess)
    func subscriptions(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let refused = [
                (Self.subscription("x", bytes: 33_000), "at most 32768 bytes"),
                (Self.subscription("x", bytes: 1, fields: ["a", "b", "c", "d"]), "at most 3 additional fields"),
            ]
            for (subscription, reason) in refused {
                #expect(try await Self.change(.create, subscription, user)?.reason?.contains(reason) == true)
            }
            for id in ["a", "b", "c"] {
                #expect(try await Self.change(.create, Self.subscription(id, bytes: 20_000), user) == nil)
            }
            let fourth = Self.subscription("d", bytes: 20_000)
            let error = try await Self.change(.create, fourth, user)
            #expect(error?.serverErrorCode == .badRequest && error?.reason?.contains("at most 65536 bytes") == true)
            // What is replaced does not count, and what is deleted makes room.
            #expect(try await Self.change(.create, Self.subscription("a", bytes: 20_100), user) == nil)
            #expect(try await Self.change(.delete, Self.subscription("a", bytes: 1), user) == nil)
            #expect(try await Self.change(.create, fourth, user) == nil)
        }
    }

    @Test(
        "In development a type grows to 1,000 fields and a container to 500 types, and no refusal leaves anything",
        arguments: Setting.inProcess
    )
    func schemas(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            var fields = WireFields()
            for number in 0...ServiceLimits.fieldsPerType { fields["f\(number)"] = WireField(.int64(1)) }
            let wide = try await user.one(.create, "A", fields).error
            #expect(wide?.serverErrorCode == .badRequest && wide?.reason == "a record has at most 1000 fields")
            let key = SchemaKey(container: World.container, environment: .development)
            #expect(try await world.records.schema(of: key).types.isEmpty)
            fields["f0"] = nil
            #expect(try await user.one(.create, "A", fields).item?.fields.count == ServiceLimits.fieldsPerType)
            let more = try await user.one(.forceUpdate, "A", ["more": .int64(1)]).error
            #expect(more?.reason == "a record type grows to at most 1000 fields")
            #expect(try await user.one(.forceUpdate, "A", ["f1": .int64(2)]).item != nil)

            // The type of that record is one of them.
            let types = (1..<ServiceLimits.recordTypes).map { "T\($0)" }
            for start in stride(from: 0, to: types.count, by: 200) {
                let operations = types[start..<min(start + 200, types.count)].map {
                    RecordOperation(.create, WireRecord(recordName: $0, recordType: $0))
                }
                let results = try await user.modify(operations).read(ModifyRecordsResponse.self).records
                #expect(results.allSatisfy { $0.item != nil })
            }
            let error = try await user.one(.create, "B", type: "More").error
            #expect(error?.serverErrorCode == .badRequest)
            #expect(error?.reason == "the schema of a container grows to at most 500 record types")
            #expect(try await world.records.schema(of: key).types.count == ServiceLimits.recordTypes)
            #expect(try await user.one(.create, "B", ["new": .int64(1)], type: "T1").item != nil)
        }
    }

    @Test("A database has at most 1,000 zones at a time", arguments: Setting.inProcess)
    func zones(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            for start in stride(from: 0, to: ServiceLimits.zonesPerDatabase, by: 200) {
                let operations = (start..<start + 200).map { ZoneOperation(.create, WireZoneID(zoneName: "Z\($0)")) }
                let reply = try await user.post(.modifyZones, ModifyZonesRequest(operations: operations).json())
                #expect(try reply.read(ZonesResponse.self).zones.allSatisfy { $0.item != nil })
            }
            let error = try await user.zone(.create, "More").error
            #expect(error?.serverErrorCode == .badRequest && error?.reason?.contains("at most 1000 zones") == true)
            // One that is there is there, the default zone is none of them, and a deleted one makes room.
            #expect(try await user.zone(.create, "Z0").item != nil)
            #expect(try await user.one(.create, "A", zone: nil).item != nil)
            #expect(try await user.zone(.delete, "Z0").item != nil)
            #expect(try await user.zone(.create, "More").item != nil)
            #expect(try await user.zone(.create, "Z0").error?.serverErrorCode == .badRequest)
        }
    }
}

extension Array {
    fileprivate func asyncMap<Other>(_ body: (Element) async throws -> Other) async rethrows -> [Other] {
        var result: [Other] = []
        for element in self { result.append(try await body(element)) }
        return result
    }
}
