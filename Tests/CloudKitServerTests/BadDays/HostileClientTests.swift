import CloudKitWebServices
import Foundation
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("Hostile clients of a real process")
struct HostileClientTests {
    private static let requests = 400
    private static let slow = 100

    /// Runs a body beside a server, which must live on and be whole afterwards, as before.
    private static func survives(_ body: (_ port: Int, _ credentials: String) async throws -> Void) async throws {
        let process = try ServerProcess()
        defer { process.remove() }
        let credentials = try process.credentials()
        let port = try process.start()
        let identifier = process.identifier
        for name in ["A", "B"] { try await ServerProcess.save(name, port, credentials) }
        try await body(port, credentials)
        let health = try await HTTPCaller.call(port: port, "GET", "/healthz", [], [:])
        #expect(health.status == 200 && health.text == "ok\n")
        try await ServerProcess.save("C", port, credentials)
        #expect(process.identifier == identifier && process.stop() == 0, "\((try? process.log()) ?? "")")
        #expect(try process.run(["verify"]).hasSuffix(" 0 problems"))
    }

    @Test("Requests spoiled at random are refused over HTTP as they are within the process")
    func spoiled() async throws {
        let seed = Effort.seed
        var generator = SeededGenerator(seed: seed)
        let plan = (0..<Self.requests).map { _ in SpoiledRequest(&generator) }
        try await Self.survives { port, credentials in
            var refusals = 0
            for request in plan {
                let place = ServicePath(
                    container: World.container,
                    environment: .development,
                    database: request.sample.database,
                    endpoint: request.sample.endpoint
                )
                let path = request.path(spoiling: "\(place.path)?\(credentials)")
                let reply = try await HTTPCaller.call(port: port, request.method, path, request.body, request.headers)
                let text = String(decoding: request.body, as: UTF8.self)
                #expect(reply.status < 500, "seed \(seed): \(request.method) \(path) \(text): \(reply.text)")
                if reply.status >= 400 { refusals += 1 }
            }
            #expect(refusals > Self.requests / 4, "seed \(seed)")
        }
    }

    // MARK: - What is no HTTP

    /// Heads of requests and what follows them, each wrong in its own way.
    private static let lies: [String] = {
        let post = "POST /database/1/\(World.container)/development/private/records/lookup HTTP/1.1\r\nHost: x\r\n"
        let chunked = post + "Transfer-Encoding: chunked\r\n"
        return [
            // Heads without measure.
            "GET /healthz HTTP/1.1\r\nX: " + String(repeating: "a", count: 1 << 20) + "\r\n\r\n",
            "GET /healthz HTTP/1.1\r\n" + String(repeating: "X: a\r\n", count: 50_000) + "\r\n",
            "GET /" + String(repeating: "a", count: 1 << 20) + " HTTP/1.1\r\nHost: x\r\n\r\n",
            String(repeating: "G", count: 1 << 20) + " / HTTP/1.1\r\n\r\n",
            // Chunks that are not as they say.
            chunked + "\r\nFFFFFFFFFFFFFFFFF\r\n{}", chunked + "\r\n-5\r\n{}\r\n0\r\n\r\n",
            chunked + "\r\nzz\r\n{}\r\n",
            chunked + "\r\n5\r\n{}", chunked + "\r\n2\r\n{}xxxx\r\n0\r\n\r\n", chunked + "\r\n2\r\n{}\r\n",
            chunked + "\r\n2;" + String(repeating: "e", count: 1 << 18) + "\r\n{}\r\n0\r\n\r\n",
            chunked + "\r\n0\r\n" + String(repeating: "X: a\r\n", count: 50_000) + "\r\n",
            chunked + "Content-Length: 2\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n",
            post + "Transfer-Encoding: gzip, chunked, identity\r\n\r\n{}",
            // Lengths that are not as they say.
            post + "Content-Length: -1\r\n\r\n{}", post + "Content-Length: 99999999999999999999\r\n\r\n{}",
            post + "Content-Length: 2x\r\n\r\n{}", post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
            post + "Content-Length: 5\r\n\r\n{}", post + "Content-Length: 9000000000\r\n\r\n{}",
            // Heads that are none.
            "GET /healthz\r\n\r\n", "GET /healthz HTTP/9.9\r\n\r\n", "GET /healthz HTTP/1.1\nHost: x\n\n",
            "GET /healthz HTTP/1.1\r\nno colon\r\n\r\n", "GET /healthz HTTP/1.1\r\nX y: 1\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nX: a\u{0}b\r\n\r\n", "GET /healthz HTTP/1.1\r\nX: a\r\n b\r\n\r\n",
            "GET /%00%ff%zz HTTP/1.1\r\nHost: x\r\n\r\n", "GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
            "CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
            "BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
            post + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n", "\r\n\r\n\r\n", "",
        ]
    }()

    @Test("Heads without measure, chunks and lengths that lie, and what is no HTTP at all")
    func lies() async throws {
        let seed = Effort.seed
        var generator = SeededGenerator(seed: seed)
        var messages = Self.lies.map { Array($0.utf8) }
        messages.append([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xFC, 0x03, 0x03])
        for _ in 0..<40 {
            messages.append((0..<generator.number(1...4_000)).map { _ in UInt8(generator.number(0...255)) })
        }
        // Good ones with a few bytes changed.
        let good = Self.lies.filter { $0.utf8.count < 1_000 && !$0.isEmpty }
        for _ in 0..<100 {
            var bytes = Array(generator.pick(good).utf8)
            for _ in 0..<generator.number(1...4) {
                bytes[generator.number(0...bytes.count - 1)] = UInt8(generator.number(0...255))
            }
            messages.append(bytes)
        }
        try await Self.survives { port, _ in
            for message in messages {
                let client = try TCPClient(port: port)
                client.send(message)
                client.finishSending()
                // Whoever says nothing more is answered, or the connection is closed: nobody waits for long.
                let answer = client.read(until: nil) ?? ""
                let head = String(decoding: message.prefix(200), as: UTF8.self)
                #expect(!answer.hasPrefix("HTTP/1.1 5"), "seed \(seed): \(head): \(answer.prefix(200))")
                client.close()
            }
        }
    }

    @Test("Those who send slowly hold nobody up, and are answered in the end")
    func slowBodies() async throws {
        try await Self.survives { port, credentials in
            let body = #"{"records":[{"recordName":"A"}]}"#
            let path = "/database/1/\(World.container)/development/private/records/lookup?\(credentials)"
            let head =
                "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
            let message = head + body
            // Each stops at another place: within the first line, the head, or the body.
            let clients = try (0..<Self.slow).map { number in
                let client = try TCPClient(port: port)
                let sent = 1 + number * (message.utf8.count - 2) / Self.slow
                client.send(String(message.prefix(sent)))
                return (client: client, rest: String(message.dropFirst(sent)))
            }
            let began = ContinuousClock.now
            for name in ["D", "E", "F"] { try await ServerProcess.save(name, port, credentials) }
            // Who were held up would wait for longer than the slow ones stay. How fast it is, a quiet machine says.
            if Effort.isProof { #expect(ContinuousClock.now - began < .seconds(10)) }
            // A third goes on, byte by byte; a third closes, a third is gone without a word.
            for (number, (client, rest)) in clients.enumerated() {
                switch number % 3 {
                case 0:
                    for byte in rest.utf8 { client.send([byte]) }
                    let answer = client.read(until: nil) ?? ""
                    #expect(answer.hasPrefix("HTTP/1.1 200 OK") && answer.contains(#""recordName":"A""#), "\(answer)")
                case 1: client.close()
                default: client.reset()
                }
            }
        }
    }
}
