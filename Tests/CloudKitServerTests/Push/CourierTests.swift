import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Push")
struct CourierTests {
    private static func courier(_ user: User) async throws -> String {
        let path = "/device/1/\(World.container)/development/tokens/create?\(user.credentials)"
        let request = CreateTokenRequest(
            apnsEnvironment: .development,
            clientID: user.device.isEmpty ? nil : user.device
        )
        let reply = try await user.world.send("POST", path, request.json(), headers: ["Host": "sync.example.org"])
        let url = try reply.read(CreateTokenResponse.self).webcourierURL
        return try #require(url.firstRange(of: "/courier/").map { String(url[$0.lowerBound...]) })
    }

    private static func subscribe(
        _ user: User,
        _ subscription: WireSubscription
    ) async throws
        -> ItemResult<WireSubscription>
    {
        let request = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.create, subscription)])
        let reply = try await user.post(.modifySubscriptions, request.json())
        return try #require(try reply.read(SubscriptionsResponse.self).subscriptions.first)
    }

    /// Waits until so many requests are parked.
    private static func parked(_ count: Int, in world: World) async {
        while await world.server.service.couriers.parkedCount < count { await Task.yield() }
    }

    @Test("A parked device is woken by another device's change, not by its own", arguments: Setting.all)
    func woken(_ setting: Setting) async throws {
        try await setting.run { world in
            var phone = try await world.user("anna")
            phone.device = "phone"
            var laptop = phone
            laptop.device = "laptop"
            try await phone.zone(.create, "Notes")
            _ = try await Self.subscribe(
                phone,
                WireSubscription(subscriptionID: "all", subscriptionType: .database)
            )
            let path = try await Self.courier(phone)
            async let waiting = world.send("GET", path)
            await Self.parked(1, in: world)
            _ = try await phone.saved("A")
            #expect(await world.server.service.couriers.parkedCount == 1)
            _ = try await laptop.saved("B")
            let reply = try await waiting
            let notice = try reply.read(WireNotification.self)
            #expect(notice.containerIdentifier == World.container)
            guard case .database(let change) = notice.event else {
                Issue.record("not a database notice: \(reply.text)")
                return
            }
            #expect(change.zoneName == "Notes" && change.subscriptionID == "all")
            // What happens while nobody waits is told once, however often it happened.
            for _ in 0..<5 { _ = try await laptop.saved("B") }
            #expect(try await world.send("GET", path).body.isEmpty == false)
            async let last = world.send("GET", path)
            await Self.parked(1, in: world)
            await world.server.service.couriers.close()
            #expect(try await last.body.isEmpty)
        }
    }

    @Test("Who was signed out while waiting is told of nothing any more", arguments: Setting.all)
    func signedOut(_ setting: Setting) async throws {
        try await setting.run { world in
            var lost = try await world.user("anna")
            lost.device = "lost"
            try await lost.zone(.create, "Notes")
            _ = try await Self.subscribe(
                lost,
                WireSubscription(subscriptionID: "all", subscriptionType: .database)
            )
            let path = try await Self.courier(lost)
            async let waiting = world.send("GET", path)
            await Self.parked(1, in: world)
            try await world.server.accounts.signOutEverywhere(name: "anna")
            let web = try await world.server.accounts.signIn(name: "anna", container: World.container)
            let credentials = ServiceQuery(apiToken: try await world.token(), webAuthToken: web).text
            let laptop = User(world: world, credentials: credentials)
            _ = try await laptop.saved("Secret")
            #expect(try await waiting.body.isEmpty)
            #expect(try await world.send("GET", path).status == 404)
        }
    }

    @Test("Devices without a name wake one another", arguments: Setting.all)
    func unnamed(_ setting: Setting) async throws {
        try await setting.run { world in
            var phone = try await world.user("anna")
            phone.device = ""
            let laptop = phone
            try await phone.zone(.create, "Notes")
            _ = try await Self.subscribe(
                phone,
                WireSubscription(subscriptionID: "all", subscriptionType: .database)
            )
            let path = try await Self.courier(phone)
            async let waiting = world.send("GET", path)
            await Self.parked(1, in: world)
            let saved = try await laptop.saved("A")
            #expect(saved.modified?.deviceID == "1")
            #expect(try await waiting.read(WireNotification.self).containerIdentifier == World.container)
        }
    }

    @Test("A zone's subscription, a query's, and one that fires once", arguments: Setting.all)
    func kinds(_ setting: Setting) async throws {
        try await setting.run { world in
            var phone = try await world.user("anna")
            phone.device = "phone"
            var laptop = phone
            laptop.device = "laptop"
            for zone in ["Notes", "Other"] { try await phone.zone(.create, zone) }
            _ = try await laptop.saved("Old", ["n": .int64(9)])
            let path = try await Self.courier(phone)
            // The device is known from its first wait on; another wait sends that one away.
            async let first = world.send("GET", path)
            await Self.parked(1, in: world)
            let zoneID = WireZoneID(zoneName: "Other")
            _ = try await Self.subscribe(
                phone,
                WireSubscription(subscriptionID: "zone", subscriptionType: .zone, zoneID: zoneID)
            )
            let filter = WireFilter(.greaterThan, fieldName: "n", fieldValue: WireField(.int64(5)))
            _ = try await Self.subscribe(
                phone,
                WireSubscription(
                    subscriptionID: "query",
                    subscriptionType: .query,
                    query: WireQuery(recordType: "Note", filterBy: [filter]),
                    firesOn: [.create],
                    firesOnce: true
                )
            )
            for (name, number) in [("Small", 1), ("Old", 10)] as [(String, Int64)] {
                _ = try await laptop.saved(name, ["n": .int64(number)])
            }
            #expect(await world.server.service.couriers.parkedCount == 1)
            _ = try await laptop.saved("Large", ["n": .int64(7)])
            let query = try await first.read(WireNotification.self)
            guard case .query(let notice) = query.event else {
                Issue.record("not a query notice")
                return
            }
            #expect(notice.subscriptionID == "query")
            let left = try await phone.post(.listSubscriptions, "{}").read(SubscriptionsResponse.self).subscriptions
            #expect(left.compactMap { $0.item?.subscriptionID } == ["zone"])
            _ = try await laptop.saved("Large", zone: "Other")
            guard case .zone(let other) = try await world.send("GET", path).read(WireNotification.self).event else {
                Issue.record("not a zone notice")
                return
            }
            #expect(other.zoneName == "Other")
        }
    }

    @Test("Subscriptions that make no sense, and those that are gone", arguments: Setting.all)
    func refused(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let large = WireQuery(recordType: String(repeating: "x", count: 40_000))
            let bad = [
                WireSubscription(
                    subscriptionID: "a",
                    subscriptionType: .query,
                    query: large,
                    firesOn: [.create]
                ),
                WireSubscription(subscriptionID: "a"), WireSubscription(subscriptionID: "a", subscriptionType: .zone),
                WireSubscription(subscriptionID: "a", subscriptionType: .query),
                WireSubscription(subscriptionID: "a", subscriptionType: WireSubscriptionType(rawValue: "moon")),
                WireSubscription(
                    subscriptionID: "a",
                    subscriptionType: .query,
                    query: WireQuery(recordType: "Note"),
                    firesOn: []
                ),
            ]
            for subscription in bad {
                #expect(try await Self.subscribe(user, subscription).error?.serverErrorCode == .badRequest)
            }
            let good = WireSubscription(subscriptionID: "a", subscriptionType: .database)
            #expect(try await Self.subscribe(user, good).item?.subscriptionID == "a")
            #expect(try await Self.subscribe(user, good).item?.subscriptionID == "a")
            for code in [nil, ServerErrorCode.notFound] {
                let delete = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.delete, good)])
                let reply = try await user.post(.modifySubscriptions, delete.json())
                let result = try reply.read(SubscriptionsResponse.self).subscriptions.first
                #expect(result?.error?.serverErrorCode == code)
            }
            let lookup = LookupSubscriptionsRequest(subscriptionIDs: ["a"])
            let reply = try await user.post(.lookupSubscriptions, lookup.json()).read(SubscriptionsResponse.self)
            #expect(reply.subscriptions.first?.error?.serverErrorCode == .notFound)
        }
    }

    @Test("A device that hangs up is not parked any more")
    func hangUp() async throws {
        try await Setting(store: .embedded, transport: .http).run { world in
            let user = try await world.user("anna")
            let path = try await Self.courier(user)
            let port = try #require(world.port.withLock { $0 })
            try await HTTPCaller.with(port: port) { connection in
                try await connection.client.executeAndDontWaitForResponse(.init(path, method: .get))
                await Self.parked(1, in: world)
            }
            while await world.server.service.couriers.parkedCount > 0 { await Task.yield() }
        }
    }
}
