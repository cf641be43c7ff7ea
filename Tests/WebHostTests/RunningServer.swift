import Foundation
import Testing

@testable import WebHost
@testable import WebHostDemo

/// A real server of the demonstration on a port of its own, and a caller's ways to it.
struct RunningServer {
    let address: PageServer.Address
    let store: DemoStore
    let source: DemoSource

    var host: String { "127.0.0.1:\(address.port)" }
    var secret: String { String(address.link.suffix(64)) }

    /// Serves while the body runs.
    @MainActor static func run<Result: Sendable>(
        folder: URL? = nil,
        port: UInt16 = 0,
        titles: [String] = ["One", "Two"],
        configure: (inout HostConfiguration) -> Void = { _ in },
        _ body: @MainActor @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        let own = FileManager.default.temporaryDirectory.appendingPathComponent("webhost-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: own) }
        var configuration = HostConfiguration(
            identity: AppIdentity(name: "Demo"),
            dataFolder: folder ?? own,
            listening: .thisMachine(port: port)
        )
        configure(&configuration)
        let store = DemoStore(titles: titles)
        let source = DemoSource(store: store)
        let server = PageServer(configuration, scenes: source)
        let (ready, continuation) = AsyncStream<PageServer.Address>.makeStream()
        let serving = Task {
            defer { continuation.finish() }
            try await server.run { continuation.yield($0) }
        }
        for await address in ready {
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try await body(RunningServer(address: address, store: store, source: source)))
            } catch {
                result = .failure(error)
            }
            serving.cancel()
            _ = await serving.result
            return try result.get()
        }
        try await serving.value
        throw RawClient.Ended()
    }

    func get(_ path: String, headers: String = "") async throws -> RawClient.Answer {
        try await call("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(headers)\r\n")
    }

    func post(_ path: String, headers: String = "", body: String = "") async throws -> RawClient.Answer {
        try await call(
            "POST \(path) HTTP/1.1\r\nHost: \(host)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    func call(_ request: String) async throws -> RawClient.Answer {
        let client = try await RawClient(port: address.port)
        try await client.send(request)
        return try await client.answer()
    }

    /// A new browser's cookie, for the link.
    func cookie() async throws -> String {
        let answer = try await get("/?t=\(secret)")
        let header = try #require(answer.header("Set-Cookie"))
        return String(header.prefix { $0 != ";" })
    }

    /// A page that was loaded: its HTML, and what its script reads from it.
    struct Page {
        let cookie: String
        let html: String
        let session: String
        let build: String
    }

    func page(cookie: String) async throws -> Page {
        let answer = try await get("/", headers: "Cookie: \(cookie)\r\n")
        try #require(answer.status == 200)
        func attribute(_ name: String) throws -> String {
            let parts = answer.body.components(separatedBy: "\(name)=\"")
            return String(try #require(parts.dropFirst().first).prefix { $0 != "\"" })
        }
        return Page(
            cookie: cookie,
            html: answer.body,
            session: try attribute("data-session"),
            build: try attribute("data-build")
        )
    }

    /// The page's connection, greeted and answered.
    func connect(_ page: Page) async throws -> RawClient {
        let client = try await open(page)
        try await client.sendText(#"{"e":"hello","build":"\#(page.build)","seq":0,"env":{"dark":false,"w":390}}"#)
        _ = try await client.text()
        return client
    }

    /// The page's connection before the first word.
    func open(_ page: Page, origin: String? = nil, session: String? = nil) async throws -> RawClient {
        let client = try await RawClient(port: address.port)
        try await client.send(
            """
            GET /live?s=\(session ?? page.session) HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin ?? "http://\(host)")\r\n\
            Cookie: \(page.cookie)\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n
            """
        )
        let head = try await client.head()
        guard head.hasPrefix("HTTP/1.1 101") else { throw Refused(head: head) }
        return client
    }

    struct Refused: Error {
        let head: String
    }
}
