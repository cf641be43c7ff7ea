import AsyncHTTPClient
import CloudKitWebServices
import NIOCore
import NIOPosix
import Testing

@testable import CloudKitServer

@Suite("The least that a service must do: what real clients send")
struct ChecklistTransportTests {
    private static let token = ServiceHeader.webAuthToken.lowercased()

    @Test("Any type of body or none, unknown parameters and keys, GET and POST", arguments: Setting.all)
    func tolerance(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let body =
                #"{"records": [{"recordName": "A", "mood": {"x": [1]}}], "more": null, "zoneID": {"zoneName": "_defaultZone", "zoneType": "DEFAULT_ZONE", "x": 1}}"#
            for type in ["text/plain", "application/json; charset=utf-8", "", nil] {
                let headers = type.map { ["Content-Type": $0] } ?? [:]
                let reply = try await user.post(.lookupRecords, body, headers: headers)
                #expect(reply.status == 200 && reply.headers["x-apple-request-uuid"] != nil)
            }
            let path = user.path(.lookupRecords) + "&ckjsBuildVersion=2005&remapEnums=true&x&=&dsid=%zz&clientId=2"
            #expect(try await world.send("POST", path, Array(body.utf8)).status == 200)
            for endpoint in ServiceEndpoint.allCases where endpoint.allowsGET {
                let database = endpoint.databases.contains(.private) ? DatabaseScope.private : .public
                let path = user.path(endpoint, database)
                let type = ["Content-Type": "application/json"]
                #expect(try await world.send("GET", path, headers: type).status == 200, "\(endpoint)")
                #expect(try await world.send("POST", path).status == 200, "\(endpoint)")
                if endpoint != .discoverUsers {
                    #expect(try await world.send("POST", path, Array("{}".utf8)).status == 200, "\(endpoint)")
                }
            }
            let packed = try await user.post(.lookupRecords, body, headers: ["Content-Encoding": "gzip"])
            #expect(packed.status == 415 && packed.error?.serverErrorCode == .badRequest)
        }
    }

    @Test("A body in chunks, of a length that nobody said", arguments: Setting.http)
    func chunked(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let port = try #require(world.port.withLock { $0 })
            var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(user.path(.lookupRecords))")
            request.method = .POST
            let pieces = [#"{"records": [{"reco"#, "", #"rdName": "A"}]}"#].map { ByteBuffer(string: $0) }
            request.body = .stream(pieces.arriving, length: .unknown)
            let reply = try await HTTPClient.shared.execute(request, timeout: .seconds(600))
            #expect(reply.status == .ok)
            #expect(reply.headers.first(name: "Content-Type") == "application/json; charset=UTF-8")
            let answer = try await reply.body.collect(upTo: 1_000)
            #expect(String(buffer: answer).contains("NOT_FOUND"))
            // The same without an end to it.
            let endless = Array(repeating: ByteBuffer(repeating: 0x20, count: 1 << 20), count: 20)
            request.body = .stream(endless.arriving, length: .unknown)
            let refused = try? await HTTPClient.shared.execute(request, timeout: .seconds(600))
            if let refused { #expect(refused.status == .badRequest) }
            #expect(try await user.post(.listZones, "{}").status == 200)
        }
    }

    @Test("Where to sign in, and the next token on success and on errors", arguments: Setting.all)
    func signIn(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let api = "ckAPIToken=\(try await world.token())"
            let path = user.path(.listZones).prefix { $0 != "?" }
            for query in [api, api + "&ckWebAuthToken=stale", api + "&ckWebAuthToken="] {
                let reply = try await world.send("POST", "\(path)?\(query)", Array("{}".utf8))
                #expect(reply.status == 421 && reply.error?.serverErrorCode == .authenticationRequired)
                #expect(reply.error?.reason == "request needs authorization")
            }
            for (body, status) in [("{\"zones\": []}", 200), ("{", 400)] {
                let reply = try await user.post(.lookupZones, body)
                #expect(reply.status == status)
                let next = try #require(reply.headers[Self.token])
                let renewed = api + "&ckWebAuthToken=" + PercentEncoding.encode(next)
                #expect(try await world.send("POST", "\(path)?\(renewed)", Array("{}".utf8)).status == 200)
            }
        }
    }

    @Test("Tokens are decoded once, and a plus sign is no blank", arguments: Setting.all)
    func encoding(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let query = ServiceQuery(parsing: user.credentials)
            let (api, web) = (try #require(query.apiToken), try #require(query.webAuthToken))
            let escape = { (text: String) in text.utf8.map { "%" + String($0, radix: 16) }.joined() }
            let path = user.path(.listZones).prefix { $0 != "?" }
            for (api, web, status) in [
                (escape(api), escape(web), 200), (api, escape(escape(web)), 421), (api, web + "%20", 421),
                (api, web + "+", 421), (api + "+", web, 401), ("%zz" + api, web, 401), (api, "%ff" + web, 421),
            ] {
                let reply = try await world.send("GET", "\(path)?ckAPIToken=\(api)&ckWebAuthToken=\(web)")
                #expect(reply.status == status, "\(api) \(web)")
            }
        }
    }
}

extension Sequence where Self: Sendable, Element: Sendable {
    /// The elements, one after the other, to somebody who waits for each.
    fileprivate var arriving: AsyncStream<Element> {
        AsyncStream { continuation in
            for element in self { continuation.yield(element) }
            continuation.finish()
        }
    }
}
