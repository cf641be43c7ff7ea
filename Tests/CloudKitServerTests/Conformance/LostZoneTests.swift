import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Tokens of zones that an older copy of the store knows nothing of")
struct LostZoneTests {
    /// What a copy from before the first write holds.
    private static func lose(_ world: World) async throws {
        let tables = ["subscription", "record", "zone", "database"]
        for table in tables { try await world.store.execute("DELETE FROM \(table)") }
        world.advance(milliseconds: 1)
    }

    private static func databaseChanges(_ user: User, _ token: String?) async throws -> Reply {
        try await user.post(.databaseChanges, DatabaseChangesRequest(syncToken: token).json())
    }

    private static func subscribe(_ user: User) async throws {
        let subscription = WireSubscription(subscriptionID: "all", subscriptionType: .database)
        let request = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.create, subscription)])
        #expect(try await user.post(.modifySubscriptions, request.json()).error == nil)
    }

    @Test("A zone or database that is made anew is not taken for the lost one", arguments: Setting.all)
    func madeAnew(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A")
            let token = try await user.changes().get().syncToken
            let database = try await Self.databaseChanges(user, nil).read(DatabaseChangesResponse.self).syncToken
            try await Self.lose(world)
            #expect(try await user.changes(token).error?.serverErrorCode == .zoneNotFound)
            try await user.zone(.create, "Notes")
            // As many changes as the token says that the client has, and more.
            for name in ["B", "C"] { _ = try await user.saved(name) }
            #expect(try await user.changes(token).error?.serverErrorCode == .changeTokenExpired)
            let reply = try await Self.databaseChanges(user, database)
            #expect(reply.error?.serverErrorCode == .changeTokenExpired)
            #expect(try await user.allChanges().records.map(\.recordName) == ["B", "C"])
        }
    }

    @Test("Where nothing was written, a token of something expires", arguments: Setting.all)
    func nothing(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let zone = WireZoneID.defaultName
            _ = try await user.saved("A", zone: nil)
            let token = try await user.changes(zone: zone).get().syncToken
            let database = try await Self.databaseChanges(user, nil).read(DatabaseChangesResponse.self).syncToken
            try await Self.lose(world)
            #expect(try await user.changes(token, zone: zone).error?.serverErrorCode == .changeTokenExpired)
            let reply = try await Self.databaseChanges(user, database)
            #expect(reply.error?.serverErrorCode == .changeTokenExpired)
            #expect(try await user.changes(zone: zone).get().records.isEmpty)
            #expect(try await world.records.verify().zones == 0, "asking makes nothing")
        }
    }

    @Test("A token from after the first subscription expires where that is lost", arguments: Setting.all)
    func subscribedOnly(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await Self.subscribe(user)
            let token = try await Self.databaseChanges(user, nil).read(DatabaseChangesResponse.self).syncToken
            #expect(try await Self.databaseChanges(user, token).error == nil)
            try await Self.lose(world)
            let reply = try await Self.databaseChanges(user, token)
            #expect(reply.error?.serverErrorCode == .changeTokenExpired)
            #expect(try await Self.databaseChanges(user, nil).read(DatabaseChangesResponse.self).zones.isEmpty)
        }
    }

    @Test("A token of nothing goes on with the first change", arguments: Setting.all)
    func untouched(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let zone = WireZoneID.defaultName
            let token = try await user.changes(zone: zone).get().syncToken
            let first = try await Self.databaseChanges(user, nil).read(DatabaseChangesResponse.self)
            #expect(first.zones.isEmpty)
            #expect(try await user.changes(token, zone: zone).get().syncToken == token)
            _ = try await user.saved("A", zone: nil)
            let next = try await user.changes(token, zone: zone).get()
            #expect(next.records.compactMap(\.item?.recordName) == ["A"])
            let reply = try await Self.databaseChanges(user, first.syncToken)
            let zones = try reply.read(DatabaseChangesResponse.self).zones
            #expect(zones.compactMap { $0.item?.zoneID.zoneName } == [zone])
        }
    }
}
