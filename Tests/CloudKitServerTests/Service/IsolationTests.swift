import CloudKitWebServices
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("One account learns nothing of another")
struct IsolationTests {
    /// What Ben sees of Anna's things must be what he sees of things that never were.
    @Test("Every endpoint in every database, with the names of another's things", arguments: Setting.all)
    func walk(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            let real = try await Self.things(of: anna)
            let unreal = Things(
                owner: real.owner,
                user: "_0123456789abcdef0123456789abcdef",
                zone: "Nowher",
                record: "nobody",
                subscription: "witch",
                email: "abba",
                token: real.token,
                receipt: String(real.receipt.reversed()),
                device: String(repeating: "0", count: real.device.count)
            )
            for endpoint in ServiceEndpoint.allCases {
                for (database, body) in DatabaseScope.allCases.flatMap({ scope in
                    Self.rows(endpoint).map { (scope, $0) }
                }) {
                    for hasOwner in [false, true] {
                        let seen = try await ben.post(endpoint, real.filled(body, hasOwner), in: database)
                        let unseen = try await ben.post(endpoint, unreal.filled(body, hasOwner), in: database)
                        let difference = "\(endpoint) \(database) \(body): \(seen.text) \(unseen.text)"
                        #expect(real.neutral(seen) == unreal.neutral(unseen), "\(difference)")
                        #expect(!seen.text.contains("treasure"), "\(difference)")
                        guard database == .private, body.contains("ZONE") else { continue }
                        // A token of Anna's zone is to Ben what any forged one is, before anybody looks for the zone.
                        let mayBeForged = body.contains("TOKEN") && !hasOwner
                        #expect(seen.text.contains(mayBeForged ? "BAD_REQUEST" : "ZONE_NOT_FOUND"), "\(difference)")
                    }
                }
            }
            let plain = try await ben.lookUp(["plain"], zone: nil)
            #expect(plain.first?.error?.serverErrorCode == .notFound)
            // A zone of the same name is Ben's own, and empty.
            try await ben.zone(.create, real.zone)
            #expect(try await ben.changes(zone: real.zone).get().records.isEmpty)
            let own = try await ben.lookUp([real.record], zone: real.zone)
            #expect(own.first?.error?.serverErrorCode == .notFound)
            // Nothing of Anna's was harmed by all this.
            #expect(try await anna.changes(real.token, zone: "Secret").get().records.isEmpty)
            let hidden = try await anna.lookUp(["hidden"], zone: "Secret").first?.item
            #expect(hidden?.fields["title"]?.value == .string("treasure"))
            let listed = try await anna.post(.listSubscriptions, "{}").read(SubscriptionsResponse.self).subscriptions
            #expect(listed.compactMap { $0.item?.subscriptionID } == ["watch"])
        }
    }

    /// What somebody has, by its names.
    private struct Things: Sendable {
        let owner, user, zone, record, subscription, email, token, receipt, device: String

        func filled(_ body: String, _ hasOwner: Bool) -> String {
            let ownerKey = hasOwner ? #", "ownerRecordName": "\#(owner)""# : ""
            return body.replacing("ZONE", with: #"{"zoneName": "\#(zone)"\#(ownerKey)}"#)
                .replacing("RECORD", with: record).replacing("NAME", with: subscription).replacing("TOKEN", with: token)
                .replacing("USER", with: user).replacing("MAIL", with: email).replacing("RECEIPT", with: receipt)
                .replacing("DEVICE", with: device)
        }

        /// The answer without the names that were asked for, and without what is new in each answer.
        func neutral(_ reply: Reply) -> String {
            var text = reply.text
            for name in [zone, record, subscription, user, owner] { text = text.replacing(name, with: "…") }
            text = text.replacing(#/"(uuid|url|apnsToken|webcourierURL|recordChangeTag)":"[^"]*"/#, with: "")
            return "\(reply.status) \(text)"
        }
    }

    private static func things(of anna: User) async throws -> Things {
        let caller = try await anna.post(.callingUser, "{}").read(CallerResponse.self).user
        let owner = try #require(caller.userRecordName)
        for zone in ["Secret", "Notes"] { try await anna.zone(.create, zone) }
        _ = try await anna.saved("hidden", ["title": .string("treasure")], zone: "Secret")
        _ = try await anna.saved("plain", ["title": .string("treasure")], zone: nil)
        let value = try await anna.upload(Array("treasure".utf8))
        let photo = try await anna.one(.forceUpdate, "hidden", ["photo": .asset(value)], zone: "Secret")
        #expect(photo.item != nil)
        let subscription = WireSubscription(subscriptionID: "watch", subscriptionType: .database)
        let subscribe = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.create, subscription)])
        _ = try await anna.post(.modifySubscriptions, subscribe.json())
        let courier = try await anna.post(.createToken, CreateTokenRequest(apnsEnvironment: .development).json())
        return Things(
            owner: owner,
            user: owner,
            zone: "Secret",
            record: "hidden",
            subscription: "watch",
            email: "anna",
            token: try #require(try await anna.changes(zone: "Secret").get().syncToken),
            receipt: try #require(value.receipt),
            device: try courier.read(CreateTokenResponse.self).apnsToken
        )
    }

    /// What to ask of each endpoint.
    ///
    /// The switch has no default on purpose: a new endpoint must have its row.
    private static func rows(_ endpoint: ServiceEndpoint) -> [String] {
        switch endpoint {
        case .modifyRecords: operations
        case .lookupRecords: [#"{"zoneID": ZONE, "records": [{"recordName": "RECORD"}]}"#]
        case .queryRecords:
            [
                #"{"zoneID": ZONE, "query": {"recordType": "Note"}}"#,
                #"{"zoneWide": true, "query": {"recordType": "Note"}}"#,
            ]
        case .recordChanges: [#"{"zoneID": ZONE}"#, #"{"zoneID": ZONE, "syncToken": "TOKEN"}"#]
        case .zoneChanges:
            [#"{"zones": [{"zoneID": ZONE}]}"#, #"{"zones": [{"zoneID": ZONE, "syncToken": "TOKEN"}]}"#]
        case .databaseChanges: ["{}", #"{"syncToken": "TOKEN"}"#]
        case .zoneListChanges: ["{}", #"{"metaSyncToken": "TOKEN"}"#]
        case .lookupZones: [#"{"zones": [ZONE]}"#]
        case .modifyZones: [#"{"operations": [{"operationType": "delete", "zone": {"zoneID": ZONE}}]}"#]
        case .lookupSubscriptions: [#"{"subscriptions": [{"subscriptionID": "NAME"}]}"#]
        case .modifySubscriptions:
            [
                #"{"operations": [{"operationType": "delete", "subscription": {"subscriptionID": "NAME"}}]}"#,
                subscription("update"), subscription("create"), subscription("update"),
                #"{"operations": [{"operationType": "delete", "subscription": {"subscriptionID": "NAME"}}]}"#,
            ]
        case .listZones, .listSubscriptions, .callingUser, .currentUser, .lookupContacts: ["{}"]
        case .discoverUsers: [#"{"lookupInfos": [{"userRecordName": "USER"}, {"emailAddress": "MAIL"}]}"#]
        case .lookupUsersByEmail: [#"{"users": [{"emailAddress": "MAIL"}]}"#]
        case .lookupUsersByID: [#"{"users": [{"userRecordName": "USER"}]}"#]
        case .uploadAssets:
            [#"{"zoneID": ZONE, "tokens": [{"recordName": "RECORD", "recordType": "Note", "fieldName": "photo"}]}"#]
        case .rereferenceAssets:
            [
                #"{"zoneID": ZONE, "assets": [{"recordName": "RECORD", "fieldName": "photo"}]}"#,
                #"{"assets": [{"recordName": "RECORD", "fieldName": "photo"}]}"#,
                #"{"assets": [], "targetZoneID": ZONE}"#,
            ]
        case .createToken: [#"{"apnsEnvironment": "development", "clientId": "DEVICE"}"#]
        case .registerToken: [#"{"apnsEnvironment": "development", "apnsToken": "DEVICE"}"#]
        case .resolveRecords, .acceptRecords: [#"{"shortGUIDs": [{"value": "RECORD"}]}"#]
        }
    }

    private static func subscription(_ kind: String) -> String {
        """
        {"operations": [{"operationType": "\(kind)", "subscription": {"subscriptionID": "NAME",
        "subscriptionType": "zone", "zoneID": {"zoneName": "_defaultZone"}}}]}
        """
    }

    private static let operations =
        ["create", "update", "forceUpdate", "replace", "forceReplace", "delete", "forceDelete"].map {
            """
            {"zoneID": ZONE, "operations": [{"operationType": "\($0)", "record":
            {"recordName": "RECORD", "recordType": "Note", "recordChangeTag": "1"}}]}
            """
        } + [
            """
            {"operations": [{"operationType": "forceUpdate", "record": {"recordName": "own", "recordType": "Photo",
            "fields": {"photo": {"value": {"receipt": "RECEIPT"}, "type": "ASSETID"}}}}]}
            """,
            """
            {"operations": [{"operationType": "forceUpdate", "record": {"recordName": "own", "recordType": "Link",
            "fields": {"to": {"value": {"recordName": "RECORD", "action": "VALIDATE"}, "type": "REFERENCE"}}}}]}
            """,
        ]

    @Test("What stands beside the endpoints: an address that is not whole leads nowhere", arguments: Setting.all)
    func addresses(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            for user in [anna, ben] { try await user.zone(.create, "Notes") }
            let photo = try await anna.saved("N-1", photo: try await anna.upload(Array("treasure".utf8)))
            for route in PlainRoute.allCases {
                guard let good = try await Self.address(route, anna, photo) else { continue }
                let nowhere = try await world.send(route.methods[0], route.path + "nowhere/x")
                #expect(nowhere.status == 404)
                for place in stride(from: route.path.utf8.count, to: good.utf8.count, by: 7) {
                    var bytes = Array(good.utf8)
                    if bytes[place] == UInt8(ascii: "/") { break }
                    bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
                    let reply = try await world.send(route.methods[0], String(decoding: bytes, as: UTF8.self))
                    #expect(reply.error?.serverErrorCode == nowhere.error?.serverErrorCode, "\(route) \(place)")
                    #expect(reply.status == 404 && reply.error?.reason == nowhere.error?.reason, "\(route) \(place)")
                }
            }
        }
    }

    /// An address of Anna's under each route; nil where there are none.
    private static func address(_ route: PlainRoute, _ anna: User, _ photo: WireAsset) async throws -> String? {
        switch route {
        case .health, .ready, .metrics: return nil
        case .courier:
            let request = CreateTokenRequest(apnsEnvironment: .development)
            let reply = try await anna.post(.createToken, request.json())
            return try World.path(of: try reply.read(CreateTokenResponse.self).webcourierURL)
        case .assetUpload: return try await anna.uploadPath()
        case .assetDownload: return try World.path(of: try #require(photo.downloadURL(fileName: "f")))
        }
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
