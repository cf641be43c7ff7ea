import Foundation
import Testing

@testable import WebHost
@testable import WebHostDemo

/// The host over real sockets.
@MainActor @Suite struct PageServerTests {
    @Test func theFirstPageIsCompleteBeforeAnyScript() async throws {
        try await RunningServer.run(titles: ["<b>Kite</b>"]) { server in
            let page = try await server.page(cookie: server.cookie())
            #expect(page.html.contains("<h1 id=\"title\" class=\"nav-title\" tabindex=\"-1\">Notes</h1>"))
            #expect(page.html.contains("&lt;b&gt;Kite&lt;/b&gt;"))
            #expect(page.html.contains("<html lang=\"en\""))
            let answer = try await server.get("/", headers: "Cookie: \(page.cookie)\r\n")
            let policy = try #require(answer.header("Content-Security-Policy"))
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("script-src 'self';"))
            #expect(policy.contains("connect-src 'self' ws://\(server.host)"))
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            #expect(answer.header("Referrer-Policy") == "no-referrer")
            #expect(answer.header("Cache-Control") == "no-store")
        }
    }

    @Test func whatAPageLoadsIsThere() async throws {
        try await RunningServer.run { server in
            let page = try await server.page(cookie: server.cookie())
            for (path, type) in [
                ("/-/\(page.build)/host.css", "text/css; charset=utf-8"),
                ("/-/\(page.build)/host.js", "text/javascript; charset=utf-8"),
                ("/favicon.svg", "image/svg+xml"), ("/manifest.webmanifest", "application/manifest+json"),
            ] {
                let answer = try await server.get(path)
                #expect(answer.status == 200, "\(path)")
                #expect(answer.header("Content-Type") == type)
                #expect(!answer.body.isEmpty)
            }
            #expect(try await server.get("/-/other/host.js").status == 404)
        }
    }

    @Test func theLinkIsNeededOnceAndMayBeUsedAgain() async throws {
        try await RunningServer.run { server in
            #expect(try await server.get("/").status == 401)
            #expect(try await server.get("/?t=\(String(repeating: "0", count: 64))").status == 401)
            let cookie = try await server.cookie()
            #expect(try await server.cookie() != cookie, "another browser")
            #expect(try await server.get("/", headers: "Cookie: \(cookie)\r\n").status == 200)
            let again = try await server.get("/?t=\(server.secret)", headers: "Cookie: \(cookie)\r\n")
            #expect(again.status == 200)
            #expect(again.header("Set-Cookie") == nil, "the browser stays the one it is")
        }
    }

    @Test func linkAndCookieOutliveARestart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("webhost-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (link, cookie, port) = try await RunningServer.run(folder: folder) { server in
            (server.address.link, try await server.cookie(), server.address.port)
        }
        try await RunningServer.run(folder: folder, port: UInt16(port)) { server in
            let answer = try await server.get("/", headers: "Cookie: \(cookie)\r\n")
            #expect(server.address.link == link)
            #expect(answer.status == 200)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == [Secret.fileName],
            "nothing is left behind"
        )
    }

    @Test func aPortInUseHasAName() async throws {
        try await RunningServer.run { server in
            let port = UInt16(server.address.port)
            let error = HostError.addressNotAvailable(address: "127.0.0.1", port: Int(port), code: EADDRINUSE)
            await #expect(throws: error) { try await RunningServer.run(port: port) { _ in } }
        }
    }

    @Test func aClickChangesEveryPage() async throws {
        try await RunningServer.run { server in
            let cookie = try await server.cookie()
            let first = try await server.connect(server.page(cookie: cookie))
            let second = try await server.connect(server.page(cookie: cookie))
            try await first.sendText(#"{"s":1,"n":"note-delete.1","e":"click"}"#)
            let update = try await first.text()
            #expect(update.contains(#"{"o":"rm","n":"note.1"}"#))
            #expect(update.contains(#""ack":1"#))
            #expect(update.contains(#""say":[{"m":"Deleted One","p":"assertive"}]"#))
            let other = try await second.text()
            #expect(other.contains(#"{"o":"rm","n":"note.1"}"#))
            #expect(!other.contains("say"), "said to the one who did it")
        }
    }

    @Test func aFieldIsClearedOnlyIfThePageWroteNothingSince() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect(server.page(cookie: server.cookie()))
            try await client.sendText(#"{"s":1,"n":"draft-input","e":"input","v":"Kite","r":4}"#)
            try await client.sendText(#"{"s":2,"n":"draft-input","e":"submit"}"#)
            var update = try await client.text()
            while !update.contains(#""ack":2"#) { update = try await client.text() }
            #expect(update.contains(#"{"o":"prop","n":"draft-input","k":"value","v":"","r":4}"#))
        }
    }

    @Test func aPageThatWasLostIsToldEverything() async throws {
        try await RunningServer.run { server in
            let page = try await server.page(cookie: server.cookie())
            _ = try await server.connect(page)
            server.store.add("While away")
            let client = try await server.open(page)
            try await client.sendText(#"{"e":"hello","build":"\#(page.build)","seq":77,"env":{}}"#)
            let update = try await client.text()
            #expect(update.contains(#""root":"<div id=\"app\""#))
            #expect(update.contains("While away"))
        }
    }

    @Test func anUnknownPageIsGone() async throws {
        try await RunningServer.run { server in
            let page = try await server.page(cookie: server.cookie())
            let client = try await server.open(page, session: String(repeating: "0", count: 32))
            await #expect(throws: RawClient.Closed(code: 4404)) { try await client.text() }
            let other = RunningServer.Page(
                cookie: try await server.cookie(),
                html: "",
                session: page.session,
                build: page.build
            )
            let stolen = try await server.open(other)
            await #expect(throws: RawClient.Closed(code: 4404), "another browser's page") { try await stolen.text() }
        }
    }

    @Test func othersAreNotConnected() async throws {
        try await RunningServer.run { server in
            let page = try await server.page(cookie: server.cookie())
            for origin in ["http://evil.example", "http://127.0.0.1:1", "null", "http://\(server.host).evil.example"] {
                await #expect(throws: RunningServer.Refused.self) { try await server.open(page, origin: origin) }
            }
            let stranger = RunningServer.Page(cookie: "a=b", html: "", session: page.session, build: page.build)
            await #expect(throws: RunningServer.Refused.self) { try await server.open(stranger) }
            #expect(
                try await server.call("GET / HTTP/1.1\r\nHost: evil.example\r\nCookie: \(page.cookie)\r\n\r\n").status
                    == 403
            )
        }
    }

    @Test func aFrameThatIsTooBigEndsTheConnection() async throws {
        try await RunningServer.run { server in
            let client = try await server.connect(server.page(cookie: server.cookie()))
            try await client.send([0x81, 0xFF, 0, 0, 0, 0, 0x10, 0, 0, 0, 1, 2, 3, 4])
            await #expect(throws: RawClient.Closed(code: 1009)) { try await client.text() }
        }
    }

    /// Closing a socket with unread bytes sends a reset, which may arrive before the reason.
    @Test func theReasonArrivesAlthoughMoreWasSent() async throws {
        try await RunningServer.run { configuration in
            (configuration.limits.frameBytes, configuration.limits.messageBytes) = (5_000, 6_000)
        } _: { server in
            let client = try await server.connect(server.page(cookie: server.cookie()))
            let reason = Task { try await client.text() }
            try await client.send(
                RawClient.frame(Array(repeating: 120, count: 60_000)) + Array(repeating: 0, count: 500_000)
            )
            await #expect(throws: RawClient.Closed(code: 1009)) { try await reason.value }
        }
    }

    /// What the page is told of the bound is what the server holds it to.
    @Test func thePageKnowsHowLongAMessageMayBe() async throws {
        try await RunningServer.run { configuration in
            (configuration.limits.frameBytes, configuration.limits.messageBytes) = (5_000, 6_000)
        } _: { server in
            let page = try await server.page(cookie: server.cookie())
            #expect(page.html.contains(" data-message-bytes=\"5000\""))
            let client = try await server.connect(page)
            func input(_ number: Int, _ text: String) -> String {
                #"{"s":\#(number),"n":"draft-input","e":"input","v":"\#(text)","r":\#(number)}"#
            }
            let text = String(repeating: "x", count: 5_000 - input(1, "").utf8.count)
            try await client.sendText(input(1, text))
            #expect(try await client.text().contains(#""ack":1"#))
            try await client.sendText(input(2, text + "x"))
            await #expect(throws: RawClient.Closed(code: 1009)) { try await client.text() }
        }
    }

    @Test func whatIsNoMessageEndsTheConnectionAndIsReported() async throws {
        let reported = Reported<HostReport>()
        try await RunningServer.run { configuration in
            configuration.report = { reported.append($0) }
        } _: { server in
            let client = try await server.connect(server.page(cookie: server.cookie()))
            try await client.sendText("{\"e\":\"fly\",\"n\":\"x\"}")
            await #expect(throws: RawClient.Closed(code: 1008)) { try await client.text() }
        }
        #expect(reported.all.contains(.invalidMessage("no such event")))
    }

    @Test func pingsAndLongUpdatesPass() async throws {
        let titles = (0..<3_000).map { "Note number \($0) with some more words" }
        try await RunningServer.run(titles: titles) { server in
            let client = try await server.connect(server.page(cookie: server.cookie()))
            try await client.send(RawClient.frame([1, 2, 3], opcode: 9))
            let pong = try await client.frame()
            #expect(pong.opcode == 10)
            #expect(pong.payload == [1, 2, 3])
            try await client.sendText(#"{"e":"resync"}"#)
            #expect(try await client.text().utf8.count > 1_000_000)
        }
    }

    @Test func aRequestThatTricklesIsGivenUp() async throws {
        try await RunningServer.run {
            $0.limits.headTime = .seconds(2)
        } _: { server in
            let client = try await RawClient(port: server.address.port)
            try await client.send("GET / HTTP/1.1\r\nHost: ")
            #expect(await client.rest() == [], "closed without an answer")
            #expect(try await server.get("/").status == 401, "others are served")
        }
    }

    @Test func aSilentPageIsGivenUp() async throws {
        try await RunningServer.run {
            // Longer than the test: its end is not what ends the page.
            $0.limits.headTime = .seconds(3_600)
            $0.limits.silenceTime = .seconds(2)
        } _: { server in
            let client = try await server.connect(server.page(cookie: server.cookie()))
            #expect(await client.rest() == [])
        }
    }

    @Test func connectionsAreBounded() async throws {
        try await RunningServer.run {
            $0.limits.connections = 2
        } _: { server in
            let one = try await RawClient(port: server.address.port)
            let two = try await RawClient(port: server.address.port)
            let three = try await RawClient(port: server.address.port)
            try await one.send("GET /")
            try await two.send("GET /")
            try await three.send("GET / HTTP/1.1\r\n" + String(repeating: "x", count: 100_000))
            let refused = try RawClient.parse(await three.rest())
            #expect(refused.status == 503)
        }
    }

    @Test func pagesAreBounded() async throws {
        try await RunningServer.run {
            $0.limits.sessions = 2
        } _: { server in
            let cookie = try await server.cookie()
            let first = try await server.connect(server.page(cookie: cookie))
            let second = try await server.connect(server.page(cookie: cookie))
            let answer = try await server.get("/", headers: "Cookie: \(cookie)\r\nAccept-Language: de\r\n")
            #expect(answer.status == 503)
            #expect(answer.body.contains("Es sind zu viele Seiten offen."))
            _ = (first, second)
        }
    }

    @Test func plainRoutesAreTheOwners() async throws {
        try await RunningServer.run { configuration in
            configuration.routes = [
                PlainRoute(path: "/healthz", access: .anyone) { _ in PlainResponse(body: Data("ok".utf8)) },
                PlainRoute(path: "/export.*") { PlainResponse(fileName: "a\"\r\nb.json", body: Data($0.path.utf8)) },
                PlainRoute(method: "POST", path: "/capture", bodyBytes: 10) { request in
                    PlainResponse(status: 201, body: Data(request.query["x", default: ""].utf8) + request.body)
                },
                PlainRoute(path: "/fails") { _ in throw RawClient.Ended() },
            ]
        } _: { server in
            #expect(try await server.get("/healthz").body == "ok")
            #expect(try await server.get("/export.json").status == 401)
            let cookie = "Cookie: \(try await server.cookie())\r\n"
            let export = try await server.get("/export.json", headers: cookie)
            #expect(export.body == "/export.json")
            #expect(export.header("Content-Disposition") == "attachment; filename=\"ab.json\"")
            let bearer = "Authorization: Bearer \(server.secret)\r\n"
            #expect(try await server.get("/export.csv", headers: bearer).status == 200)
            let origin = "Origin: http://\(server.host)\r\n"
            let capture = try await server.post("/capture?x=1", headers: cookie + origin, body: "abc")
            #expect(capture.status == 201)
            #expect(capture.body == "1abc")
            #expect(try await server.post("/capture", headers: bearer, body: "abc").status == 201)
            #expect(
                try await server.post("/capture", headers: cookie, body: "abc").status == 403,
                "no origin, no secret"
            )
            #expect(
                try await server.post("/capture", headers: "Authorization: Bearer x\r\n", body: "abc").status == 401
            )
            #expect(try await server.post("/capture", headers: bearer, body: "longer than ten").status == 413)
            #expect(try await server.get("/capture", headers: cookie).status == 405)
            #expect(try await server.get("/fails", headers: cookie).status == 500)
            #expect(try await server.get("/nothing", headers: cookie).status == 404)
            let head = try await server.call("HEAD /healthz HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
            #expect(head.status == 200)
            #expect(head.body.isEmpty)
            let page = try await server.call("HEAD / HTTP/1.1\r\nHost: \(server.host)\r\n\(cookie)\r\n")
            #expect(page.status == 200)
            #expect(server.source.scenes.isEmpty, "the head alone makes no scene")
        }
    }

    @Test func aFileReachesTheScene() async throws {
        try await RunningServer.run { server in
            let page = try await server.page(cookie: server.cookie())
            let headers = "Cookie: \(page.cookie)\r\nOrigin: http://\(server.host)\r\n"
            let path = "/-/file?s=\(page.session)&n=file&name=a%20b.txt"
            #expect(
                try await server.post(path, headers: headers, body: String(repeating: "x", count: 100_000)).status
                    == 204
            )
            #expect(server.source.scenes.last?.file == "a b.txt: 100000 bytes")
            let other = "Cookie: \(try await server.cookie())\r\nOrigin: http://\(server.host)\r\n"
            #expect(try await server.post(path, headers: other, body: "x").status == 404)
        }
    }

    @Test func connectionsThatBreakOffCostNothing() async throws {
        try await RunningServer.run { server in
            let page = try await server.page(cookie: server.cookie())
            for round in 0..<100 {
                let client = try await RawClient(port: server.address.port)
                if round % 3 == 0 { try await client.send("GET / HTTP/1.1\r\nHo") }
                if round % 3 == 1 {
                    try await client.send("GET / HTTP/1.1\r\nHost: \(server.host)\r\nCookie: \(page.cookie)\r\n\r\n")
                }
            }
            #expect(try await server.get("/", headers: "Cookie: \(page.cookie)\r\n").status == 200)
        }
    }
}
