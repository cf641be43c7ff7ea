import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("The sign-in page")
struct SignInPageTests {
    private static let password = "correct <horse> & \"staple\""

    /// Where a request that needs a sign-in is sent to.
    private static func start(
        _ world: World,
        _ token: String? = nil,
        origin: String? = nil
    ) async throws -> String {
        let apiToken = if let token { token } else { try await world.token() }
        let path = "/database/1/\(World.container)/development/private/zones/list?ckAPIToken=\(apiToken)"
        let reply = try await world.send("POST", path, [], headers: origin.map { ["Origin": $0] } ?? [:])
        #expect(reply.status == 421)
        let address = try #require(reply.error?.redirectURL)
        #expect(address.hasPrefix("http://"))
        return try #require(address.firstRange(of: "/auth/").map { String(address[$0.lowerBound...]) })
    }

    private static func works(_ webToken: String, _ world: World) async throws -> Bool {
        let query = ServiceQuery(apiToken: try await world.token(), webAuthToken: webToken).text
        let path = "/database/1/\(World.container)/development/private/zones/list?\(query)"
        return try await world.send("POST", path).status == 200
    }

    @Test("From 421 to a web token that works, without scripts", arguments: Setting.all)
    func signIn(_ setting: Setting) async throws {
        try await setting.run { world in
            try await world.server.accounts.create(name: "Anna", password: Self.password)
            let path = try await Self.start(world)
            var browser = Browser(world)
            let page = try await browser.open(path)
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(page.headers["cache-control"] == "no-store")
            for part in [
                "<html lang=\"en\">", "<label for=\"name\">", "<label for=\"password\">", World.container,
                "autocomplete=\"current-password\"", "name=\"viewport\"", "content=\"light dark\"",
            ] {
                #expect(page.text.contains(part), "\(part)")
            }
            #expect(!page.text.contains("<script"))
            #expect(try await world.send("GET", "/auth/style.css").text.contains("prefers-color-scheme: dark"))
            let fields = ["name": " anna ", "password": Self.password]
            let done = try await browser.submit(page, path, fields.merging(["stay": "yes"]) { $1 })
            let token = try #require(done.text(between: "aria-describedby=\"token-hint\">", and: "</textarea>"))
            #expect(try await Self.works(token, world))
            let short = try await browser.submit(page, path, fields)
            let shortToken = try #require(short.text(between: "aria-describedby=\"token-hint\">", and: "</textarea>"))
            world.advance(milliseconds: Int64(ServiceLimits.webTokenSeconds) * 1_000)
            #expect(try await !Self.works(shortToken, world))
            #expect(try await Self.works(token, world))
        }
    }

    @Test("Sign-ins end with the API token that they were made with, and with no other", arguments: Setting.all)
    func revoked(_ setting: Setting) async throws {
        try await setting.run { world in
            let accounts = world.server.accounts
            let account = try await accounts.create(name: "anna", password: Self.password)
            let fields = ["name": "anna", "password": Self.password, "stay": "yes"]
            var browser = Browser(world)
            var (apiTokens, webTokens) = ([String](), [String]())
            for _ in 0..<2 {
                let apiToken = try await accounts.makeAPIToken(container: World.container, origins: [])
                let path = try await Self.start(world, apiToken)
                let page = try await browser.open(path)
                let done = try await browser.submit(page, path, fields)
                apiTokens.append(apiToken)
                webTokens.append(
                    try #require(done.text(between: "aria-describedby=\"token-hint\">", and: "</textarea>"))
                )
            }
            webTokens.append(try await accounts.signIn(name: "anna", container: World.container))
            // A page that is open while its app's token is revoked signs nobody in.
            let path = try await Self.start(world, apiTokens[0])
            let page = try await browser.open(path)
            for token in webTokens { #expect(try await Self.works(token, world)) }
            try await accounts.revokeAPIToken(apiTokens[0])
            var good: [Bool] = []
            for token in webTokens { good.append(try await Self.works(token, world)) }
            #expect(good == [false, true, true])
            #expect(try await browser.submit(page, path, fields).status == 410)
            let hash = Accounts.hash(ofAPIToken: apiTokens[0])
            await #expect(throws: RevocationError.unknownToken) {
                try await accounts.beginSession(
                    of: account,
                    container: World.container,
                    staysSignedIn: true,
                    through: hash
                )
            }
            // What a crash in the middle of it leaves is taken later.
            try await world.store.execute("DELETE FROM api_token")
            try await world.accounts.removeExpired(before: world.now)
            world.advance(milliseconds: max(SessionCache.milliseconds, APITokenCache.milliseconds))
            let now = try await accounts.makeAPIToken(container: World.container, origins: [])
            for (token, status) in zip(webTokens, [421, 421, 200]) {
                let query = ServiceQuery(apiToken: now, webAuthToken: token).text
                let path = "/database/1/\(World.container)/development/private/zones/list?\(query)"
                #expect(try await world.send("POST", path).status == status)
            }
        }
    }

    @Test("What was wrong is said, and tied to its field", arguments: Setting.all)
    func wrong(_ setting: Setting) async throws {
        try await setting.run { world in
            try await world.server.accounts.create(name: "anna", password: Self.password)
            let path = try await Self.start(world)
            var browser = Browser(world)
            let page = try await browser.open(path)
            let typed = ["name": "<b>anna</b>\"'", "password": "not this one"]
            let wrong = try await browser.submit(page, path, typed)
            #expect(wrong.status == 422 && !wrong.text.contains("<b>anna"))
            for part in [
                "<title>Error: Sign in</title>", "role=\"alert\"", "value=\"&lt;b&gt;anna&lt;/b&gt;&quot;&#39;\"",
                "aria-describedby=\"password-error\" aria-invalid=\"true\" autofocus", "id=\"password-error\"",
            ] {
                #expect(wrong.text.contains(part), "\(part)")
            }
            #expect(!wrong.text.contains("not this one"))
            let empty = try await browser.submit(page, path, [:])
            #expect(empty.status == 422 && empty.text.contains("id=\"name-error\""))
            #expect(empty.text.contains("id=\"password-error\""))
            try await world.server.accounts.setEnabled(false, name: "anna")
            let right = ["name": "anna", "password": Self.password]
            #expect(try await browser.submit(page, path, right).text.contains("This account is disabled"))
        }
    }

    @Test("Forms from elsewhere, old links and made-up ones", arguments: Setting.all)
    func forged(_ setting: Setting) async throws {
        try await setting.run { world in
            try await world.server.accounts.create(name: "anna", password: Self.password)
            let fields = ["name": "anna", "password": Self.password]
            let path = try await Self.start(world)
            var browser = Browser(world)
            let page = try await browser.open(path)
            var stranger = Browser(world)
            #expect(try await stranger.submit(page, path, fields).status == 403)
            _ = try await stranger.open(path)
            #expect(try await stranger.submit(page, path, fields).status == 403)
            #expect(try await browser.submit(page, path, fields, site: "cross-site").status == 403)
            #expect(try await browser.submit(page, path, fields, site: "same-site").status == 403)
            #expect(try await browser.submit(page, path, fields, site: "same-origin").status == 200)
            for bad in ["/auth/start", "/auth/start?state=x", path + "A"] {
                #expect(try await browser.open(bad).status == 410, "\(bad)")
            }
            #expect(try await world.send("PUT", path).status == 405)
            let large = [UInt8](repeating: 0x61, count: FormFields.bytes + 1)
            #expect(try await world.send("POST", path, large).status == 413)
            world.advance(milliseconds: SignInState.milliseconds)
            #expect(try await browser.open(path).status == 410)
            #expect(try await browser.submit(page, path, fields).status == 200)
            world.advance(milliseconds: FormGuard.milliseconds)
            #expect(try await browser.submit(page, path, fields).status == 403)
        }
    }

    @Test("Back to the app: its callback, or the page that asked and no other", arguments: Setting.all)
    func back(_ setting: Setting) async throws {
        try await setting.run { world in
            try await world.server.accounts.create(name: "anna", password: Self.password)
            let fields = ["name": "anna", "password": Self.password, "stay": "yes"]
            let token = try await world.server.accounts.makeAPIToken(
                container: World.container,
                origins: ["https://notes.example.org"],
                callback: "https://notes.example.org/in?x=1"
            )
            var browser = Browser(world)
            let path = try await Self.start(world, token)
            let page = try await browser.open(path)
            #expect(page.headers["content-security-policy"]?.contains("'self' https://notes.example.org;") == true)
            let reply = try await browser.submit(page, path, fields)
            let location = try #require(reply.headers["location"])
            #expect(reply.status == 303 && location.hasPrefix("https://notes.example.org/in?x=1&ckWebAuthToken="))
            let webToken = location.split(separator: "=").last.flatMap { PercentEncoding.decode(String($0)) }
            #expect(try await Self.works(webToken ?? "", world))
            let named = try await world.server.accounts.makeAPIToken(
                container: World.container,
                origins: ["https://a.example.org"]
            )
            let asked = try await Self.start(world, named, origin: "https://a.example.org")
            let opened = try await browser.open(asked)
            let told = try await browser.submit(opened, asked, fields)
            #expect(told.text.contains("data-origin=\"https://a.example.org\"") && told.text.contains("done.js"))
            #expect(try await world.send("GET", "/auth/done.js").text.contains("done.dataset.origin"))
            // An API token without origins is known to every page: none of them is handed a user's token.
            let anybodys = try await Self.start(world, origin: "https://a.example.org")
            let shown = try await browser.submit(try await browser.open(anybodys), anybodys, fields)
            #expect(shown.status == 200 && !shown.text.contains("data-origin") && !shown.text.contains("done.js"))
        }
    }

    @Test("Wrong passwords are counted for the account and the address", arguments: Setting.all)
    func throttled(_ setting: Setting) async throws {
        try await setting.run { world in
            try await world.server.accounts.create(name: "anna", password: Self.password)
            let accounts = world.server.accounts
            for number in 0..<SignInThrottle.attemptsPerAccount {
                try accounts.throttle.begin(name: "Anna", address: "a\(number)", now: accounts.surroundings.now())
            }
            let path = try await Self.start(world)
            var browser = Browser(world)
            let page = try await browser.open(path)
            let fields = ["name": "anna", "password": Self.password]
            let refused = try await browser.submit(page, path, fields)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "90")
            #expect(refused.text.contains("Too many attempts. Try again in 2 minutes."))
            world.advance(milliseconds: 90_000)
            #expect(try await browser.submit(page, path, fields).status == 200)
            #expect(try await browser.submit(page, path, fields).status == 200)
            // A store that ends a name at its zero would take this for Anna's, past her count.
            let cut = ["name": "anna\u{0}1", "password": Self.password]
            #expect(try await browser.submit(page, path, cut).status != 200)
        }
    }

    @Test("Wrong passwords from one address are counted, whatever the account", arguments: Setting.all)
    func throttledAddress(_ setting: Setting) async throws {
        try await setting.run { world in
            try await world.server.accounts.create(name: "anna", password: Self.password)
            let path = try await Self.start(world)
            var browser = Browser(world)
            let page = try await browser.open(path)
            // Few for each account, some of which there are not, and some of which cannot be.
            for number in 0..<SignInThrottle.attemptsPerAddress {
                let name = number == 0 ? "anna" : number % 2 == 0 ? "nobody\(number)" : "no body \(number)"
                let wrong = try await browser.submit(page, path, ["name": name, "password": "not this one"])
                #expect(wrong.status == 422, "\(number)")
            }
            let right = ["name": "anna", "password": Self.password]
            let refused = try await browser.submit(page, path, right)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "18")
            // An attempt that was refused counts for nothing; another address may.
            let accounts = world.server.accounts
            let credentials = Credentials(name: "anna", password: Self.password, address: "192.0.2.7")
            try await accounts.signOutEverywhere(credentials)
            world.advance(milliseconds: 18_000)
            // One that is right is given back.
            for _ in 0..<3 { #expect(try await browser.submit(page, path, right).status == 200) }
            let wrong = ["name": "anna", "password": "not this one"]
            #expect(try await browser.submit(page, path, wrong).status == 422)
            #expect(try await browser.submit(page, path, right).status == 429)
        }
    }

    @Test("Signing out everywhere ends every token", arguments: Setting.all)
    func signOut(_ setting: Setting) async throws {
        try await setting.run { world in
            try await world.server.accounts.create(name: "anna", password: Self.password)
            let tokens = [
                try await world.server.accounts.signIn(name: "anna", container: World.container),
                try await world.server.accounts.signIn(name: "anna", container: World.container),
            ]
            var browser = Browser(world)
            let page = try await browser.open("/auth/sign-out")
            let wrong = try await browser.submit(page, "/auth/sign-out", ["name": "anna", "password": "x"])
            #expect(wrong.status == 422)
            #expect(try await Self.works(tokens[0], world))
            let fields = ["name": "anna", "password": Self.password]
            #expect(try await browser.submit(page, "/auth/sign-out", fields).status == 200)
            for token in tokens { #expect(try await !Self.works(token, world)) }
        }
    }
}
