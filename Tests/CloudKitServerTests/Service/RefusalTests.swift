import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Every endpoint refuses what it must, and stores nothing of it")
struct RefusalTests {
    private static func path(_ sample: EndpointSamples.Sample, _ query: String) -> String {
        let path = ServicePath(
            container: World.container,
            environment: .development,
            database: sample.database,
            endpoint: sample.endpoint
        )
        return "\(path.path)?\(query)"
    }

    @Test("Callers whom nobody knows, and methods that are not offered", arguments: Setting.inProcess)
    func gate(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let before = try await user.marks()
            let query = ServiceQuery(parsing: user.credentials)
            let (api, web) = (try #require(query.apiToken), try #require(query.webAuthToken))
            let other = try await world.server.accounts.makeAPIToken(container: "iCloud.other", origins: [])
            var forged = Array(web)
            forged[20] = forged[20] == "A" ? "B" : "A"
            let gates: [(String, Int, ServerErrorCode)] = [
                ("", 401, .authenticationFailed), ("ckAPIToken=00&ckWebAuthToken=\(web)", 401, .authenticationFailed),
                ("ckAPIToken=\(other)&ckWebAuthToken=\(web)", 401, .authenticationFailed),
                ("ckAPIToken=\(api)&ckWebAuthToken=\(String(forged))", 421, .authenticationRequired),
                ("ckAPIToken=\(api)&ckWebAuthToken=\(web.dropLast())", 421, .authenticationRequired),
            ]
            for sample in EndpointSamples.all {
                for (query, status, code) in gates {
                    let reply = try await world.send("POST", Self.path(sample, query), Array(sample.body.utf8))
                    #expect(
                        reply.status == status && reply.error?.serverErrorCode == code,
                        "\(sample.endpoint) \(query)"
                    )
                }
                for method in ["GET", "PUT", "DELETE", "PATCH"] where !sample.endpoint.methods.contains(method) {
                    let reply = try await world.send(method, Self.path(sample, user.credentials))
                    #expect(reply.status == 405 && reply.error?.serverErrorCode == .badRequest)
                    #expect(reply.headers["allow"]?.contains("POST") == true)
                }
            }
            #expect(try await user.marks() == before)
            world.advance(milliseconds: Int64(ServiceLimits.longWebTokenSeconds) * 1_000)
            for sample in EndpointSamples.all {
                let reply = try await user.post(sample.endpoint, sample.body, in: sample.database)
                #expect(reply.error?.serverErrorCode == .authenticationRequired, "\(sample.endpoint)")
            }
        }
    }

    @Test("Bodies that are no JSON, no UTF-8, too deep or too large", arguments: Setting.inProcess)
    func bodies(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let before = try await user.marks()
            let deep = String(repeating: #"{"x":"#, count: ServiceLimits.jsonDepth + 1)
            let bad: [[UInt8]] = [
                Array("{".utf8), Array("[1]".utf8), Array("nul".utf8), [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D],
                Array("{\"zones\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8), Array(deep.utf8),
                [UInt8](repeating: 0x20, count: ServiceLimits.requestBytes + 1),
            ]
            // These are refused before anybody looks into a body.
            let deaf: Set<ServiceEndpoint> = [.resolveRecords, .acceptRecords]
            for sample in EndpointSamples.all where !deaf.contains(sample.endpoint) {
                for body in bad {
                    let reply = try await user.post(sample.endpoint, body, in: sample.database)
                    #expect(reply.status == 400, "\(sample.endpoint) \(body.prefix(20))")
                    #expect(reply.error?.serverErrorCode == .badRequest && reply.error?.uuid != nil)
                }
            }
            #expect(try await user.marks() == before)
        }
    }

    @Test("Names outside the allowed characters", arguments: Setting.inProcess)
    func names(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            let before = try await user.marks()
            let long = String(repeating: "x", count: 256)
            for name in ["", "_x", "é", "a\u{0}b", "a\nb", long, "\u{202E}x"] {
                let record = try await user.modify([
                    RecordOperation(.create, WireRecord(recordName: name, recordType: "Note"))
                ])
                #expect(record.error?.serverErrorCode == .badRequest, "\(name)")
                #expect(try await user.zone(.create, name).error?.serverErrorCode == .badRequest, "\(name)")
                #expect(try await user.changes(zone: name).error?.serverErrorCode == .zoneNotFound, "\(name)")
            }
            for name in ["", "_x", "é", "9a", "a b", "a.b", long, "Users", "a\u{0}"] {
                let type = try await user.one(.create, "A", type: name).error?.serverErrorCode
                #expect(type == .badRequest, "\(name)")
                if name == "Users" { continue }
                let field = try await user.one(.create, "A", [name: .int64(1)]).error?.serverErrorCode
                #expect(field == .badRequest, "\(name)")
            }
            #expect(try await user.one(.create, "A", type: "cloudkit.share").error?.serverErrorCode == .accessDenied)
            #expect(try await user.marks() == before)
        }
    }
}
