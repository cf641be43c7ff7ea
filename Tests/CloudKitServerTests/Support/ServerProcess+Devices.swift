import CloudKitWebServices
import Testing

@testable import CloudKitServer

/// What a person's devices ask of a server in a process of its own.
extension ServerProcess {
    /// Asks an endpoint of the private database, which must be done.
    static func post(_ endpoint: String, _ body: [UInt8], _ port: Int, _ credentials: String) async throws -> Reply {
        let path = "/database/1/\(World.container)/development/private/\(endpoint)?\(credentials)"
        let reply = try await HTTPCaller.call(port: port, "POST", path, body, [:])
        #expect(reply.status == 200)
        return reply
    }

    /// Makes a record in the default zone.
    static func save(_ name: String, _ port: Int, _ credentials: String) async throws {
        let record = WireRecord(recordName: name, recordType: "Note")
        let request = ModifyRecordsRequest(operations: [RecordOperation(.create, record)])
        _ = try await post("records/modify", request.json(), port, credentials)
    }

    /// Has everybody who waits told of everything.
    static func subscribeToAll(_ port: Int, _ credentials: String) async throws {
        let all = WireSubscription(subscriptionID: "all", subscriptionType: .database)
        let request = ModifySubscriptionsRequest(operations: [SubscriptionOperation(.create, all)])
        _ = try await post("subscriptions/modify", request.json(), port, credentials)
    }

    /// The path at which a device waits.
    static func courier(_ port: Int, _ credentials: String) async throws -> String {
        let path = "/device/1/\(World.container)/development/tokens/create?\(credentials)"
        let body = CreateTokenRequest(apnsEnvironment: .development, clientID: "phone").json()
        let made = try await HTTPCaller.call(port: port, "POST", path, body, [:]).read(CreateTokenResponse.self)
        return try World.path(of: made.webcourierURL)
    }

    /// Asks the server until so many wait.
    static func parked(_ count: Int, _ port: Int) async throws {
        let line = "cloudkit_parked_couriers \(Double(count))\n"
        try await HTTPCaller.with(port: port) { connection in
            while try await !connection.call("GET", "/metrics").text.contains(line) { try Task.checkCancellation() }
        }
    }
}
