import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Finding other people")
struct DiscoveryTests {
    private static let schema = SchemaKey(container: World.container, environment: .development)

    private static func name(of user: User) async throws -> String {
        let caller = try await user.post(.callingUser, "{}").read(CallerResponse.self)
        return try #require(caller.user.userRecordName)
    }

    /// What each endpoint finds of two people, by address and by name.
    private static func found(
        by user: User,
        _ address: String,
        _ name: String,
        environment: String = "development"
    ) async throws -> [String] {
        let infos = [WireLookupInfo(emailAddress: address), WireLookupInfo(userRecordName: name)]
        var texts: [String] = []
        for (endpoint, body) in [
            (ServiceEndpoint.discoverUsers, DiscoverUsersRequest(lookupInfos: infos).json()),
            (.lookupUsersByEmail, LookupUsersRequest(users: infos).json()),
            (.lookupUsersByID, LookupUsersRequest(users: infos).json()),
        ] {
            let path = "/database/1/\(World.container)/\(environment)/public/\(endpoint.rawValue)?\(user.credentials)"
            let reply = try await user.world.send("POST", path, body)
            #expect(reply.status == 200)
            texts.append(reply.text)
        }
        return texts
    }

    private static let nobody = Array(repeating: #"{"users":[]}"#, count: 3)

    @Test("Who lets others find them is found, in that app alone", arguments: Setting.all)
    func optIn(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna@example.org"), try await world.user("ben@example.org"))
            let (own, name) = (try await Self.name(of: anna), try await Self.name(of: ben))
            let accounts = world.server.accounts
            // Until then nothing tells Ben from somebody who was never here.
            #expect(try await Self.found(by: anna, "ben@example.org", name) == Self.nobody)
            let stranger = "_0123456789abcdef0123456789abcdef"
            #expect(try await Self.found(by: anna, "eve@example.org", stranger) == Self.nobody)
            // In another app, or in production, does not count here.
            for schema in [
                SchemaKey(container: "iCloud.org.example.other", environment: .development),
                SchemaKey(container: World.container, environment: .production),
            ] {
                try await accounts.setDiscoverable(true, accountNamed: "ben@example.org", in: schema)
            }
            #expect(try await Self.found(by: anna, "ben@example.org", name) == Self.nobody)
            try await accounts.setDiscoverable(true, accountNamed: "BEN@example.org", in: Self.schema)
            let identities = #"""
                {"users":[{"userRecordName":"\#(name)","lookupInfo":{"emailAddress":"Ben@example.org"}},\#
                {"userRecordName":"\#(name)","lookupInfo":{"userRecordName":"\#(name)"}}]}
                """#
            #expect(
                try await Self.found(by: anna, "Ben@example.org", name) == Array(repeating: identities, count: 3)
            )
            // Anna stays hidden from Ben, who finds himself as before.
            #expect(try await Self.found(by: ben, "anna@example.org", own) == Self.nobody)
            #expect(try await Self.found(by: ben, "Ben@example.org", name)[0] == identities)
            // It gives no rights and is none of the schema's roles.
            #expect(try await accounts.roles(ofAccountNamed: "ben@example.org").isEmpty)
            try await accounts.setDiscoverable(false, accountNamed: "ben@example.org", in: Self.schema)
            #expect(try await Self.found(by: anna, "ben@example.org", name) == Self.nobody)
            #expect(
                try await accounts.discoverability(ofAccountNamed: "ben@example.org").map(\.environment)
                    == [.production, .development]
            )
        }
    }

    @Test("Who is gone is found no more, also by the name of their records", arguments: Setting.inProcess)
    func deleted(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            let name = try await Self.name(of: ben)
            try await world.server.accounts.setDiscoverable(true, accountNamed: "ben", in: Self.schema)
            #expect(try await Self.found(by: anna, "ben", name) != Self.nobody)
            try await world.server.accounts.delete(name: "ben")
            #expect(try await Self.found(by: anna, "ben", name) == Self.nobody)
            // Somebody new of the same name has not said yes.
            _ = try await world.user("ben")
            #expect(try await Self.found(by: anna, "ben", name) == Self.nobody)
        }
    }

    @Test("Who is disabled is found by nobody until they are enabled again", arguments: Setting.inProcess)
    func disabled(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            let name = try await Self.name(of: ben)
            let accounts = world.server.accounts
            try await accounts.setDiscoverable(true, accountNamed: "ben", in: Self.schema)
            try await accounts.setEnabled(false, name: "ben")
            #expect(try await Self.found(by: anna, "ben", name) == Self.nobody)
            // Saying so again, as an operator may meanwhile, lists nobody who is disabled.
            try await accounts.setDiscoverable(true, accountNamed: "ben", in: Self.schema)
            #expect(try await Self.found(by: anna, "ben", name) == Self.nobody)
            try await accounts.setEnabled(true, name: "ben")
            #expect(try await Self.found(by: anna, "ben", name) != Self.nobody)
            try await accounts.setEnabled(false, name: "ben")
            try await accounts.setDiscoverable(false, accountNamed: "ben", in: Self.schema)
            try await accounts.setEnabled(true, name: "ben")
            #expect(try await Self.found(by: anna, "ben", name) == Self.nobody)
        }
    }

    @Test("The sign-in page asks whether one may be found; who answers nothing changes nothing", arguments: Setting.all)
    func page(_ setting: Setting) async throws {
        try await setting.run { world in
            let anna = try await world.user("anna")
            try await world.server.accounts.create(name: "ben", password: "correct horse")
            let request = "/database/1/\(World.container)/development/private/zones/list"
            for (answer, isFound) in [
                (nil, false), ("yes", true), (nil, true), ("", true), ("no", false), (nil, false),
            ] {
                let asked = try await world.send("POST", "\(request)?ckAPIToken=\(try await world.token())")
                let address = try #require(asked.error?.redirectURL)
                let path = try #require(address.firstRange(of: "/auth/").map { String(address[$0.lowerBound...]) })
                var browser = Browser(world)
                let page = try await browser.open(path)
                #expect(page.text.contains(#"<label for="discoverable">"#))
                #expect(page.text.contains(#"<option value="" selected>"#))
                var fields = ["name": "ben", "password": "correct horse"]
                fields["discoverable"] = answer
                _ = try await browser.submit(page, path, fields)
                let found = try await Self.found(by: anna, "ben", "_none")
                #expect((found != Self.nobody) == isFound, "\(answer ?? "no answer")")
            }
        }
    }

    @Test("An export says in which apps one can be found")
    func export() async throws {
        try await Setting.embedded.run { world in
            _ = try await world.user("anna")
            try await world.server.accounts.setDiscoverable(true, accountNamed: "anna", in: Self.schema)
            var lines: [String] = []
            try await world.server.export.run(name: "anna") { lines.append(String(decoding: $0.bytes, as: UTF8.self)) }
            let line = #"{"kind":"discoverable","container":"\#(World.container)","environment":"development"}"#
            #expect(lines.contains(line + "\n"), "\(lines)")
        }
    }
}
