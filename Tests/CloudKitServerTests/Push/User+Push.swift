import CloudKitWebServices
import Testing

@testable import CloudKitServer

extension User {
    /// The path of the address at which this device waits for notices.
    func waitingPath() async throws -> String {
        let path = "/device/1/\(World.container)/development/tokens/create?\(credentials)"
        let request = CreateTokenRequest(apnsEnvironment: .development, clientID: device.isEmpty ? nil : device)
        let reply = try await world.send("POST", path, request.json(), headers: ["Host": "sync.example.org"])
        let url = try reply.read(CreateTokenResponse.self).webcourierURL
        return try #require(url.firstRange(of: "/courier/").map { String(url[$0.lowerBound...]) })
    }

    /// Notices are kept for this device from now on; the path at which it gets them.
    func expectingNotices() async throws -> String {
        let path = try await waitingPath()
        let service = world.server.service
        await service.couriers.expect(try #require(Courier(path: path, service.sealer)))
        return path
    }

    /// The next notice that is kept for a path of this device.
    func notice(at path: String) async throws -> WireNotification {
        try await world.send("GET", path).read(WireNotification.self)
    }

    func modifySubscription(
        _ kind: SubscriptionOperation.Kind,
        _ subscription: WireSubscription,
        in database: DatabaseScope = .private
    ) async throws -> ItemResult<WireSubscription> {
        let request = ModifySubscriptionsRequest(operations: [SubscriptionOperation(kind, subscription)])
        let reply = try await post(.modifySubscriptions, request.json(), in: database)
        return try #require(try reply.read(SubscriptionsResponse.self).subscriptions.first)
    }

    func subscriptionIDs(in database: DatabaseScope = .private) async throws -> [String] {
        let reply = try await post(.listSubscriptions, "{}", in: database)
        return try reply.read(SubscriptionsResponse.self).subscriptions.compactMap { $0.item?.subscriptionID }
    }
}

extension WireNotification {
    /// What a notice of a query says.
    var queryNotice: WireChangeNotice? {
        if case .query(let notice) = event { notice } else { nil }
    }
}

extension RawJSON {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
