import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Bad input is answered in the protocol's own words")
struct BadInputTests {
    private static let bodies = [
        "", "null", "[]", "{", "{}", "\"x\"", "{\"operations\": 5}", "{\"operations\": [5]}", "{\"operations\": [{}]}",
        #"{"operations":[{"operationType":"explode","record":{"recordName":"A"}}]}"#,
        #"{"operations":[{"operationType":"create","record":{"recordName":5}}]}"#,
        #"{"operations":[{"operationType":"delete","record":{}}]}"#,
        #"{"operations":[],"zoneID":"Notes"}"#, #"{"operations":[],"zoneID":{}}"#,
        #"{"operations":[{"operationType":"create","record":{"recordName":"A","recordType":"T","fields":[]}}]}"#,
        String(repeating: "[", count: 100_000), #"{"operations":"# + String(repeating: "[", count: 500),
        #"{"operations":[{"operationType":"create","record":{"recordName":"\ud800"}}]}"#,
    ]

    @Test("Bodies that are not what they should be", arguments: Setting.all)
    func malformed(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            for body in Self.bodies {
                let reply = try await user.post(.modifyRecords, body)
                #expect(reply.status == 400, "\(body.prefix(80)): \(reply.text)")
                #expect(reply.error?.serverErrorCode == .badRequest && reply.error?.uuid != nil, "\(body.prefix(80))")
            }
            let invalid = try await user.post(.modifyRecords, [UInt8](#"{"zoneID":{"zoneName":""#.utf8) + [0xFF, 0x22])
            #expect(invalid.error?.serverErrorCode == .badRequest)
            for endpoint in ServiceEndpoint.allCases where !endpoint.isForDevice {
                let wrong = #"{"zones":[{"zoneID":7}],"records":7,"query":7,"operations":7,"subscriptions":7}"#
                for body in ["{", "[1]", wrong] {
                    let reply = try await user.post(endpoint, body)
                    #expect(reply.status < 500, "\(endpoint) \(body): \(reply.text)")
                }
            }
            #expect(try await user.lookUp(["A"], zone: nil).first?.error?.serverErrorCode == .notFound)
        }
    }

    @Test("A body that is too large", arguments: Setting.all)
    func oversized(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let body = [UInt8](repeating: 0x20, count: ServiceLimits.requestBytes + 1)
            let reply = try await user.post(.modifyRecords, body)
            #expect(reply.status == 400 && reply.error?.serverErrorCode == .badRequest)
        }
    }

    @Test("Paths and methods", arguments: Setting.all)
    func paths(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let base = "/database/1/\(World.container)/development/private"
            let expected: [(String, String, Int)] = [
                ("GET", "/", 404), ("POST", "/nothing", 404), ("POST", "\(base)/records/explode", 404),
                ("POST", "/database/2/\(World.container)/development/private/records/query", 404),
                ("POST", "/database/1/notes/development/private/records/query", 400),
                ("POST", "/database/1/\(World.container)/staging/private/records/query", 400),
                ("POST", "/database/1/\(World.container)/development/personal/records/query", 400),
                ("GET", "\(base)/records/query", 405), ("DELETE", "\(base)/records/modify", 405),
                ("PUT", "\(base)/zones/list", 405), ("OPTIONS", "\(base)/zones/list", 200),
                ("GET", "\(base)/zones/list", 200), ("GET", "\(base)/subscriptions/list", 200),
                ("POST", "\(base)/tokens/create", 405), ("POST", "\(base)/users/current", 400),
                ("GET", "\(base)/users/caller", 200), ("GET", "/healthz", 200), ("GET", "/courier/AAAA", 404),
                ("POST", "/database/1/\(World.container)/development/shared/records/lookup", 403),
                ("POST", "/database/1/\(World.container)/development/public/changes/zone", 400),
                ("POST", "/database/1/\(World.container)/development/public/records/resolve", 403),
                ("POST", "\(base)/assets/upload", 400),
            ]
            for (method, path, status) in expected {
                let body = method == "POST" ? Array("{}".utf8) : []
                let reply = try await world.send(method, path + "?" + user.credentials, body)
                #expect(reply.status == status, "\(method) \(path): \(reply.status) \(reply.text)")
                if status >= 400 { #expect(reply.error != nil, "\(path)") }
            }
        }
    }
}
