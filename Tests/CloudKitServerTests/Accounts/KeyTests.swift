import CloudKitWebServices
import Crypto
import Testing

@testable import CloudKitServer

@Suite("API tokens and servers' keys: one environment, listed, revoked")
struct KeyTests {
    private static func path(_ environment: ServiceEnvironment) -> String {
        "/database/1/\(World.container)/\(environment.rawValue)/public/zones/list"
    }

    /// What a token is answered with.
    private static func status(_ token: String, _ environment: ServiceEnvironment, _ world: World) async throws -> Int {
        try await world.send("POST", path(environment) + "?ckAPIToken=\(token)", []).status
    }

    /// What a key's signature is answered with.
    private static func status(
        _ id: String,
        _ key: P256.Signing.PrivateKey,
        _ environment: ServiceEnvironment,
        _ world: World
    ) async throws -> Int {
        let date = WireTimestamp(milliseconds: world.now)
        let signature = try RequestSigner(keyID: id, privateKey: key).sign(
            body: [],
            subpath: path(environment),
            date: date
        )
        let headers = Dictionary(uniqueKeysWithValues: signature.headers.map { ($0.name, $0.value) })
        return try await world.send("POST", path(environment), [], headers: headers).status
    }

    @Test("A token and a key are good in their environment only; those from before in both", arguments: Setting.all)
    func environments(_ setting: Setting) async throws {
        try await setting.run { world in
            let (accounts, key) = (world.server.accounts, P256.Signing.PrivateKey())
            var ids: Set<String> = []
            for environment in ServiceEnvironment.allCases {
                let token = try await accounts.makeAPIToken(
                    container: World.container,
                    environment: environment,
                    origins: []
                )
                let id = try await accounts.addServerKey(
                    container: World.container,
                    environment: environment,
                    publicKeyPEM: key.publicKey.pemRepresentation
                )
                ids.insert(id)
                for asked in ServiceEnvironment.allCases {
                    let expected = asked == environment ? 200 : 401
                    #expect(try await Self.status(token, asked, world) == expected, "\(environment) \(asked)")
                    #expect(try await Self.status(id, key, asked, world) == expected, "\(environment) \(asked)")
                }
            }
            #expect(ids.count == 2, "one key, added for two environments")
            let old = ServerKey(
                id: "old",
                container: World.container,
                environment: nil,
                publicKey: key.publicKey.pemRepresentation,
                created: 1
            )
            try await world.accounts.add(old)
            for environment in ServiceEnvironment.allCases {
                #expect(try await Self.status(world.token(), environment, world) == 200)
                #expect(try await Self.status("old", key, environment, world) == 200)
            }
        }
    }

    @Test("What is revoked is refused: a key at once, a token in time", arguments: Setting.all)
    func revoked(_ setting: Setting) async throws {
        try await setting.run { world in
            let (accounts, key) = (world.server.accounts, P256.Signing.PrivateKey())
            let token = try await accounts.makeAPIToken(container: World.container, origins: [])
            let second = try await accounts.makeAPIToken(container: World.container, origins: [])
            let id = try await accounts.addServerKey(
                container: World.container,
                publicKeyPEM: key.publicKey.pemRepresentation
            )
            for token in [token, second] { #expect(try await Self.status(token, .development, world) == 200) }
            var tokenID = ""
            try await accounts.forEachAPIToken { found in
                if found.hash == Accounts.hash(ofAPIToken: token) { tokenID = found.id }
            }
            try await accounts.revokeAPIToken(tokenID.uppercased())
            try await accounts.revokeServerKey(id)
            #expect(try await Self.status(id, key, .development, world) == 401)
            world.advance(milliseconds: APITokenCache.milliseconds)
            #expect(try await Self.status(token, .development, world) == 401)
            #expect(try await Self.status(second, .development, world) == 200)
            try await accounts.revokeAPIToken(second)
            await #expect(throws: RevocationError.unknownToken) { try await accounts.revokeAPIToken(second) }
            await #expect(throws: RevocationError.unknownToken) { try await accounts.revokeAPIToken("") }
            await #expect(throws: RevocationError.unknownKey) { try await accounts.revokeServerKey(id) }
        }
    }

    @Test("All are listed, however many", arguments: Setting.inProcess)
    func listed(_ setting: Setting) async throws {
        try await setting.run { world in
            for number in 0..<501 {
                let hash = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 30)
                try await world.accounts.add(
                    APIToken(
                        hash: hash,
                        container: "iCloud.a",
                        environment: .production,
                        origins: ["https://a.example", "https://b.example"],
                        created: 7
                    )
                )
                try await world.accounts.add(
                    ServerKey(
                        id: hash.hexadecimal,
                        container: "iCloud.a",
                        environment: number == 0 ? nil : .development,
                        publicKey: "pem",
                        created: 7
                    )
                )
            }
            var (tokens, keys) = ([APIToken](), [ServerKey]())
            try await world.server.accounts.forEachAPIToken { tokens.append($0) }
            try await world.server.accounts.forEachServerKey { keys.append($0) }
            #expect(tokens.count == 501 && Set(tokens.map(\.hash)).count == 501)
            #expect(tokens.allSatisfy { $0.environment == .production && $0.origins.count == 2 && $0.callback == nil })
            #expect(keys.count == 501 && keys.map(\.environment).count { $0 == nil } == 1)
        }
    }
}
