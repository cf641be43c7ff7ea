import CloudKitWebServices
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
            let body = #"{"shortGUIDs": [{"value": "0ab"}]}"#
            var replies = [
                try await user.post(.resolveRecords, body, in: .public),
                try await user.post(.acceptRecords, body, in: .public),
            ]
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
