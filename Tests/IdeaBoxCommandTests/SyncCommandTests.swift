import Foundation
import TestSupport
import Testing

/// Two copies of the command on two devices, and a server, all in processes of their own.
@Suite("Sync on the command line")
struct SyncCommandTests {
    /// A device that is signed in.
    static func device(_ server: ServerBox, _ name: String = "anna") throws -> CommandBox {
        let box = try CommandBox()
        let answer = try signIn(box, server, name)
        #expect(answer == CommandBox.Answer(0, "Signed in as \(name) at \(server.address)\n"))
        return box
    }

    static func signIn(
        _ box: CommandBox,
        _ server: ServerBox,
        _ name: String,
        password: String = ServerBox.password
    ) throws -> CommandBox.Answer {
        try box.shell(
            "printf '%s\\n' '\(password)' | \"$IDEABOX\" account sign-in --server \(server.address) --user \(name)"
                + " --api-token \(server.apiToken) --password-stdin"
        )
    }

    static func titles(_ box: CommandBox) throws -> [String] {
        let list = try JSONSerialization.jsonObject(with: Data(try box.run("list", "--json").out.utf8))
        return (list as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }.sorted()
    }

    static func status(_ box: CommandBox) throws -> [String: Any] {
        let answer = try box.run("status", "--json")
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any])
    }

    @Test("Ideas travel; of two edits and of a delete and an edit the later stays; offline work arrives")
    func story() throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try Self.device(server), try Self.device(server))
        let kite = try phone.add("Kite")
        let boat = try phone.add("Boat")
        let sent = "2 changes to send\nsent 2 ideas, 0 deletions; 0 to go\nup to date\n"
        #expect(try phone.run("sync") == CommandBox.Answer(0, sent))
        let received = "looking for changes\nreceived 2 ideas, 0 deletions\nup to date\n"
        #expect(try laptop.run("sync") == CommandBox.Answer(0, received))
        #expect(try Self.titles(laptop) == ["Boat", "Kite"])
        // Both change the same ideas, each without knowing of the other.
        _ = try laptop.run("edit", kite, "--title", "Kite of the laptop")
        _ = try laptop.run("rm", boat)
        _ = try phone.run("edit", kite, "--title", "Kite of the phone")
        _ = try phone.run("edit", boat, "--title", "Boat of the phone")
        #expect(try laptop.run("sync").status == 0)
        let merged = try phone.run("sync")
        #expect(merged.status == 0)
        #expect(merged.out.contains("2 ideas were changed on two devices at once"))
        #expect(try laptop.run("sync").status == 0)
        #expect(try Self.titles(phone) == ["Boat of the phone", "Kite of the phone"])
        #expect(try Self.titles(laptop) == Self.titles(phone))
        #expect(try phone.run("log", "--type", "conflict").out.contains("Kite of the laptop"))
        // Without the server everything works but the sync, which says so.
        server.stop()
        _ = try phone.add("Offline")
        let offline = try phone.run("sync", "--json")
        #expect(offline.status == 4)
        #expect(offline.out.split(separator: "\n").filter { $0.contains(#""event":"retry""#) }.count == 3)
        let waiting = try Self.status(phone)
        #expect(waiting["state"] as? String == "offline")
        #expect(waiting["pending"] as? Int == 1)
        #expect((waiting["lastError"] as? [String: Any])?["kind"] as? String == "unreachable")
        #expect(waiting["lastSuccess"] is String)
        try server.start()
        #expect(try phone.run("sync").status == 0)
        #expect(try laptop.run("sync").status == 0)
        #expect(try Self.titles(laptop) == ["Boat of the phone", "Kite of the phone", "Offline"])
        let done = try Self.status(phone)
        #expect(done["state"] as? String == "upToDate")
        #expect(done["pending"] as? Int == 0)
        #expect(done["lastError"] is NSNull)
    }

    @Test("A watching device shows a change of the other, and sends its own, as they happen")
    func watch() throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try Self.device(server), try Self.device(server))
        let watching = try LineProcess(
            CommandBox.executable,
            ["sync", "--watch", "--json"],
            environment: ["HOME": laptop.home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C"]
        )
        defer { watching.kill() }
        func until(_ words: String) throws {
            while let line = try watching.nextLine() {
                #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
                if line.contains(words) { return }
            }
            Issue.record("the watch ended before \(words)")
        }
        try until(#""event":"upToDate""#)
        _ = try phone.add("From the phone")
        #expect(try phone.run("sync").status == 0)
        try until(#""event":"received","changed":1"#)
        #expect(try Self.titles(laptop) == ["From the phone"])
        // Another process of the same device adds one, and the watching one sends it.
        _ = try laptop.add("From the laptop")
        try until(#""event":"sent","saved":1"#)
        try until(#""event":"upToDate""#)
        #expect(try phone.run("sync").status == 0)
        #expect(try Self.titles(phone) == ["From the laptop", "From the phone"])
        // One process syncs a store; another one waits for it, and hears how it went.
        _ = try laptop.add("One more")
        let waited = try laptop.run("sync")
        #expect(waited == CommandBox.Answer(0, "up to date\n", "Another IdeaBox syncs this store; waiting for it.\n"))
        // Nobody answers for it.
        #expect(try laptop.run("sync", "--refuse-deletions").status == 4)
        // Signing out in another process ends the watch at once, with nothing to sync.
        #expect(try laptop.run("account", "sign-out").status == 0)
        while try watching.nextLine() != nil {}
        #expect(watching.wait() == 4)
        #expect(try Self.status(laptop)["state"] as? String == "signedOut")
    }

    @Test("Each account has its own ideas; the first one takes over what was there")
    func accounts() throws {
        let server = try ServerBox("anna", "ben")
        let box = try CommandBox()
        _ = try box.add("before any account")
        let first = try Self.signIn(box, server, "anna")
        #expect(
            first.out == "Signed in as anna at \(server.address)\n1 idea of this device belongs to the account now.\n"
        )
        #expect(try box.run("sync").status == 0)
        _ = try box.add("Anna's, not sent yet")
        #expect(try Self.signIn(box, server, "ben").status == 0)
        #expect(try Self.titles(box) == [])
        _ = try box.add("Ben's")
        #expect(try box.run("sync").status == 0)
        #expect(try Self.titles(box) == ["Ben's"])
        #expect(try Self.signIn(box, server, "anna").status == 0)
        #expect(try Self.titles(box) == ["Anna's, not sent yet", "before any account"])
        #expect(try Self.status(box)["pending"] as? Int == 1)
        #expect(try box.run("sync").status == 0)
        let other = try Self.device(server, "anna")
        #expect(try other.run("sync").status == 0)
        #expect(try Self.titles(other) == ["Anna's, not sent yet", "before any account"])
        // Signed out, everything stays usable and sync stops.
        #expect(try box.run("account", "sign-out").out == "Signed out anna. Your ideas stay on this device.\n")
        _ = try box.add("signed out")
        #expect(try box.run("sync").status == 4)
        #expect(try Self.titles(box).count == 3)
    }

    @Test("Nothing is synced before the ideas of an earlier version were taken over, wherever it left them")
    func legacy() throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try Self.device(server), try Self.device(server))
        _ = try laptop.add("from the laptop")
        #expect(try laptop.run("sync").status == 0)
        _ = try phone.add("new")
        for file in [".config/ideabox.plist", ".local/share/ideabox/ideas.json"] {
            let place = try phone.write(#"[{"title":"old"},{"title":"#, to: file)
            let refused = try phone.run("sync", file.hasSuffix("json") ? "--watch" : "--json")
            #expect(refused.status == 4 && refused.out.isEmpty)
            #expect(refused.messages.contains("Error: the ideas of an earlier version in \(place.path) are not taken"))
            let waiting = try Self.status(phone)
            #expect(waiting["state"] as? String == "needsAttention")
            #expect((waiting["lastError"] as? [String: Any])?["kind"] as? String == "notMigrated")
            #expect(waiting["pending"] as? Int == 1)
            #expect(try Self.titles(phone) == ["new"])
            // The one is moved away, the other mended.
            if file.hasSuffix("plist") { try FileManager.default.removeItem(at: place) }
        }
        try phone.write(#"[{"title":"old"}]"#, to: ".local/share/ideabox/ideas.json")
        #expect(try phone.run("sync").status == 0)
        #expect(try laptop.run("sync").status == 0)
        for device in [phone, laptop] { #expect(try Self.titles(device) == ["from the laptop", "new", "old"]) }
        #expect(try Self.status(phone)["state"] as? String == "upToDate")
    }

    @Test("A wrong password, a server that is not there, and files that only their owner reads")
    func signInFailures() throws {
        let server = try ServerBox("anna")
        let box = try CommandBox()
        let wrong = try Self.signIn(box, server, "anna", password: "wrong")
        #expect(wrong == CommandBox.Answer(4, "", "Error: the service does not know anna with this password\n"))
        #expect(try box.run("account").status == 3)
        #expect(try Self.signIn(box, server, "anna").status == 0)
        let shown = try box.run("account", "show", "--json")
        #expect(shown.out.contains(#""user":"anna""#))
        let files = try box.shell(
            "find .local/share/ideabox -type f \\( -path '*cloudkit*' -o -name account.json \\) -printf '%m %f\\n' | sort"
        )
        #expect(files.out == "600 account.json\n600 iCloud.com.buildwithharry.IdeaBox.json\n")
        #expect(!(try box.run("status", "--json").out.contains(server.apiToken)))
        server.stop()
        let gone = try Self.signIn(try CommandBox(), server, "anna")
        #expect(gone.status == 4)
        #expect(gone.messages.contains("cannot be reached"))
    }
}
