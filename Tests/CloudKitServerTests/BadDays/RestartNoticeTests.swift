import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("A request waits while the server's process is killed", .serialized)
struct RestartNoticeTests {
    @Test("The device is told to fetch by the next process, and then waits again", arguments: StoreKind.allCases)
    func restart(_ store: StoreKind) async throws {
        switch store {
        case .embedded: try await Self.restart(try ServerProcess())
        case .postgreSQL:
            try await PostgreSQLServer.shared.withDatabase { try await Self.restart(try ServerProcess(postgres: $0)) }
        }
    }

    private static func restart(_ process: ServerProcess) async throws {
        defer { process.remove() }
        let credentials = try process.credentials()
        var port = try process.start()
        try await ServerProcess.subscribeToAll(port, credentials)
        let address = try await ServerProcess.courier(port, credentials)
        let client = try TCPClient(port: port)
        client.send("GET \(address) HTTP/1.1\r\nHost: a\r\n\r\n")
        try await ServerProcess.parked(1, port)
        process.kill()
        #expect(client.read(until: nil)?.isEmpty != false)

        port = try process.start()
        // The next process knows of nobody who waits, and another device changes something.
        try await ServerProcess.save("A", port, credentials)
        let first = try await notice(at: address, port)
        #expect(first?.database == .private && first?.subscriptionID == nil)

        let waiting = Task { [port] in try await notice(at: address, port) }
        try await ServerProcess.parked(1, port)
        try await ServerProcess.save("B", port, credentials)
        #expect(try await waiting.value?.subscriptionID == "all")
        #expect(process.stop() == 0)
    }

    /// What a notice says that tells of a change in the database; nil for any other.
    private static func notice(at address: String, _ port: Int) async throws -> WireChangeNotice? {
        let reply = try await HTTPCaller.call(port: port, "GET", address, [], [:])
        #expect(reply.status == 200)
        guard case .database(let notice) = try reply.read(WireNotification.self).event else { return nil }
        return notice
    }
}
