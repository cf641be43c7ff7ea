import Foundation
import TestSupport
import Testing

@testable import IdeaBoxCore

/// Several processes on one store, of which some end without a word.
@Suite("Processes that sync one store", .timeLimit(.minutes(15)))
struct SyncProcessTests {
    private static func watch(_ box: CommandBox) throws -> LineProcess {
        try LineProcess(
            CommandBox.executable,
            ["sync", "--watch"],
            environment: ["HOME": box.home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C"]
        )
    }

    private static func wait(_ process: LineProcess, for words: String) throws {
        while let line = try process.nextLine() {
            if line.contains(words) { return }
        }
        Issue.record("it ended before it said \(words)")
    }

    @Test("Where the process that syncs a store is killed, the next one takes over at once")
    func takeOver() throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try SyncCommandTests.device(server), try SyncCommandTests.device(server))
        let first = try Self.watch(phone)
        try Self.wait(first, for: "up to date")
        // While it lives no other has its place.
        #expect(try phone.run("sync", "--watch").status == 4)
        first.kill()
        _ = try phone.add("after the end")
        #expect(try phone.run("sync") == .init(0, "1 change to send\nsent 1 ideas, 0 deletions; 0 to go\nup to date\n"))
        let second = try Self.watch(phone)
        defer { second.kill() }
        try Self.wait(second, for: "up to date")
        _ = try laptop.add("from the laptop")
        #expect(try laptop.run("sync").status == 0)
        try Self.wait(second, for: "received 1 ideas")
        #expect(try SyncCommandTests.titles(phone) == ["after the end", "from the laptop"])
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

    @MainActor
    private static func until(_ isTrue: () -> Bool) async throws {
        while !isTrue() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test("Who shows the ideas takes over from a process that is killed, and goes on when somebody signs in again")
    @MainActor
    func takeOverWithNothingToSend() async throws {
        let server = try ServerBox("anna")
        let (phone, laptop) = (try SyncCommandTests.device(server), try SyncCommandTests.device(server))
        let first = try Self.watch(phone)
        try Self.wait(first, for: "up to date")
        let home = try Self.home(phone)
        home.keepInStep()
        try await Self.until { home.sync.isElsewhere }
        first.kill()
        _ = try laptop.add("after the end")
        #expect(try laptop.run("sync").status == 0)
        try await Self.until { home.counts?.all == 1 }
        #expect(!home.sync.isElsewhere)
        // While this one does the work no other has its place.
        #expect(try phone.run("sync", "--watch").status == 4)
        #expect(try phone.run("account", "sign-out").status == 0)
        try await Self.until { home.sync.state == .signedOut }
        #expect(try SyncCommandTests.signIn(phone, server, "anna").status == 0)
        _ = try laptop.add("after the sign-in")
        #expect(try laptop.run("sync").status == 0)
        try await Self.until { home.counts?.all == 2 }
    }

    @Test("Signing out, or in as somebody else, ends a watch at once, also where it waits for its next attempt")
    func signOut() throws {
        let server = try ServerBox("anna", "ben")
        let phone = try SyncCommandTests.device(server)
        let idle = try Self.watch(phone)
        try Self.wait(idle, for: "up to date")
        #expect(try SyncCommandTests.signIn(phone, server, "ben").status == 0)
        while try idle.nextLine() != nil {}
        #expect(idle.wait() == 4)
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

    @Test("The device has its id from the first look on, though a look leaves no store")
    func deviceID() throws {
        let box = try CommandBox()
        let first = try SyncCommandTests.status(box)["deviceId"] as? String
        #expect(first.flatMap { UUID(uuidString: $0) } != nil)
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path))
        let id = try box.add("a")
        #expect(try box.run("show", id, "--json").out.contains(#""deviceId":"\#(first ?? "none")""#))
        #expect(try SyncCommandTests.status(box)["deviceId"] as? String == first)
    }
}
