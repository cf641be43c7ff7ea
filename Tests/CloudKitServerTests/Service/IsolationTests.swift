import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("One account learns nothing of another")
struct IsolationTests {
    /// What Ben sees of Anna's things must be what he sees of things that never were.
    @Test("Every endpoint, with the names of another's zone, records and subscriptions", arguments: Setting.all)
    func walk(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            let owner = try #require(
                try await anna.post(.callingUser, "{}").read(CallerResponse.self).user.userRecordName
            )
            try await anna.zone(.create, "Secret")
            _ = try await anna.saved("hidden", ["title": .string("treasure")], zone: "Secret")
            _ = try await anna.saved("plain", ["title": .string("treasure")], zone: nil)
            let token = try #require(try await anna.changes(zone: "Secret").get().syncToken)
            let subscription = WireSubscription(subscriptionID: "watch", subscriptionType: .database)
            let subscribe = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.create, subscription)])
            _ = try await anna.post(.modifySubscriptions, subscribe.json())
            for endpoint in ServiceEndpoint.allCases where !endpoint.isForDevice {
                for body in Self.bodies(of: endpoint) {
                    for ownerKey in ["", #", "ownerRecordName": "\#(owner)""#] {
                        let filled = { (zone: String, record: String, id: String) in
                            body.replacing("ZONE", with: #"{"zoneName": "\#(zone)"\#(ownerKey)}"#)
                                .replacing("RECORD", with: record).replacing("NAME", with: id)
                                .replacing("TOKEN", with: token)
                        }
                        let real = try await ben.post(endpoint, filled("Secret", "hidden", "watch"))
                        let unreal = try await ben.post(endpoint, filled("Nowher", "nobody", "witch"))
                        let difference = "\(endpoint) \(body): \(real.text) \(unreal.text)"
                        #expect(Self.neutral(real) == Self.neutral(unreal), "\(difference)")
                        #expect(!real.text.contains("treasure"), "\(difference)")
                        // A token of Anna's zone is to Ben what any forged one is, before anybody looks for the zone.
                        let mayBeForged = body.contains("TOKEN") && ownerKey.isEmpty
                        let refusal = mayBeForged ? "BAD_REQUEST" : "ZONE_NOT_FOUND"
                        if body.contains("ZONE") { #expect(real.text.contains(refusal), "\(difference)") }
                    }
                }
            }
            let plain = try await ben.lookUp(["plain"], zone: nil)
            #expect(plain.first?.error?.serverErrorCode == .notFound)
            // Nothing of Anna's was harmed by all this.
            #expect(try await anna.changes(token, zone: "Secret").get().records.isEmpty)
            #expect(
                try await anna.lookUp(["hidden"], zone: "Secret").first?.item?.fields["title"]?.value
                    == .string("treasure")
            )
        }
    }

    private static func bodies(of endpoint: ServiceEndpoint) -> [String] {
        switch endpoint {
        case .modifyRecords:
            ["create", "update", "forceUpdate", "replace", "forceReplace", "delete", "forceDelete"].map {
                """
                {"zoneID": ZONE, "operations": [{"operationType": "\($0)", "record":
                {"recordName": "RECORD", "recordType": "Note", "recordChangeTag": "1"}}]}
                """
            }
        case .lookupRecords: [#"{"zoneID": ZONE, "records": [{"recordName": "RECORD"}]}"#]
        case .queryRecords:
            [
                #"{"zoneID": ZONE, "query": {"recordType": "Note"}}"#,
                #"{"zoneWide": true, "query": {"recordType": "Note"}}"#,
            ]
        case .recordChanges: [#"{"zoneID": ZONE}"#, #"{"zoneID": ZONE, "syncToken": "TOKEN"}"#]
        case .zoneChanges:
            [#"{"zones": [{"zoneID": ZONE}]}"#, #"{"zones": [{"zoneID": ZONE, "syncToken": "TOKEN"}]}"#]
        case .lookupZones: [#"{"zones": [ZONE]}"#]
        case .modifyZones: [#"{"operations": [{"operationType": "delete", "zone": {"zoneID": ZONE}}]}"#]
        case .lookupSubscriptions: [#"{"subscriptions": [{"subscriptionID": "NAME"}]}"#]
        case .modifySubscriptions:
            [#"{"operations": [{"operationType": "delete", "subscription": {"subscriptionID": "NAME"}}]}"#]
        default: ["{}"]
        }
    }

    /// The answer without the names that were asked for, and without what names the answer.
    private static func neutral(_ reply: Reply) -> String {
        var text = reply.text
        for (real, unreal) in [("Secret", "Nowher"), ("hidden", "nobody"), ("watch", "witch")] {
            text = text.replacing(real, with: unreal)
        }
        return "\(reply.status) " + text.replacing(#/"uuid":"[^"]*"/#, with: "")
    }

    @Test("A courier's address belongs to one sign-in, and hears of one account only", arguments: Setting.all)
    func couriers(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for user in [anna, ben] {
                try await user.zone(.create, "Notes")
                let subscription = WireSubscription(subscriptionID: "all", subscriptionType: .database)
                let request = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.create, subscription)])
                _ = try await user.post(.modifySubscriptions, request.json())
            }
            let path = "/device/1/\(World.container)/development/tokens/create?\(ben.credentials)"
            let request = CreateTokenRequest(apnsEnvironment: .development, clientID: "ben's phone")
            let url = try await world.send("POST", path, request.json()).read(CreateTokenResponse.self).webcourierURL
            let address = try #require(url.firstRange(of: "/courier/").map { String(url[$0.lowerBound...]) })
            async let waiting = world.send("GET", address)
            while await world.server.service.couriers.parkedCount < 1 { await Task.yield() }
            _ = try await anna.saved("A")
            #expect(await world.server.service.couriers.parkedCount == 1)
            await world.server.service.couriers.close()
            #expect(try await waiting.body.isEmpty)
            let store = world.accounts
            let account = try #require(try await store.account(named: "ben"))
            try await store.endSessions(of: account.id)
            #expect(try await world.send("GET", address).status == 404)
        }
    }
}
