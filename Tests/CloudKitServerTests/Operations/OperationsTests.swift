import CloudKitWebServices
import Foundation
import Logging
import Synchronization
import Testing

@testable import CloudKitServer

@Suite("What operators see")
struct OperationsTests {
    @Test("Metrics count requests, commits, conflicts, expired tokens and those who wait", arguments: Setting.all)
    func metrics(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A")
            _ = try await user.one(.create, "A")
            _ = try await user.one(.update, "A", tag: "999")
            _ = try await world.send("GET", "/made/up?ckAPIToken=secret")
            world.advance(milliseconds: Int64(ServiceLimits.longWebTokenSeconds) * 1_000)
            _ = try await user.post(.listZones, "{}")
            let reply = try await world.send("GET", "/metrics")
            #expect(
                reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
            )
            let lines = Set(reply.text.split(separator: "\n"))
            for line in [
                "# TYPE cloudkit_requests_total counter", "# TYPE cloudkit_request_seconds histogram",
                "cloudkit_requests_total{endpoint=\"records/modify\",status=\"200\"} 3",
                "cloudkit_requests_total{endpoint=\"zones/list\",status=\"421\"} 1",
                "cloudkit_requests_total{endpoint=\"other\",status=\"404\"} 1",
                "cloudkit_commits_total 3", "cloudkit_conflicts_total 2",
                "cloudkit_expired_tokens_total{token=\"web\"} 1", "cloudkit_parked_couriers 0.0",
                "cloudkit_queue_length 0.0",
                "cloudkit_request_seconds_bucket{endpoint=\"records/modify\",le=\"+Inf\"} 3",
                "cloudkit_request_seconds_count{endpoint=\"records/modify\"} 3",
            ] {
                #expect(lines.contains(line[...]), "\(line)")
            }
            #expect(!reply.text.contains("secret") && !reply.text.contains("anna"))
        }
    }

    @Test("Names and values are escaped, and the table of series is bounded")
    func recorder() {
        let recorder = PrometheusRecorder(help: [:])
        recorder.makeCounter(label: "a-b", dimensions: [("x y", "q\"\\\n")]).increment(by: 2)
        let timer = recorder.makeTimer(label: "t", dimensions: [])
        timer.recordNanoseconds(3_000_000)
        timer.recordNanoseconds(30_000_000_000)
        #expect(recorder.text.contains("a_b{x_y=\"q\\\"\\\\\\n\"} 2\n"))
        #expect(recorder.text.contains("t_bucket{le=\"0.0025\"} 0\nt_bucket{le=\"0.005\"} 1\n"))
        #expect(recorder.text.contains("t_bucket{le=\"+Inf\"} 2\nt_sum 30.003\nt_count 2\n"))
        for number in 0..<PrometheusRecorder.capacity + 10 {
            recorder.makeCounter(label: "n", dimensions: [("i", "\(number)")]).increment(by: 1)
        }
        #expect(recorder.text.split(separator: "\n").count { $0.hasPrefix("n{") } == PrometheusRecorder.capacity - 2)
    }

    @Test("Ready is who can store", arguments: Setting.all)
    func ready(_ setting: Setting) async throws {
        try await setting.run { world in
            #expect(try await world.send("GET", "/readyz").status == 200)
            #expect(try await world.send("GET", "/healthz").text == "ok\n")
            #expect(try await world.send("POST", "/readyz").status == 405)
            try await world.store.whileItTakesNoWrites { () async throws -> Void in
                #expect(try await world.send("GET", "/readyz").status == 200, "as it was a moment ago")
                world.advance(milliseconds: Readiness.milliseconds)
                #expect(try await world.send("GET", "/readyz").status == 503)
                #expect(try await world.send("GET", "/healthz").status == 200)
            }
            world.advance(milliseconds: Readiness.milliseconds)
            #expect(try await world.send("GET", "/readyz").status == 200)
        }
    }

    @Test("Who asks too often is told when to ask again; waiting for notices costs nothing", arguments: Setting.all)
    func rates(_ setting: Setting) async throws {
        try await setting.run(rate: RateLimit(requestsPerSecond: 2, burst: 4)) { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            let create = "/device/1/\(World.container)/development/tokens/create?\(anna.credentials)"
            let body = CreateTokenRequest(apnsEnvironment: .development, clientID: "phone").json()
            let url = try await world.send("POST", create, body).read(CreateTokenResponse.self).webcourierURL
            let courier = try #require(url.firstRange(of: "/courier/").map { String(url[$0.lowerBound...]) })
            for _ in 0..<3 { #expect(try await anna.post(.listZones, "{}").status == 200) }
            let refused = try await anna.post(.listZones, "{}")
            #expect(refused.status == 429 && refused.error?.serverErrorCode == .throttled)
            #expect(refused.error?.retryAfter == 0.5 && refused.headers["retry-after"] == "1")
            #expect(try await ben.post(.listZones, "{}").status == 200)
            await world.server.service.couriers.close()
            for _ in 0..<10 { #expect(try await world.send("GET", courier).status == 200) }
            world.advance(milliseconds: 500)
            #expect(try await anna.post(.listZones, "{}").status == 200)
            #expect(try await world.send("GET", "/metrics").text.contains("cloudkit_throttled_total 1\n"))
        }
    }

    @Test("Log entries are lines of JSON whose message never changes")
    func log() throws {
        let lines = Mutex<[[UInt8]]>([])
        var logger = Logger(label: "test") { label in
            JSONLogHandler(
                label: label,
                now: { 1_767_225_600_123 },
                write: { line in lines.withLock { $0.append(line) } }
            )
        }
        logger.logLevel = .info
        logger[metadataKey: "own"] = "\"x\"\n"
        logger.debug("left out")
        logger.info("One thing", metadata: ["message": "other", "list": ["a", "b"], "map": ["k": "v"]])
        let all = lines.withLock { $0 }
        try #require(all.count == 1)
        let text = String(decoding: all[0], as: UTF8.self)
        #expect(
            text == #"{"time":"2026-01-01T00:00:00.123Z","level":"info","logger":"test","message":"One thing","#
                + #""list":["a","b"],"map":{"k":"v"},"message_":"other","own":"\"x\"\n"}"# + "\n"
        )
    }
}
