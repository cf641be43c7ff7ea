import Foundation
import SwiftData
import Testing
import WebHost

@testable import IdeaBoxCommand
@testable import IdeaBoxCore

/// The plain paths beside the page.
@Suite("Plain routes")
struct RouteTests {
    private func routes() throws -> [PlainRoute] {
        let surroundings = Surroundings(
            now: { Date(timeIntervalSince1970: 1_795_230_540) },
            uptime: { Uptime(bootID: "boot", seconds: 100) },
            makeID: { UUID() },
            variables: [:],
            homeFolder: "/",
            workingFolder: "/",
            machineID: { nil }
        )
        let container = try IdeaStore.inMemory(surroundings).container
        return IdeaRoutes { body in
            try body(IdeaRepository(container, surroundings, lock: nil) { "device" })
        }
        .all
    }

    private struct Answer {
        let status: Int
        let text: String
        let response: PlainResponse
    }

    private func ask(
        _ routes: [PlainRoute],
        _ path: String,
        _ body: String? = nil,
        type: String? = nil,
        query: [String: String] = [:],
        languages: [String] = ["en"]
    ) async throws -> Answer {
        let method = body == nil ? "GET" : "POST"
        let route = try #require(routes.first { $0.path == path && $0.method == method })
        let request = PlainRequest(
            method: method,
            path: path,
            query: query,
            contentType: type,
            languages: languages,
            body: Data((body ?? "").utf8)
        )
        let response = try await route.answer(request)
        return Answer(status: response.status, text: String(decoding: response.body, as: UTF8.self), response: response)
    }

    @Test(
        "An idea is captured as text, as JSON and as a form",
        arguments: [
            ("Paper boat\nby the river\n", nil), ("Paper boat\nby the river", "text/plain; charset=utf-8"),
            (#"{"title":"Paper boat","details":"by the river"}"#, "application/json"),
            ("title=Paper+boat&details=by%20the+river", "application/x-www-form-urlencoded"),
        ] as [(String, String?)]
    )
    func capture(_ body: String, _ type: String?) async throws {
        let routes = try routes()
        let answer = try await ask(routes, "/capture", body, type: type)
        #expect(answer.status == 201)
        let exported = try await ask(routes, "/export.md")
        #expect(exported.text == "- [ ] Paper boat\n    by the river\n" || exported.text.contains("Paper boat"))
        #expect(exported.text.contains("by the river"))
    }

    @Test("Lines of plain text may end as on any system", arguments: ["\n", "\r\n"])
    func lineEnds(_ end: String) throws {
        let lines = ["Paper boat", "by the river", "at noon", ""]
        let request = PlainRequest(
            method: "POST",
            path: "/capture",
            query: [:],
            contentType: "text/plain",
            languages: ["en"],
            body: Data(lines.joined(separator: end).utf8)
        )
        let captured = try Captured(request)
        #expect(captured.title == "Paper boat")
        #expect(captured.details == "by the river\(end)at noon")
    }

    @Test(
        "What is no idea is refused with a reason, and nothing is kept",
        arguments: [
            ("   ", "text/plain", 422), ("{", "application/json", 400),
            ("x=1", "application/x-www-form-urlencoded", 400),
            ("hello", "image/png", 415), (#"{"title":""}"#, "application/json", 422),
        ]
    )
    func refused(_ body: String, _ type: String, _ status: Int) async throws {
        let routes = try routes()
        let answer = try await ask(routes, "/capture", body, type: type)
        #expect(answer.status == status)
        #expect(answer.text.contains("\"error\""))
        #expect(try await ask(routes, "/export.json").text.contains("title") == false)
    }

    @Test("Each format comes as a file of its name")
    func exports() async throws {
        let routes = try routes()
        _ = try await ask(routes, "/capture", "Kite")
        for (ending, type) in [
            ("json", "application/json"), ("csv", "text/csv"), ("md", "text/markdown"), ("txt", "text/plain"),
        ] {
            let answer = try await ask(routes, "/export.\(ending)")
            #expect(answer.status == 200)
            #expect(answer.response.fileName == "ideas.\(ending)")
            #expect(answer.response.contentType.hasPrefix(type))
            #expect(answer.text.contains("Kite"))
        }
    }

    @Test("An import reports, refuses row by row, and does nothing on a dry run")
    func imports() async throws {
        let routes = try routes()
        let file = "- [ ] Kite\nnot an item\n"
        let dry = try await ask(routes, "/import", file, query: ["format": "md", "dry-run": "1"])
        #expect(dry.status == 200)
        #expect(dry.text.contains(#""added":1"#))
        #expect(dry.text.contains(#""refused":1"#))
        #expect(try await !ask(routes, "/export.txt").text.contains("Kite"))
        let wet = try await ask(routes, "/import", file, type: "text/markdown", languages: ["zh-TW"])
        #expect(wet.text.contains("拒絕第 2 行"))
        #expect(try await ask(routes, "/export.txt").text.contains("Kite"))
        #expect(try await ask(routes, "/import", "x", type: "text/plain").status == 415)
        #expect(try await ask(routes, "/import", "{", query: ["format": "json"]).status == 422)
    }

    @Test("Whoever looks after the service learns whether the ideas can be read, and nothing else")
    func health() async throws {
        let routes = try routes()
        _ = try await ask(routes, "/capture", "Kite")
        let answer = try await ask(routes, "/healthz")
        #expect(answer.status == 200)
        #expect(answer.text == "{\"status\":\"ok\"}\n")
        let broken = IdeaRoutes { _ in throw StoreError.locked }.all
        #expect(try await ask(broken, "/healthz").status == 503)
        #expect(try await ask(broken, "/capture", "Kite").status == 503)
        let open = routes.filter { if case .anyone = $0.access { true } else { false } }
        #expect(open.map(\.path) == ["/healthz"])
    }
}
