import CloudKitWebServices
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CloudKitServer

@Suite("A connection on which a request waits")
struct CourierDoorTests {
    /// A server of its own, somebody who subscribed to everything, and an address to wait at.
    private struct Scene {
        let process: ServerProcess
        let port: Int
        let credentials: String
        let address: String

        init() async throws {
            process = try ServerProcess()
            credentials = try process.credentials()
            port = try process.start()
            address = try await ServerProcess.courier(port, credentials)
            try await ServerProcess.subscribeToAll(port, credentials)
        }

        func change(_ name: String) async throws {
            try await ServerProcess.save(name, port, credentials)
        }

        func parked(_ count: Int) async throws {
            try await ServerProcess.parked(count, port)
        }

        func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }
    }

    @Test("What a client sends behind it is answered behind it, also where that waits in turn")
    func order() async throws {
        let scene = try await Scene()
        defer { scene.process.remove() }
        let client = try TCPClient(port: scene.port)
        client.send(scene.get(scene.address) + scene.get("/healthz") + scene.get(scene.address) + scene.get("/readyz"))
        try await scene.parked(1)
        try await scene.change("A")
        let first = try #require(client.read(until: "ok\n"))
        #expect(first.components(separatedBy: "HTTP/1.1 200").count == 3 && first.contains("\"met\""))
        try await scene.parked(1)
        try await scene.change("B")
        let second = try #require(client.read(until: "ready\n"))
        #expect(second.components(separatedBy: "HTTP/1.1 200").count == 3 && second.contains("\"met\""))
        #expect(scene.process.stop() == 0)
    }

    @Test("Who may not wait is told so, and goes on")
    func refused() async throws {
        let scene = try await Scene()
        defer { scene.process.remove() }
        let client = try TCPClient(port: scene.port)
        client.send(scene.get("/courier/nonsense") + scene.get("/healthz"))
        #expect(client.read(until: "ok\n")?.hasPrefix("HTTP/1.1 404") == true)
        #expect(scene.process.stop() == 0)
    }

    @Test("Who sends on and on is sent away")
    func flood() async throws {
        let scene = try await Scene()
        defer { scene.process.remove() }
        let client = try TCPClient(port: scene.port)
        client.send(scene.get(scene.address))
        try await scene.parked(1)
        client.send(String(repeating: scene.get("/healthz"), count: CourierDoor.capacity))
        #expect(client.read(until: nil)?.isEmpty == true)
        try await scene.parked(0)
        #expect(scene.process.stop() == 0)
    }

    @Test("Where the connection has gone with its door, nobody waits")
    func gone() async throws {
        let gone = await CourierDoor.outcome(on: NIOAsyncTestingChannel())
        #expect(try gone?.get() == .some(nil))
    }

    @Test("A device that waits is not idle; a connection on which nothing happens is closed")
    func idleness() async throws {
        try await Setting.embedded.run { world in
            let user = try await world.user("anna")
            let path = "/device/1/\(World.container)/development/tokens/create?\(user.credentials)"
            let create = CreateTokenRequest(apnsEnvironment: .development, clientID: "phone").json()
            let made = try await world.send("POST", path, create).read(CreateTokenResponse.self)
            let service = world.server.service
            let (quiet, waiting) = (try await Self.connection(service), try await Self.connection(service))
            let head = HTTPRequest(
                method: .get,
                scheme: "http",
                authority: "a",
                path: try World.path(of: made.webcourierURL)
            )
            try await waiting.writeInbound(HTTPRequestPart.head(head))
            try await waiting.writeInbound(HTTPRequestPart.end(nil))
            while await service.couriers.parkedCount < 1 { await Task.yield() }
            for minute in 1...9 {
                for channel in [quiet, waiting] { await channel.testingEventLoop.advanceTime(by: .seconds(60)) }
                #expect(!quiet.isActive && waiting.isActive, "after \(minute) minutes")
            }
            #expect(try await waiting.readInbound(as: HTTPRequestPart.self) == nil)
            await service.couriers.close()
            await waiting.testingEventLoop.run()
            #expect(try await waiting.readInbound(as: HTTPRequestPart.self) == .head(head))
        }
    }

    /// A connection whose time is ours.
    private static func connection(_ service: CloudKitService) async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await channel.testingEventLoop.executeInContext {
            try channel.pipeline.syncOperations.addHandler(CourierDoor(service))
        }
        return channel
    }
}
