import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Development and production")
struct DeploymentTests {
    private static func query(_ rest: String) -> String {
        #"{"zoneID":{"zoneName":"Notes"},"query":{"recordType":"Note"\#(rest)}}"#
    }

    private static let development = SchemaKey(container: World.container, environment: .development)
    private static let production = SchemaKey(container: World.container, environment: .production)

    @Test("What development has can be deployed, and only that is known in production", arguments: Setting.inProcess)
    func deployment(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            var customer = user
            customer.environment = .production
            try await user.zone(.create, "Notes")
            try await customer.zone(.create, "Notes")
            _ = try await user.saved("A", ["s": .string("x"), "n": .int64(1)])
            let refused = try await customer.one(.create, "A", ["s": .string("x")]).error
            #expect(refused?.reason == "Cannot create new type 'Note' in production schema")
            let changes = try await world.records.deploySchema(of: World.container).changes.map(\.description)
            #expect(
                changes == [
                    "+ Note", "+ Note.n INT64 QUERYABLE SORTABLE", "+ Note.s STRING QUERYABLE SEARCHABLE SORTABLE",
                ]
            )
            #expect(try await customer.one(.create, "A", ["s": .string("x")]).error == nil)
            let clash = try await customer.one(.create, "B", ["s": .int64(1)]).error
            #expect(clash?.reason == ErrorReason.invalidValue(expected: .string))
            let unknown = try await customer.one(.create, "B", ["t": .int64(1)]).error
            #expect(unknown?.reason == "Cannot create new field 't' in type 'Note' in production schema")
            #expect(try await world.records.deploySchema(of: World.container).isEmpty)
            #expect(try await customer.lookUp(["A"]).first?.item?.fields == ["s": .string("x")])
            // Nothing of development's data came along.
            #expect(try await customer.allChanges().records.count == 1)
        }
    }

    @Test("Nothing that production has can be taken away", arguments: Setting.inProcess)
    func losses(_ setting: Setting) async throws {
        try await setting.run { world in
            let rich = try RecordSchema(text: "DEFINE SCHEMA RECORD TYPE A (x STRING, y INT64);")
            let poor = try RecordSchema(text: "DEFINE SCHEMA RECORD TYPE A (x STRING);")
            _ = try await world.records.putSchema(rich, as: Self.production)
            _ = try await world.records.putSchema(poor, as: Self.development)
            await #expect(throws: SchemaLoss(changes: ["- A.y INT64"])) {
                _ = try await world.records.deploySchema(of: World.container)
            }
            #expect(try await world.records.schema(of: Self.production) == rich)
        }
    }

    @Test("A schema is kept with its marks, grants and roles", arguments: Setting.inProcess)
    func kept(_ setting: Setting) async throws {
        try await setting.run { world in
            let text = """
                DEFINE SCHEMA CREATE ROLE editors; RECORD TYPE A (
                "___modTime" TIMESTAMP SORTABLE, l LIST<REFERENCE> QUERYABLE, s ENCRYPTED STRING,
                GRANT READ, WRITE TO editors, GRANT CREATE TO "_icloud"); RECORD TYPE B ();
                """
            let schema = try RecordSchema(text: text)
            _ = try await world.records.putSchema(schema, as: Self.development)
            #expect(try await world.records.schema(of: Self.development) == schema)
            #expect(try await world.records.schema(of: Self.production) == RecordSchema())
            // What is sealed comes as bytes, whatever is inside.
            let user = try await world.user("anna")
            let sealed: WireFields = ["s": .encryptedBytes([1, 2])]
            #expect(try await user.one(.create, "R", sealed, type: "A", zone: nil).error == nil)
            let open = try await user.one(.create, "Q", ["s": .string("x")], type: "A", zone: nil).error
            #expect(open?.serverErrorCode == .badRequest)
        }
    }

    @Test("Production wants marks; development gives them when they are asked for", arguments: Setting.inProcess)
    func marks(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let schema = try RecordSchema(text: "DEFINE SCHEMA RECORD TYPE Note (s STRING, i INT64 QUERYABLE);")
            for key in [Self.development, Self.production] { _ = try await world.records.putSchema(schema, as: key) }
            let filter = #","filterBy":[{"comparator":"EQUALS","fieldName":"s","fieldValue":{"value":"x"}}]"#
            let words =
                #","filterBy":[{"comparator":"CONTAINS_ANY_TOKENS","fieldName":"s","fieldValue":{"value":"x"}}]"#
            let good = #","filterBy":[{"comparator":"EQUALS","fieldName":"i","fieldValue":{"value":1}}]"#
            let system = #","sortBy":[{"systemFieldName":"createdTimestamp"}]"#
            let expected: [(String, String?)] = [
                (filter, "Field 's' is not marked queryable"), (words, "Field 's' is not marked queryable"),
                (#","sortBy":[{"fieldName":"i"}]"#, "Field 'i' is not marked sortable"), (good, nil), (system, nil),
                ("", nil),
            ]
            var customer = user
            customer.environment = .production
            for user in [user, customer] {
                try await user.zone(.create, "Notes")
                _ = try await user.saved("A", ["s": .string("x"), "i": .int64(1)])
                for (rest, reason) in expected {
                    let reply = try await user.post(.queryRecords, Self.query(rest))
                    let wanted = user.environment == .production ? reason : nil
                    #expect(reply.error?.reason == wanted, "\(rest): \(reply.text)")
                    if wanted == nil {
                        #expect(try reply.read(QueryRecordsResponse.self).records.count == 1, "\(rest)")
                    }
                }
            }
            let grown = try await world.records.schema(of: Self.development).types["Note"]?.fields
            #expect(grown?["s"]?.marks == [.queryable, .searchable] && grown?["i"]?.marks == [.queryable, .sortable])
            #expect(try await world.records.schema(of: Self.production) == schema)
        }
    }
}
