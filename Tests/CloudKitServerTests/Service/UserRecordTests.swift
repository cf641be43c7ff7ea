import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

@Suite("The record that each user has in the public database")
struct UserRecordTests {
    private static func name(of user: User) async throws -> String {
        let reply = try await user.post(.callingUser, "{}", in: .public)
        return try #require(try reply.read(CallerResponse.self).user.userRecordName)
    }

    @Test("Everybody looks it up, its user writes it, nobody else does and nobody deletes it", arguments: Setting.all)
    func record(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            let name = try await Self.name(of: anna)
            for user in [anna, ben] {
                let found = try await user.lookUp([name], zone: nil, database: .public).first?.item
                #expect(found?.recordType == "Users" && found?.fields.isEmpty == true)
                #expect(found?.created?.userRecordName == name)
            }
            let tag = try await anna.lookUp([name], zone: nil, database: .public).first?.item?.recordChangeTag
            let nick: WireFields = ["nick": .string("Ann")]
            let saved = try await anna.one(.update, name, nick, tag: tag, type: nil, zone: nil, database: .public)
            #expect(saved.item?.fields == nick)
            #expect(try await ben.lookUp([name], zone: nil, database: .public).first?.item?.fields == nick)
            for kind in [RecordOperation.Kind.forceUpdate, .forceReplace, .forceDelete] {
                let result = try await ben.one(
                    kind,
                    name,
                    ["nick": .string("x")],
                    type: "Users",
                    zone: nil,
                    database: .public
                )
                #expect(result.error?.serverErrorCode == .accessDenied, "\(kind)")
            }
            let deleted = try await anna.one(.forceDelete, name, zone: nil, database: .public)
            #expect(deleted.error?.serverErrorCode == .accessDenied)
            let query = try await anna.query(
                QueryRecordsRequest(query: WireQuery(recordType: "Users")),
                database: .public
            )
            #expect(query.error?.serverErrorCode == .badRequest)
            #expect(try await world.records.verify().isClean)
        }
    }

    @Test("It stays where the record goes that it points at", arguments: Setting.all)
    func cascade(_ setting: Setting) async throws {
        try await setting.run { world in
            let anna = try await world.user("anna")
            let name = try await Self.name(of: anna)
            _ = try await anna.one(.create, "X", type: "Note", zone: nil, database: .public)
            let pointing = WireValue.reference(WireReference(recordName: "X", action: .deleteSelf))
            let saved = try await anna.one(
                .forceUpdate,
                name,
                ["to": pointing],
                type: "Users",
                zone: nil,
                database: .public
            )
            #expect(saved.error == nil)
            #expect(try await anna.one(.forceDelete, "X", zone: nil, database: .public).error == nil)
            let found = try await anna.lookUp([name], zone: nil, database: .public).first
            #expect(found?.item?.recordType == "Users")
            #expect(try await world.records.verify().isClean)
        }
    }

    @Test(
        "It is there for whoever names it first, also in production, where its fields are deployed",
        arguments: Setting.inProcess
    )
    func production(_ setting: Setting) async throws {
        try await setting.run { world in
            var anna = try await world.user("anna")
            let account = try await world.server.accounts.account(named: "anna").id
            let name = world.server.accounts.userRecordName(of: account, in: World.container)
            #expect(
                try await anna.one(
                    .forceUpdate,
                    name,
                    ["nick": .string("a")],
                    type: "Users",
                    zone: nil,
                    database: .public
                ).item != nil
            )
            anna.environment = .production
            #expect(try await anna.lookUp([name], zone: nil, database: .public).first?.item?.fields.isEmpty == true)
            let early = try await anna.one(
                .forceUpdate,
                name,
                ["nick": .string("a")],
                type: "Users",
                zone: nil,
                database: .public
            )
            #expect(early.error?.serverErrorCode == .badRequest)
            _ = try await world.records.deploySchema(of: World.container)
            let late = try await anna.one(
                .forceUpdate,
                name,
                ["nick": .string("a")],
                type: "Users",
                zone: nil,
                database: .public
            )
            #expect(late.item?.fields["nick"]?.value == .string("a"))
        }
    }

    @Test("No other record has a user's name or type", arguments: Setting.inProcess)
    func others(_ setting: Setting) async throws {
        try await setting.run { world in
            let anna = try await world.user("anna")
            let name = try await Self.name(of: anna)
            let stranger = "_" + String(repeating: "0", count: 32)
            #expect(
                try await anna.lookUp([stranger], zone: nil, database: .public).first?.error?.serverErrorCode
                    == .notFound
            )
            for (record, type) in [(stranger, "Users"), (stranger, "Note"), ("plain", "Users"), (name, "Note")] {
                let result = try await anna.one(.forceUpdate, record, type: type, zone: nil, database: .public)
                #expect(result.error?.serverErrorCode == .badRequest, "\(record) \(type)")
            }
            // In a private database such names are nobody's.
            for type in ["Users", "Note"] {
                let given = WireRecord(recordName: name, recordType: type)
                #expect(try await anna.modify([RecordOperation(.forceUpdate, given)], zone: nil).status == 400)
            }
            #expect(try await anna.lookUp([name], zone: nil).first?.error?.serverErrorCode == .notFound)
        }
    }

    @Test(
        "It comes along in an export and goes with the account; other public records stay",
        arguments: Setting.inProcess
    )
    func ending(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            let name = try await Self.name(of: anna)
            let photo = try await anna.upload([7], database: .public, zone: nil)
            _ = try await anna.one(
                .forceUpdate,
                name,
                ["photo": .asset(photo)],
                type: "Users",
                zone: nil,
                database: .public
            ).get()
            _ = try await anna.one(.create, "A", zone: nil, database: .public).get()
            let other = try await Self.name(of: ben)
            let folder = try TestFolder()
            defer { folder.remove() }
            let summary = try await world.server.export.run(name: "anna", into: folder.path + "/copy")
            #expect(summary.records == 2 && summary.files == 1 && summary.lost == 0)
            let text = try String(contentsOfFile: folder.path + "/copy/account.jsonl", encoding: .utf8)
            #expect(text.contains(#""database":"public""#) && text.contains(name) && !text.contains(other))
            try await world.server.accounts.delete(name: "anna")
            let left = try await ben.lookUp([name, "A", other], zone: nil, database: .public)
            #expect(left.map { $0.error?.serverErrorCode } == [.notFound, nil, nil])
            #expect(try await world.records.verify().isClean)
        }
    }
}
