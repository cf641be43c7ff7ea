import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Who may do what in the public database, by the schema's grants")
struct GrantTests {
    private static func grant(_ grants: String, _ world: World) async throws {
        let text = "DEFINE SCHEMA CREATE ROLE editors; RECORD TYPE Note (s STRING, t STRING\(grants));"
        let key = SchemaKey(container: World.container, environment: .development)
        try await world.records.changeSchema(of: key) { _ in try RecordSchema(text: text) }
    }

    /// What each of three does gives: whether Anna creates and changes her own, whether Ben reads and changes Anna's,
    /// whether who has no account reads it.
    private static let table:
        [(grants: String, creates: Bool, writesOwn: Bool, reads: Bool, writes: Bool, open: Bool)] =
            [
                ("", true, true, true, false, true),
                (#", GRANT READ TO "_world""#, false, false, true, false, true),
                (#", GRANT CREATE, READ, WRITE TO "_icloud""#, true, true, true, true, false),
                (#", GRANT CREATE TO "_icloud", GRANT READ, WRITE TO "_creator""#, true, true, false, false, false),
                (#", GRANT CREATE TO "_icloud""#, true, false, false, false, false),
                (#", GRANT CREATE, READ, WRITE TO "_world""#, true, true, true, true, true),
                (#", GRANT CREATE, READ, WRITE TO editors"#, false, false, false, false, false),
                (#", GRANT CREATE TO "_icloud", GRANT WRITE TO "_world""#, true, true, false, true, false),
            ]

    @Test("Each grant allows what it says, and nothing else", arguments: Setting.all)
    func grants(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            // Made while everybody may, so that there is something to read and change under each of the grants.
            try await Self.grant("", world)
            _ = try await anna.one(.create, "A", ["s": .string("x")], zone: nil, database: .public).get()
            for row in Self.table {
                try await Self.grant(row.grants, world)
                let made = try await anna.one(.create, "B", ["s": .string("y")], zone: nil, database: .public)
                #expect(made.error?.serverErrorCode == (row.creates ? nil : .accessDenied), "\(row)")
                let own = try await anna.one(.forceUpdate, "A", ["t": .string("z")], zone: nil, database: .public)
                #expect(own.error?.serverErrorCode == (row.writesOwn ? nil : .accessDenied), "\(row)")
                let foreign = try await ben.one(.forceUpdate, "A", ["t": .string("z")], zone: nil, database: .public)
                #expect(foreign.error?.serverErrorCode == (row.writes ? nil : .accessDenied), "\(row)")
                // Whoever may write but not read gets back what they wrote, and no more.
                if let item = foreign.item { #expect(item.fields["s"] == nil || row.reads, "\(row)") }
                let seen = try await ben.lookUp(["A", "none"], zone: nil, database: .public)
                #expect(seen.first?.error?.serverErrorCode == (row.reads ? nil : .accessDenied), "\(row)")
                #expect(seen.last?.error?.serverErrorCode == .notFound)
                let clash = try await ben.one(.create, "A", zone: nil, database: .public).error
                #expect(clash?.serverErrorCode == .exists && (clash?.serverRecord != nil) == row.reads, "\(row)")
                let deleted = try await ben.one(.forceDelete, "A", zone: nil, database: .public)
                #expect(deleted.error?.serverErrorCode == (row.writes ? nil : .accessDenied), "\(row)")
                try await Self.checkOpen(world, row.open)
                try await Self.grant("", world)
                for name in ["A", "B"] { _ = try await anna.one(.forceDelete, name, zone: nil, database: .public) }
                _ = try await anna.one(.create, "A", ["s": .string("x")], zone: nil, database: .public).get()
            }
        }
    }

    /// What somebody without an account gets.
    private static func checkOpen(_ world: World, _ isOpen: Bool) async throws {
        let path = "/database/1/\(World.container)/development/public/records"
        let token = "?ckAPIToken=\(try await world.token())"
        let query = #"{"query":{"recordType":"Note"}}"#
        let reply = try await world.send("POST", "\(path)/query\(token)", Array(query.utf8))
        #expect(reply.status == (isOpen ? 200 : 421), "\(reply.text)")
        #expect(isOpen || reply.error?.redirectURL != nil)
        let body = #"{"operations":[{"operationType":"create","record":{"recordType":"Note"}}]}"#
        #expect(try await world.send("POST", "\(path)/modify\(token)", Array(body.utf8)).status == 421)
    }

    @Test("Where creators alone read, a query finds one's own, and one page after the other", arguments: Setting.all)
    func ownOnly(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            try await Self.grant(#", GRANT CREATE TO "_icloud", GRANT READ TO "_creator""#, world)
            for number in 0..<5 {
                for (user, letter) in [(anna, "A"), (ben, "B")] {
                    _ = try await user.one(.create, "\(letter)\(number)", zone: nil, database: .public).get()
                }
            }
            var (names, marker) = ([String](), String?.none)
            repeat {
                var request = QueryRecordsRequest(query: WireQuery(recordType: "Note"))
                (request.resultsLimit, request.continuationMarker) = (2, marker)
                let page = try await ben.query(request, database: .public).read(QueryRecordsResponse.self)
                names += page.records.compactMap { $0.item?.recordName }
                marker = page.continuationMarker
            } while marker != nil
            #expect(names == ["B0", "B1", "B2", "B3", "B4"])
            try await Self.grant(", GRANT READ TO editors", world)
            let refused = try await ben.query(
                QueryRecordsRequest(query: WireQuery(recordType: "Note")),
                database: .public
            )
            #expect(refused.status == 403 && refused.error?.serverErrorCode == .accessDenied)
        }
    }

    @Test(
        "A private database is its owner's, whatever is granted; a file leaves a record only to readers",
        arguments: Setting.inProcess
    )
    func elsewhere(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            try await Self.grant(", photo ASSET, GRANT READ TO editors", world)
            #expect(try await anna.one(.create, "A", zone: nil).item != nil)
            #expect(try await anna.lookUp(["A"], zone: nil).first?.item != nil)
            let all = QueryRecordsRequest(query: WireQuery(recordType: "Note"))
            #expect(try await anna.query(all).read(QueryRecordsResponse.self).records.count == 1)
            try await Self.grant(#", photo ASSET, GRANT CREATE TO "_icloud", GRANT READ TO "_creator""#, world)
            let value = try await anna.upload([1], database: .public, zone: nil)
            _ = try await anna.one(.create, "A", ["photo": .asset(value)], zone: nil, database: .public).get()
            let request = RereferenceAssetsRequest(assets: [AssetField(recordName: "A", fieldName: "photo")])
            for (user, code) in [(anna, ServerErrorCode?.none), (ben, .accessDenied)] {
                let reply = try await user.post(.rereferenceAssets, request.json(), in: .public)
                let result = try reply.read(RereferenceAssetsResponse.self).assets.first
                #expect(result?.error?.serverErrorCode == code)
            }
            // Nor does one come in for a record that nobody may save.
            try await Self.grant(#", photo ASSET, GRANT READ TO "_world""#, world)
            let upload = UploadAssetsRequest(tokens: [
                AssetToken(recordName: "A", recordType: "Note", fieldName: "photo")
            ])
            let refused = try await anna.post(.uploadAssets, upload.json(), in: .public)
            let token = try refused.read(UploadAssetsResponse.self).tokens.first
            #expect(token?.error?.serverErrorCode == .accessDenied)
        }
    }

    @Test("What is granted to a role, those may do who have it, and nobody else, from then on", arguments: Setting.all)
    func roles(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            let accounts = world.server.accounts
            let key = SchemaKey(container: World.container, environment: .development)
            let editor = AccountRole(schema: key, name: "editors")
            try await Self.grant(", photo ASSET, GRANT CREATE, READ, WRITE TO editors", world)
            /// Whether each of creating, changing, reading, looking for and adding a file to a record is allowed.
            let allowed = { (user: User) -> [Bool] in
                let name = user.credentials == anna.credentials ? "A" : "B"
                let made = try await user.one(.create, name, ["s": .string("x")], zone: nil, database: .public)
                let changed = try await user.one(
                    .forceUpdate,
                    "Old",
                    ["t": .string(name)],
                    zone: nil,
                    database: .public
                )
                let read = try await user.lookUp(["Old"], zone: nil, database: .public).first
                let query = QueryRecordsRequest(query: WireQuery(recordType: "Note"))
                let found = try await user.query(query, database: .public)
                let tokens = [AssetToken(recordName: name, recordType: "Note", fieldName: "photo")]
                let upload = try await user.post(.uploadAssets, UploadAssetsRequest(tokens: tokens).json(), in: .public)
                let place = try upload.read(UploadAssetsResponse.self).tokens.first
                return [made.item, changed.item, read?.item].map { $0 != nil } + [
                    found.status == 200, place?.item != nil,
                ]
            }
            try await accounts.giveRole(editor, toAccountNamed: "anna")
            try await accounts.giveRole(editor, toAccountNamed: "Anna")
            _ = try await anna.one(.create, "Old", ["s": .string("x")], zone: nil, database: .public).get()
            #expect(try await allowed(anna) == Array(repeating: true, count: 5))
            #expect(try await allowed(ben) == Array(repeating: false, count: 5))
            // In the other environment it is another schema's.
            let production = AccountRole(
                schema: SchemaKey(container: World.container, environment: .production),
                name: "editors"
            )
            await #expect(throws: RoleError.unknownRole(known: [])) {
                try await accounts.giveRole(production, toAccountNamed: "ben")
            }
            await #expect(throws: RoleError.unknownRole(known: ["editors"])) {
                try await accounts.giveRole(AccountRole(schema: key, name: "_world"), toAccountNamed: "ben")
            }
            #expect(try await accounts.roles(ofAccountNamed: "anna") == [editor])
            try await accounts.takeRole(editor, fromAccountNamed: "anna")
            #expect(try await allowed(anna) == Array(repeating: false, count: 5))
            await #expect(throws: RoleError.isNotGiven) {
                try await accounts.takeRole(editor, fromAccountNamed: "anna")
            }
            // It goes with its account.
            try await accounts.giveRole(editor, toAccountNamed: "ben")
            let id = try await accounts.account(named: "ben").id
            try await accounts.delete(name: "ben")
            #expect(try await world.accounts.roles(of: id).isEmpty)
        }
    }

    @Test("What nobody can make use of is said, and a role that is none is refused")
    func idle() throws {
        let text = """
            DEFINE SCHEMA RECORD TYPE A (GRANT READ TO late, GRANT READ, WRITE TO "_world"); CREATE ROLE late;
            RECORD TYPE B (GRANT READ TO "_world");
            """
        let said = try RecordSchema(text: text).idleGrants
        #expect(said.count == 1 && said[0].hasPrefix("A: "))
        #expect(throws: SchemaTextError.self) {
            _ = try RecordSchema(text: "DEFINE SCHEMA RECORD TYPE A (GRANT READ TO b);")
        }
        do {
            _ = try RecordSchema(text: "DEFINE SCHEMA\nRECORD TYPE A (\n  GRANT READ TO \"_b\");")
        } catch {
            #expect(error.line == 3 && error.column == 17 && error.problem.hasPrefix("there is no role “_b”"))
        }
    }
}
