import Testing

@testable import WebHost

/// What passes to the server, and what is refused before it.
struct RequestGateTests {
    private func gate(_ limits: HostLimits = HostLimits()) -> RequestGate {
        RequestGate(limits: limits, policy: Listening.thisMachine(port: 0).policy(port: 80)) { _, path in
            path == "/in" ? 100 : 0
        }
    }

    private func receive(_ text: String, limits: HostLimits = HostLimits()) -> RequestGate.Outcome {
        var gate = gate(limits)
        return gate.receive(Array(text.utf8))
    }

    private let head = "GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\n"

    @Test func aRequestIsWrittenAnew() {
        let outcome = receive(
            head + "Cookie: a=b\r\nConnection: keep-alive, x\r\nKeep-Alive: 5\r\n\r\nGET /next HTTP/1.1\r\n"
        )
        #expect(
            String(decoding: outcome.pass, as: UTF8.self)
                == "GET / HTTP/1.1\r\nhost: 127.0.0.1:80\r\ncookie: a=b\r\nconnection: close\r\n\r\n",
            "one request a connection, and nothing that was not judged"
        )
    }

    @Test func aRequestMayComeInPieces() {
        var gate = gate()
        var passed: [UInt8] = []
        for byte
            in "POST /in HTTP/1.1\r\nHost: localhost:80\r\nOrigin: http://localhost:80\r\nContent-Length: 3\r\n\r\nabcdef"
            .utf8
        {
            let outcome = gate.receive([byte])
            #expect(outcome.refusal == nil)
            passed += outcome.pass
        }
        #expect(
            String(decoding: passed, as: UTF8.self).hasSuffix("connection: close\r\n\r\nabc"),
            "no more than was announced"
        )
        #expect(gate.phase == .answer)
    }

    static let refused: [(String, Int)] = [
        ("GET / HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:81\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80.evil.example\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1:80\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://evil.example\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: null\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://localhost:80\r\n\r\n", 403),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: https://127.0.0.1:80\r\n\r\n", 403),
        ("POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 0\r\n\r\n", 403),
        ("GET /live HTTP/1.1\r\nHost: 127.0.0.1:80\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", 403),
        ("GET /live HTTP/1.1\r\nHost: 127.0.0.1:80\r\nUpgrade: websocket\r\nAuthorization: Bearer x\r\n\r\n", 403),
        (
            "POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n",
            403
        ),
        ("POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\n\r\n", 411),
        (
            "POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\nTransfer-Encoding: chunked\r\n\r\n",
            411
        ),
        ("POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\nContent-Length: 101\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\nContent-Length: 1\r\n\r\n", 413),
        ("POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAuthorization: Bearer x\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAuthorization: Bearer x\r\nContent-Length: +1\r\n\r\n", 400),
        (
            "POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAuthorization: Bearer x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            400
        ),
        (
            "POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAuthorization: Bearer x\r\nContent-Length: 99999999999999999999\r\n\r\n",
            413
        ),
        ("DELETE / HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", 405),
        ("GET / HTTP/1.0\r\nHost: 127.0.0.1:80\r\n\r\n", 505),
        ("GET  / HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", 400),
        ("GET http://127.0.0.1:80/ HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", 400),
        ("GET /\u{e9} HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", 400),
        ("GET / HTTP/1.1\nHost: 127.0.0.1:80\n\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\n folded: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost : 127.0.0.1:80\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nX: a\u{1}b\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nno colon\r\n\r\n", 400),
        ("nonsense\r\n\r\n", 400),
        ("\r\n\r\n", 400),
        ("GET /\(String(repeating: "x", count: 5_000)) HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", 414),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\n" + String(repeating: "A: b\r\n", count: 100) + "\r\n", 431),
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:80\r\nA: \(String(repeating: "x", count: 20_000))", 431),
    ]

    @Test(arguments: refused)
    func badRequestsAreRefused(request: String, status: Int) {
        let outcome = receive(request)
        #expect(outcome.refusal?.status == status, "\(request.prefix(200))")
        #expect(outcome.pass.isEmpty, "nothing of it reaches the server")
    }

    @Test func aCallerWhoWaitsIsToldToGoOn() {
        let outcome = receive(
            "POST /in HTTP/1.1\r\nHost: 127.0.0.1:80\r\nAuthorization: Bearer x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
        )
        #expect(String(decoding: outcome.reply, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
    }

    private let upgrade =
        "GET /live HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"

    @Test func framesAreWatchedAfterAnUpgrade() {
        var gate = gate()
        #expect(gate.receive(Array(upgrade.utf8)).refusal == nil)
        #expect(gate.phase == .frames)
        #expect(gate.receive([0x81, 0x81, 1, 2, 3, 4, 5]).pass.count == 7)
        #expect(gate.receive([0x81, 0x01, 5]).violation == .protocolError, "not masked")
        #expect(gate.receive([0x81, 0x81, 1, 2, 3, 4, 5]).pass.isEmpty, "nothing passes after that")
    }

    static let frames: [([UInt8], FrameGate.Violation)] = [
        ([0x81, 0xFF, 0, 0, 0, 0, 0, 5, 0, 0], .tooBig),
        ([0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooBig),
        ([0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooBig),
        ([0xC1, 0x81], .protocolError),
        ([0x82, 0x81], .protocolError),
        ([0x83, 0x81], .protocolError),
        ([0x80, 0x81], .protocolError),
        ([0x09, 0x80], .protocolError),
        ([0x89, 0xFE, 0, 126], .protocolError),
        ([0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80], .protocolError),
    ]

    @Test(arguments: frames)
    func badFramesAreStoppedByTheirHead(bytes: [UInt8], violation: FrameGate.Violation) {
        var gate = FrameGate(limits: HostLimits())
        #expect(throws: violation) { try gate.pass(bytes) }
    }

    @Test func aMessageInManyFramesIsBoundedAsAWhole() throws {
        var limits = HostLimits()
        (limits.frameBytes, limits.messageBytes) = (1_000, 2_500)
        var gate = FrameGate(limits: limits)
        let part: [UInt8] = [0xFE, 0x03, 0xE8, 0, 0, 0, 0] + [UInt8](repeating: 0x61, count: 1_000)
        try gate.pass([0x01] + part)
        try gate.pass([0x00] + part)
        #expect(throws: FrameGate.Violation.tooBig) { try gate.pass([0x00] + part) }
    }

    /// Bytes at random, in pieces at random: never more passes than came, never the end.
    @Test(arguments: 0..<200)
    func randomBytesEndNothing(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        var gate = gate()
        let beginning = Bool.random(using: &numbers) ? Array(upgrade.utf8) : Array(head.utf8)
        _ = gate.receive(beginning)
        for _ in 0..<50 {
            let piece = (0..<Int.random(in: 1...40, using: &numbers)).map { _ in
                Bool.random(using: &numbers)
                    ? UInt8.random(in: .min ... .max, using: &numbers)
                    : [0x0D, 0x0A, 0x81, 0x80, 0x3A, 0x20].randomElement(using: &numbers) ?? 0
            }
            let outcome = gate.receive(piece)
            #expect(outcome.pass.count <= piece.count + beginning.count + 100)
        }
    }
}
