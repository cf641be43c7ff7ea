import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Invitations")
struct InvitationTests {
    @Test("One account from one link", arguments: Setting.all)
    func join(_ setting: Setting) async throws {
        try await setting.run { world in
            let accounts = world.server.accounts
            try await accounts.create(name: "ben", password: "a good password")
            let path = "/auth/join?invitation=\(try await accounts.invite())"
            var browser = Browser(world)
            let page = try await browser.open(path)
            #expect(page.status == 200 && page.text.contains("autocomplete=\"new-password\""))
            #expect(page.text.contains("aria-describedby=\"password-hint\""))
            let expected: [([String: String], String)] = [
                (["name": "a b", "password": "a good password"], "id=\"name-error\""),
                (["name": "BEN", "password": "a good password"], "This name is taken."),
                (["name": "anna", "password": "short"], "id=\"password-error\""),
            ]
            for (fields, part) in expected {
                let reply = try await browser.submit(page, path, fields)
                #expect(reply.status == 422 && reply.text.contains(part), "\(fields): \(reply.text)")
            }
            let fields = ["name": "anna", "password": "a good password"]
            #expect(try await Browser(world).submit(page, path, fields).status == 403)
            let joined = try await browser.submit(page, path, fields)
            #expect(joined.status == 200 && joined.text.contains("Your account is ready"))
            #expect(try await accounts.account(named: "anna").password.matches("a good password"))
            let again = try await browser.submit(page, path, ["name": "carl", "password": "a good password"])
            #expect(again.status == 410)
            #expect(try await browser.open(path).status == 410)
        }
    }

    @Test("An old link, and one that was made up", arguments: Setting.all)
    func expired(_ setting: Setting) async throws {
        try await setting.run { world in
            let accounts = world.server.accounts
            let path = "/auth/join?invitation=\(try await accounts.invite(seconds: 60))"
            var browser = Browser(world)
            let page = try await browser.open(path)
            #expect(try await browser.open("/auth/join?invitation=x").status == 410)
            world.advance(milliseconds: 60_000)
            #expect(try await browser.open(path).status == 410)
            let fields = ["name": "anna", "password": "a good password"]
            #expect(try await browser.submit(page, path, fields).status == 410)
            #expect(try await !accounts.hasAny())
            world.advance(milliseconds: 1)
            try await accounts.store.removeExpired(before: accounts.surroundings.now())
            let secret = path.split(separator: "=")[1]
            #expect(try await accounts.store.invitation(Accounts.hash(ofAPIToken: String(secret))) == nil)
        }
    }
}
