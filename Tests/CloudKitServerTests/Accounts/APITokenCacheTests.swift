import Testing

@testable import CloudKitServer

/// API tokens are looked up once; what was not there is looked for again.
struct APITokenCacheTests {
    @Test(arguments: StoreKind.allCases)
    func aTokenThatWasMissedIsFoundOnceItIsMade(_ kind: StoreKind) async throws {
        try await kind.with { store in
            let (accounts, cache) = (store.server.accounts, APITokenCache())
            let token = Self.token(1)
            #expect(try await cache.token(token.hash, in: accounts, now: 0) == nil)
            try await accounts.add(token)
            #expect(try await cache.token(token.hash, in: accounts, now: 0)?.origins == ["https://a.example"])
            try await store.server.close()
        }
    }

    @Test func aTokenThatIsKnownIsNotLookedUpAgain() async throws {
        try await StoreKind.embedded.with { full in
            try await StoreKind.embedded.with { empty in
                let (token, cache) = (Self.token(2), APITokenCache())
                try await full.server.accounts.add(token)
                #expect(try await cache.token(token.hash, in: full.server.accounts, now: 0) != nil)
                let last = APITokenCache.milliseconds - 1
                #expect(try await cache.token(token.hash, in: empty.server.accounts, now: last) != nil)
                #expect(try await empty.server.accounts.apiToken(token.hash) == nil)
                try await empty.server.close()
            }
            try await full.server.close()
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aTokenThatIsKnownIsLookedUpAgainInTime(_ kind: StoreKind) async throws {
        try await kind.with { store in
            let (accounts, cache) = (store.server.accounts, APITokenCache())
            let (token, late) = (Self.token(3), APITokenCache.milliseconds)
            try await accounts.add(token)
            #expect(try await cache.token(token.hash, in: accounts, now: 0) == token)
            #expect(try await accounts.revokeAPIToken(token.hash))
            #expect(try await cache.token(token.hash, in: accounts, now: late - 1) == token)
            #expect(try await cache.token(token.hash, in: accounts, now: late) == nil)
            #expect(try await cache.token(token.hash, in: accounts, now: 0) == nil)
            #expect(try await accounts.revokeAPIToken(token.hash) == false)
            try await store.server.close()
        }
    }

    private static func token(_ byte: UInt8) -> APIToken {
        let hash = [UInt8](repeating: byte, count: 32)
        return APIToken(
            hash: hash,
            container: World.container,
            environment: .production,
            origins: ["https://a.example"],
            callback: "notes://in",
            created: 1
        )
    }
}
