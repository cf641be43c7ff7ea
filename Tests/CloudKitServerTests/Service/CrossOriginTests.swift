import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Pages of other origins")
struct CrossOriginTests {
    private static let page = "https://notes.example.org"
    private static let allow = "access-control-allow-origin"

    @Test("A page may read what its API token allows, errors too, and no other page may", arguments: Setting.all)
    func origins(_ setting: Setting) async throws {
        try await setting.run { world in
            let narrow = try await world.server.accounts.makeAPIToken(container: World.container, origins: [Self.page])
            let wide = try await world.token()
            let other = try await world.server.accounts.makeAPIToken(container: "iCloud.other", origins: [])
            let base = "/database/1/\(World.container)/development"
            let expected: [(String, String, String, String?)] = [
                ("\(base)/public/zones/list", narrow, Self.page, Self.page),
                ("\(base)/private/zones/list", narrow, Self.page, Self.page),
                ("\(base)/public/zones/list", narrow, "https://evil.example.org", nil),
                ("\(base)/public/zones/list", narrow, "null", nil), ("\(base)/public/zones/list", wide, Self.page, "*"),
                ("\(base)/public/zones/list", other, Self.page, nil),
                ("\(base)/public/zones/list", "00", Self.page, nil),
                ("/courier/x", "", Self.page, "*"), ("/assets/upload/x", "", Self.page, "*"),
                ("/healthz", wide, Self.page, nil),
            ]
            for (path, token, origin, allowed) in expected {
                for method in ["GET", "OPTIONS"] {
                    let headers = ["Origin": origin, "Access-Control-Request-Method": "POST"]
                    let reply = try await world.send(method, "\(path)?ckAPIToken=\(token)", headers: headers)
                    #expect(reply.headers[Self.allow] == allowed, "\(method) \(path) \(origin)")
                    #expect(reply.headers["access-control-allow-credentials"] == nil)
                    if method == "OPTIONS" { #expect(reply.status == 200 && reply.headers["allow"] != nil) }
                    guard allowed != nil else { continue }
                    #expect(reply.headers["vary"] == "Origin")
                    let exposed = reply.headers["access-control-expose-headers"] ?? ""
                    #expect(exposed.contains(ServiceHeader.webAuthToken) && exposed.contains(ServiceHeader.requestUUID))
                    let methods = reply.headers["access-control-allow-methods"]
                    #expect((methods?.contains("POST") ?? false) == (method == "OPTIONS"))
                }
            }
            let silent = try await world.send("GET", "\(base)/public/zones/list?ckAPIToken=\(wide)")
            #expect(silent.status == 200 && silent.headers[Self.allow] == nil)
        }
    }
}
