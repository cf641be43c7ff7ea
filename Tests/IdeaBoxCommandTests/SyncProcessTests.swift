import Foundation
import TestSupport
import Testing

@testable import IdeaBoxCore

/// Several processes on one store, of which some end without a word.
@Suite("Processes that sync one store")
struct SyncProcessTests {
    private static func watch(_ box: CommandBox) throws -> LineProcess { try sync(box, "--watch") }

    private static func sync(_ box: CommandBox, _ options: String...) throws -> LineProcess {
        try LineProcess(
            CommandBox.executable,
            ["sync"] + options,
            environment: ["HOME": box.home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C"]
        )
    }

    private static func wait(_ process: LineProcess, for words: String) throws {
        while let line = try process.nextLine() {
            if line.contains(words) { return }
        }
        Issue.record("it ended before it said \(words)")
    }

    @Test("Who watches beside the process that syncs a store shows what it does, and takes over where it is killed")
    func takeOver() throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try SyncCommandTests.device(server), try SyncCommandTests.device(server))
        let first = try Self.watch(phone)
        try Self.wait(first, for: "up to date")
        #expect(try SyncCommandTests.status(phone)["syncedBy"] as? Int ?? 0 > 0)
        let beside = try Self.watch(phone)
        try Self.wait(beside, for: "up to date")
        _ = try phone.add("sent by the first")
        try Self.wait(first, for: "sent 1 ideas")
        try Self.wait(beside, for: "sent 1 ideas")
        first.kill()
        #expect(try laptop.run("sync").status == 0)
        _ = try laptop.add("after the first")
        #expect(try laptop.run("sync").status == 0)
        try Self.wait(beside, for: "received 1 ideas")
        beside.kill()
        #expect(try SyncCommandTests.status(phone)["syncedBy"] is NSNull)
        _ = try phone.add("after the end")
        #expect(try phone.run("sync") == .init(0, "1 change to send\nsent 1 ideas, 0 deletions; 0 to go\nup to date\n"))
        #expect(try SyncCommandTests.titles(phone) == ["after the end", "after the first", "sent by the first"])
    }

    /// The ideas of a box as this process shows them.
    @MainActor
    private static func home(_ box: CommandBox) throws -> IdeaBoxHome {
        var surroundings = Surroundings.live
        (surroundings.homeFolder, surroundings.workingFolder) = (box.home.path, box.home.path)
        surroundings.variables = ["HOME": box.home.path]
        let folders = DataFolders(
            store: nil,
            variables: surroundings.variables,
            homeFolder: box.home.path,
            workingFolder: box.home.path
        )
        return try IdeaBoxHome(folders, in: surroundings)
    }

    @Test("Who shows the ideas takes over from a process that is killed, and goes on when somebody signs in again")
    @MainActor
    func takeOverWithNothingToSend() async throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try SyncCommandTests.device(server), try SyncCommandTests.device(server))
        let first = try Self.watch(phone)
        try Self.wait(first, for: "up to date")
        let home = try Self.home(phone)
        home.startSync()
        try await until { home.sync.isElsewhere }
        first.kill()
        _ = try laptop.add("after the end")
        #expect(try laptop.run("sync").status == 0)
        try await until { home.counts?.all == 1 }
        #expect(!home.sync.isElsewhere)
        // While this one does the work no other has its place, and who asks has it done by this one.
        let asking = try Self.sync(phone)
        #expect(try await asking.line() == "up to date")
        #expect(asking.wait() == 0)
        #expect(try phone.run("account", "sign-out").status == 0)
        try await until { home.sync.state == .signedOut }
        #expect(try SyncCommandTests.signIn(phone, server, "anna").status == 0)
        _ = try laptop.add("after the sign-in")
        #expect(try laptop.run("sync").status == 0)
        try await until { home.counts?.all == 2 }
    }

    @Test("Signing out, or in as somebody else, ends a watch at once, also where it waits for its next attempt")
    func signOut() throws {
        let server = try ServerBox("anna", "ben")
        let phone = try SyncCommandTests.device(server)
        let idle = try Self.watch(phone)
        try Self.wait(idle, for: "up to date")
        // Also one that only shows what the other does.
        let beside = try Self.watch(phone)
        try Self.wait(beside, for: "up to date")
        #expect(try SyncCommandTests.signIn(phone, server, "ben").status == 0)
        for process in [idle, beside] {
            while try process.nextLine() != nil {}
            #expect(process.wait() == 4)
        }
        #expect(try SyncCommandTests.signIn(phone, server, "anna").status == 0)
        let log = try phone.run("log", "--json").out
        #expect(log.contains(#""eventType":"sign_out""#) && log.contains(#""eventType":"sign_in""#))
        let waiting = try Self.watch(phone)
        try Self.wait(waiting, for: "up to date")
        server.stop()
        _ = try phone.add("Kept here")
        try Self.wait(waiting, for: "trying again")
        #expect(try phone.run("account", "sign-out").status == 0)
        while try waiting.nextLine() != nil {}
        #expect(waiting.wait() == 4)
        #expect(try SyncCommandTests.status(phone)["state"] as? String == "signedOut")
        #expect(try SyncCommandTests.status(phone)["pending"] as? Int == 1)
    }

    @Test("Who signs in while another's changes wait and a watch runs gets none of them; they go to their own account")
    func switchWhileWaiting() throws {
        let server = try ServerBox("anna", "ben")
        let (phone, laptop) = (try SyncCommandTests.device(server), try SyncCommandTests.device(server, "ben"))
        let watch = try Self.watch(phone)
        try Self.wait(watch, for: "up to date")
        server.stop()
        _ = try phone.add("anna's")
        try Self.wait(watch, for: "trying again")
        try server.start()
        #expect(try SyncCommandTests.signIn(phone, server, "ben").status == 0)
        while try watch.nextLine() != nil {}
        #expect(watch.wait() == 4)
        _ = try phone.add("ben's")
        for box in [phone, laptop] {
            #expect(try box.run("sync").status == 0)
            #expect(try SyncCommandTests.titles(box) == ["ben's"])
        }
        #expect(try SyncCommandTests.signIn(phone, server, "anna").status == 0)
        #expect(try phone.run("sync").status == 0)
        let tablet = try SyncCommandTests.device(server)
        #expect(try tablet.run("sync").status == 0)
        for box in [phone, tablet] { #expect(try SyncCommandTests.titles(box) == ["anna's"]) }
    }

    @Test("The device has its id from the first change on; a look leaves nothing behind")
    func deviceID() throws {
        let box = try CommandBox()
        #expect(try SyncCommandTests.status(box)["deviceId"] as? String == nil)
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path))
        let id = try box.add("a")
        let first = try SyncCommandTests.status(box)["deviceId"] as? String
        #expect(first.flatMap { UUID(uuidString: $0) } != nil)
        #expect(try box.run("show", id, "--json").out.contains(#""deviceId":"\#(first ?? "none")""#))
        #expect(try SyncCommandTests.status(box)["deviceId"] as? String == first)
    }
}
