import CloudKitWebServices
import Crypto
import Foundation
import Testing

@testable import CloudKitServer

@Suite("Who may ask")
struct CredentialTests {
    private static func path(_ database: String, _ endpoint: String, _ query: String) -> String {
        "/database/1/\(World.container)/development/\(database)/\(endpoint)?\(query)"
    }

    @Test("Wrong, missing, foreign and expired tokens", arguments: Setting.all)
    func tokens(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let good = ServiceQuery(parsing: user.credentials)
            let web = try #require(good.webAuthToken)
            let api = try #require(good.apiToken)
            let foreignAPI = try await world.server.accounts.makeAPIToken(container: "iCloud.other", origins: [])
            let foreignWeb = try await world.server.accounts.signIn(name: "ANNA", container: "iCloud.other")
            var forged = Array(web)
            forged[10] = forged[10] == "A" ? "B" : "A"
            let expected: [(ServiceQuery, Int)] = [
                (good, 200), (ServiceQuery(), 401), (ServiceQuery(apiToken: "00"), 401),
                (ServiceQuery(apiToken: foreignAPI, webAuthToken: web), 401), (ServiceQuery(apiToken: api), 421),
                (ServiceQuery(apiToken: api, webAuthToken: String(forged)), 421),
                (ServiceQuery(apiToken: api, webAuthToken: foreignWeb), 421),
                (ServiceQuery(apiToken: api, webAuthToken: ""), 421),
            ]
            for (query, status) in expected {
                let reply = try await world.send("POST", Self.path("private", "zones/list", query.text), [])
                #expect(reply.status == status, "\(query): \(reply.text)")
            }
            let reply = try await user.post(.listZones, "{}")
            let next = try #require(reply.headers[ServiceHeader.webAuthToken.lowercased()])
            #expect(try await user.post(.modifyRecords, "{").headers[ServiceHeader.webAuthToken.lowercased()] != nil)
            world.advance(milliseconds: Int64(ServiceLimits.longWebTokenSeconds) * 1_000 - 1)
            #expect(try await user.post(.listZones, "{}").status == 200)
            let renewed = ServiceQuery(apiToken: api, webAuthToken: next)
            #expect(try await world.send("POST", Self.path("private", "zones/list", renewed.text)).status == 200)
            world.advance(milliseconds: 1)
            #expect(try await user.post(.listZones, "{}").status == 421)
        }
    }

    @Test("A sign-in that was ended is no use any more", arguments: Setting.all)
    func signedOut(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            #expect(try await user.post(.listZones, "{}").status == 200)
            try await world.server.accounts.signOutEverywhere(name: "anna")
            #expect(try await user.post(.listZones, "{}").status == 421)
            // Where another process ends it, this one knows in time.
            let ben = try await world.user("ben")
            let id = try #require(try await world.accounts.account(named: "ben")).id
            #expect(try await ben.post(.listZones, "{}").status == 200)
            try await world.accounts.endSessions(of: id)
            world.advance(milliseconds: SessionCache.milliseconds)
            #expect(try await ben.post(.listZones, "{}").status == 421)
        }
    }

    @Test("Origins of pages", arguments: Setting.all)
    func origins(_ setting: Setting) async throws {
        try await setting.run { world in
            let token = try await world.server.accounts.makeAPIToken(
                container: World.container,
                origins: ["https://notes.example.org"]
            )
            let path = Self.path("public", "zones/list", "ckAPIToken=\(token)")
            let statuses: [(String?, Int)] = [
                (nil, 200), ("https://notes.example.org", 200), ("https://evil.example.org", 403),
            ]
            for (origin, status) in statuses {
                let headers = origin.map { ["Origin": $0] } ?? [:]
                #expect(try await world.send("POST", path, [], headers: headers).status == status)
            }
        }
    }

    @Test(
        "The public database: everybody reads, users create, creators change, a server's key may all",
        arguments: Setting.all
    )
    func publicDatabase(_ setting: Setting) async throws {
        try await setting.run { world in
            let (anna, ben) = (try await world.user("anna"), try await world.user("ben"))
            #expect(try await anna.one(.create, "A", ["x": .int64(1)], zone: nil, database: .public).item != nil)
            let foreign = try await ben.one(.forceUpdate, "A", ["x": .int64(2)], zone: nil, database: .public)
            #expect(foreign.error?.serverErrorCode == .accessDenied)
            let deleted = try await ben.one(.forceDelete, "A", zone: nil, database: .public)
            #expect(deleted.error?.serverErrorCode == .accessDenied)
            #expect(try await ben.lookUp(["A"], zone: nil, database: .public).first?.item != nil)
            #expect(try await anna.one(.forceUpdate, "A", ["x": .int64(3)], zone: nil, database: .public).item != nil)
            let query = "ckAPIToken=\(try await world.token())"
            let body = Array(#"{"records":[{"recordName":"A"}]}"#.utf8)
            let read = try await world.send("POST", Self.path("public", "records/lookup", query), body)
            #expect(read.status == 200)
            let write = try await world.send("POST", Self.path("public", "records/modify", query), Array("{}".utf8))
            #expect(write.status == 421)
            try await serverKey(world)
        }
    }

    private func serverKey(_ world: World) async throws {
        let key = P256.Signing.PrivateKey()
        let id = try await world.server.accounts.addServerKey(
            container: World.container,
            publicKeyPEM: key.publicKey.pemRepresentation
        )
        let signer = RequestSigner(keyID: id, privateKey: key)
        let now = WireTimestamp(milliseconds: world.server.service.surroundings.now())
        let body = Array(
            #"{"operations":[{"operationType":"forceUpdate","record":{"recordName":"A","recordType":"Note"}}]}"#.utf8
        )
        for (database, skew, status) in [("public", 0, 200), ("private", 0, 401), ("public", 601_000, 401)] {
            let path = "/database/1/\(World.container)/development/\(database)/records/modify"
            let date = WireTimestamp(milliseconds: now.milliseconds - Int64(skew))
            let signature = try signer.sign(body: body, subpath: path, date: date)
            let headers = Dictionary(uniqueKeysWithValues: signature.headers.map { ($0.name, $0.value) })
            let reply = try await world.send("POST", path, body, headers: headers)
            #expect(reply.status == status, "\(database) \(skew): \(reply.text)")
            let altered = try await world.send("POST", path, body + [0x20], headers: headers)
            #expect(altered.status == 401)
        }
    }

    @Test("A password is found again, and no other")
    func passwords() throws {
        let hash = try PasswordHash("correct horse", salt: [UInt8](repeating: 7, count: PasswordHash.saltLength))
        #expect(PasswordHash(text: hash.text).matches("correct horse"))
        #expect(!hash.matches("correct horsE") && !PasswordHash(text: "scrypt$1").matches(""))
        #expect(!hash.text.contains("horse"))
    }

    @Test("The caller is told its name, which another container's app does not learn", arguments: Setting.all)
    func caller(_ setting: Setting) async throws {
        try await setting.run { world in
            let user = try await world.user("anna")
            let reply = try await user.post(.callingUser, "{}", in: .public)
            let name = try reply.read(CallerResponse.self).user.userRecordName
            #expect(Names.isUserRecordName(name ?? ""))
            let old = try await user.post(.currentUser, "{}", in: .public).read(CurrentUserResponse.self)
            #expect(old.userRecordName == name)
            let own = WireZoneID(zoneName: "_defaultZone", ownerRecordName: name)
            let found = try await user.post(.lookupZones, LookupZonesRequest(zones: [own]).json())
            #expect(try found.read(ZonesResponse.self).zones.first?.item?.zoneID.ownerRecordName == name)
        }
    }
}
