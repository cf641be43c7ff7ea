import CloudKitWebServices
import Crypto
import Testing

@testable import CloudKitServer

@Suite("Users and tokens")
struct UserTests {
    @Test("Callers find themselves, by name and by address, and nobody else", arguments: Setting.all)
    func discovery(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna@example.org"), try await world.user("ben@example.org"))
            let name = try #require(
                try await anna.post(.callingUser, "{}").read(CallerResponse.self).user.userRecordName
            )
            let other = try #require(
                try await ben.post(.callingUser, "{}").read(CallerResponse.self).user.userRecordName
            )
            let infos = [
                WireLookupInfo(emailAddress: "Anna@Example.org"), WireLookupInfo(emailAddress: "ben@example.org"),
                WireLookupInfo(emailAddress: "nobody@example.org"), WireLookupInfo(userRecordName: name),
                WireLookupInfo(userRecordName: other), WireLookupInfo(phoneNumber: "1"), WireLookupInfo(),
            ]
            for (endpoint, body) in [
                (ServiceEndpoint.discoverUsers, DiscoverUsersRequest(lookupInfos: infos).json()),
                (.lookupUsersByEmail, LookupUsersRequest(users: infos).json()),
                (.lookupUsersByID, LookupUsersRequest(users: infos).json()),
            ] {
                let users = try await anna.post(endpoint, body, in: .public).read(UsersResponse.self).users
                #expect(users.map { $0.item?.userRecordName } == [name, name])
                #expect(users.map { $0.item?.lookupInfo } == [infos[0], infos[3]])
                let wrong = try await anna.post(endpoint, body)
                #expect(wrong.status == 400 && wrong.error?.serverErrorCode == .badRequest)
            }
            for endpoint in [ServiceEndpoint.discoverUsers, .lookupContacts] {
                let reply = try await world.send("GET", anna.path(endpoint, .public))
                #expect(reply.status == 200 && reply.text == #"{"users":[]}"#)
            }
            let many = DiscoverUsersRequest(lookupInfos: Array(repeating: WireLookupInfo(), count: 201))
            #expect(try await anna.post(.discoverUsers, many.json(), in: .public).status == 400)
        }
    }

    @Test("In the shapes of the published reference, and for people only", arguments: Setting.all)
    func shapes(_ setting: Setting) async throws {
        try await setting.run { world in
            let anna = try await world.user("anna@example.org")
            // The keys of the caller stand at the top level, as clients read them, and in the array of the reference.
            let caller = try await world.send("GET", anna.path(.callingUser, .public))
            let name = try #require(caller.text(between: "\"userRecordName\":\"", and: "\""))
            #expect(name.wholeMatch(of: /_[0-9a-f]{32}/) != nil)
            #expect(
                caller.text == #"{"userRecordName":"\#(name)","users":[{"userRecordName":"\#(name)"}]}"#,
                "\(caller.text)"
            )
            let current = try await world.send("GET", anna.path(.currentUser, .public))
            #expect(current.status == 200 && current.text.contains("\"userRecordName\":\"\(name)\""))
            // Who is not found is simply missing, and others are as those who are not.
            let byEmail = try await anna.post(
                .lookupUsersByEmail,
                #"{"users":[{"emailAddress":"nobody@example.org"},{"emailAddress":"anna@example.org"}]}"#,
                in: .public
            )
            let email = #""lookupInfo":{"emailAddress":"anna@example.org"}"#
            #expect(byEmail.status == 200 && byEmail.text.contains(email) && byEmail.text.contains(name))
            #expect(try byEmail.read(UsersResponse.self).users.count == 1)
            let byName = try await anna.post(
                .lookupUsersByID,
                #"{"users":[{"userRecordName":"\#(name)"},{"userRecordName":"_0123456789abcdef0123456789abcdef"}]}"#,
                in: .public
            )
            #expect(try byName.read(UsersResponse.self).users.map { $0.item?.userRecordName } == [name])
            // A server's key is nobody's.
            for endpoint in [
                ServiceEndpoint.callingUser, .currentUser, .discoverUsers, .lookupUsersByEmail, .lookupUsersByID,
            ] {
                let reply = try await signed(endpoint, world)
                #expect(reply.status == 401, "\(endpoint)")
                #expect(reply.error?.serverErrorCode == .authenticationFailed)
            }
            // Outside of the public database only the caller is told.
            #expect(try await anna.post(.callingUser, "{}", in: .private).status == 200)
            #expect(try await anna.post(.currentUser, "{}", in: .private).error?.serverErrorCode == .badRequest)
        }
    }

    /// Asks with a server's key.
    private func signed(_ endpoint: ServiceEndpoint, _ world: World) async throws -> Reply {
        let key = P256.Signing.PrivateKey()
        let id = try await world.server.accounts.addServerKey(
            container: World.container,
            publicKeyPEM: key.publicKey.pemRepresentation
        )
        let path = "/database/1/\(World.container)/development/public/\(endpoint.rawValue)"
        let body = Array(#"{"users":[],"lookupInfos":[]}"#.utf8)
        let signature = try RequestSigner(keyID: id, privateKey: key).sign(
            body: body,
            subpath: path,
            date: WireTimestamp(milliseconds: world.now)
        )
        let headers = Dictionary(uniqueKeysWithValues: signature.headers.map { ($0.name, $0.value) })
        return try await world.send("POST", path, body, headers: headers)
    }

    @Test("A token that is registered keeps notices before its device first waits", arguments: Setting.all)
    func registered(_ setting: Setting) async throws {
        try await setting.run { world in
            var phone = try await world.user("anna")
            phone.device = "phone"
            var laptop = phone
            laptop.device = "laptop"
            let ben = try await world.user("ben")
            try await phone.zone(.create, "Notes")
            let subscription = WireSubscription(subscriptionID: "all", subscriptionType: .database)
            let request = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.create, subscription)])
            _ = try await phone.post(.modifySubscriptions, request.json())
            let create = CreateTokenRequest(apnsEnvironment: .development, clientID: "phone")
            let token = try await phone.post(.createToken, create.json()).read(CreateTokenResponse.self)
            let register = RegisterTokenRequest(
                apnsEnvironment: .development,
                apnsToken: token.apnsToken,
                clientID: "phone"
            )
            // That somebody else registers it afterwards takes nothing away.
            for user in [phone, ben] {
                let reply = try await user.post(.registerToken, register.json())
                #expect(reply.status == 200 && reply.text == "{}")
            }
            _ = try await laptop.saved("A")
            let notice = try await world.send("GET", try World.path(of: token.webcourierURL))
            #expect(try notice.read(WireNotification.self).containerIdentifier == World.container)
            for body in ["{}", #"{"apnsEnvironment":"moon","apnsToken":"x"}"#, #"{"apnsEnvironment":"production"}"#] {
                #expect(try await phone.post(.registerToken, body).error?.serverErrorCode == .badRequest)
            }
            let long = RegisterTokenRequest(apnsEnvironment: .production, apnsToken: String(repeating: "x", count: 256))
            #expect(try await phone.post(.registerToken, long.json()).error?.serverErrorCode == .badRequest)
        }
    }

    @Test("Sharing is refused, and says that it is not offered yet", arguments: Setting.all)
    func sharing(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let credentials = ServiceQuery(apiToken: try await world.token()).text
            let nobody = User(world: world, credentials: credentials)
            let body = #"{"shortGUIDs": [{"value": "0ab"}]}"#
            var replies = [
                try await user.post(.resolveRecords, body, in: .public),
                try await user.post(.acceptRecords, body, in: .public),
                // Looking at what is shared needs no user, taking part in it does.
                try await nobody.post(.resolveRecords, body, in: .public),
            ]
            let accepted = try await nobody.post(.acceptRecords, body, in: .public)
            #expect(accepted.error?.serverErrorCode == .authenticationRequired)
            for endpoint in ServiceEndpoint.allCases where endpoint.databases.contains(.shared) {
                replies.append(try await user.post(endpoint, "{}", in: .shared))
            }
            for reply in replies {
                #expect(reply.status == 403 && reply.error?.serverErrorCode == .accessDenied)
                #expect(reply.error?.reason == "sharing is not offered yet")
            }
        }
    }
}
