import Foundation
import SwiftData
import TestSupport
import Testing

@testable import AlarmClockCore

/// Daemons of two devices and a server, all in processes of their own.
@Suite("The account of alarmclock")
struct AccountTests {
    private static func signIn(
        _ box: CommandBox,
        _ server: ServerBox,
        _ name: String = "anna",
        password: String = ServerBox.password,
        more: String = ""
    ) throws -> CommandBox.Answer {
        try box.shell(
            "printf '%s\\n' '\(password)' | \"$ALARMCLOCK\" account sign-in --server \(server.address) --user \(name)"
                + " --api-token \(server.apiToken) --password-stdin \(more)"
        )
    }

    /// A daemon that rings from now on.
    private static func daemon(_ box: CommandBox) throws -> LineProcess {
        let process = try LineProcess(
            CommandBox.executable,
            ["run"],
            environment: [
                "HOME": box.home.path, "PATH": "/nowhere", "LC_ALL": "C", "TZ": "Asia/Taipei",
                "TZDIR": ZoneFiles.folder, "XDG_RUNTIME_DIR": "",
            ]
        )
        #expect(try process.nextLine()?.hasPrefix("AlarmClock rings") == true)
        return process
    }

    /// Waits until what the daemon of a device tells is right.
    private static func until(_ box: CommandBox, _ isRight: (DaemonAnswer) throws -> Bool) async throws {
        let folders = AlarmFolders(store: nil, variables: [:], homeFolder: box.home.path, workingFolder: "/")
        for await answer in try DaemonLink(socket: folders.socket).changes() where try isRight(answer) { return }
        Issue.record("the daemon has ended")
    }

    private static func labels(_ box: CommandBox) throws -> [String] {
        let list = try JSONSerialization.jsonObject(with: Data(try box.run("list", "--json").out.utf8))
        return (list as? [[String: Any]] ?? []).compactMap { $0["label"] as? String }.sorted()
    }

    @Test("Alarms travel between two daemons by themselves, whoever was killed or signed in meanwhile")
    func daemons() async throws {
        let server = try ServerBox("anna")
        let (phone, desk) = (try CommandBox(), try CommandBox())
        #expect(try phone.run("add", "7:30", "--label", "early", "--days", "daily").status == 0)
        // Without a daemon the alarms of the account come and go at least once.
        let first = try Self.signIn(phone, server)
        #expect(first.status == 0 && first.out == "Signed in as anna at \(server.address)\n", "\(first)")
        #expect(first.messages.contains("alarmclock install"))
        // The other daemon runs already when somebody signs in.
        let deskDaemon = try Self.daemon(desk)
        defer { deskDaemon.kill() }
        let second = try Self.signIn(desk, server)
        #expect(second.status == 0 && second.messages.isEmpty, "\(second)")
        try await Self.until(desk) { $0.nextAlarm != nil }
        #expect(try desk.run("list").out == phone.run("list").out)
        var phoneDaemon = try Self.daemon(phone)
        #expect(try phone.run("add", "8:00", "--label", "second").status == 0)
        try await Self.until(desk) { _ in try Self.labels(desk) == ["early", "second"] }
        phoneDaemon.kill()
        #expect(try phone.run("add", "9:00", "--label", "third").status == 0)
        phoneDaemon = try Self.daemon(phone)
        defer { phoneDaemon.kill() }
        try await Self.until(desk) { _ in try Self.labels(desk) == ["early", "second", "third"] }
        // A deletion comes back the other way, and leaves nothing that rings.
        for id in try desk.run("list", "--json").ids { #expect(try desk.run("rm", id).status == 0) }
        try await Self.until(phone) { $0.nextAlarm == nil }
        #expect(try Self.labels(phone) == [])
        // One rings on both, and a stop on one is heard on the other by itself.
        try Self.addRinging("kettle", on: phone)
        for box in [phone, desk] { try await Self.until(box) { $0.alarms.map(\.label) == ["kettle"] } }
        #expect(try phone.run("stop").out.hasSuffix("  kettle\n"))
        try await Self.until(desk) { $0.alarms.isEmpty }
        #expect(try desk.run("stop").status == 3)
    }

    /// Adds an alarm of this minute that was set an hour ago: it rings as soon as a daemon knows of it.
    private static func addRinging(_ label: String, on box: CommandBox) throws {
        let folders = AlarmFolders(store: nil, variables: [:], homeFolder: box.home.path, workingFolder: "/")
        let now = Date()
        let context = ModelContext(try AlarmStore.open(folders).container)
        let manager = AlarmManager(modelContext: context, now: { now - 3_600 })
        let minute = Int(now.timeIntervalSince1970 / 60) + 480
        let alarm = Alarm(time: ClockTime(minutes: minute % 1_440).date, label: label)
        manager.setDays(.daily, of: alarm)
        (alarm.createdAt, alarm.updatedAt) = (now - 3_600, now - 3_600)
        try manager.addAlarm(alarm)
    }

    @Test("Who is signed in is shown; another account gets nothing unless it is to take over")
    func accounts() throws {
        let server = try ServerBox("anna", "ben")
        let box = try CommandBox()
        #expect(try box.run("account") == CommandBox.Answer(3, "", "Nobody is signed in.\n"))
        #expect(try box.run("account", "sign-out").status == 3)
        #expect(try box.run("add", "7:30", "--label", "early").status == 0)
        #expect(try Self.signIn(box, server).status == 0)
        let shown = try box.run("account", "show", "--json").out
        let object = try #require(try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any])
        #expect(object["user"] as? String == "anna" && object["server"] as? String == server.address)
        let file = box.home.appending(path: ".local/state/alarmclock/account.json")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try box.run("account", "sign-out").out == "Signed out anna. Your alarms stay on this device.\n")
        let refused = try Self.signIn(box, server, "ben")
        #expect(refused.status == 1 && refused.messages.contains("the alarms here belong to anna"), "\(refused)")
        #expect(try box.run("account", "show").status == 3)
        let taken = try Self.signIn(box, server, "ben", more: "--take-over")
        #expect(taken.status == 0, "\(taken)")
        let other = try CommandBox()
        #expect(try Self.signIn(other, server, "ben").status == 0)
        #expect(try Self.labels(other) == ["early"])
    }

    @Test("A sign-in that fails says why and changes nothing")
    func failures() throws {
        let server = try ServerBox("anna")
        let box = try CommandBox()
        let wrong = try Self.signIn(box, server, password: "wrong")
        #expect(wrong.status == 1 && wrong.messages.contains("does not know anna"), "\(wrong)")
        #expect(try Self.signIn(box, server, password: "").status == 2)
        let nowhere = try box.shell(
            "echo x | \"$ALARMCLOCK\" account sign-in --server here --user anna --api-token t --password-stdin"
        )
        #expect(nowhere.status == 2 && nowhere.messages.contains("“here” is no address"), "\(nowhere)")
        let noToken = try box.shell(
            "echo x | \"$ALARMCLOCK\" account sign-in --server \(server.address) --user anna --password-stdin"
        )
        #expect(noToken.status == 2 && noToken.messages.contains("cloudkit-server token api"), "\(noToken)")
        server.stop()
        #expect(try Self.signIn(box, server).status == 4)
        #expect(
            !FileManager.default.fileExists(
                atPath: box.home.appending(path: ".local/state/alarmclock/account.json").path
            )
        )
    }
}

extension CommandBox.Answer {
    /// The ids in a list.
    fileprivate var ids: [String] {
        get throws {
            let list = try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [[String: Any]] ?? []
            return list.compactMap { $0["id"] as? String }
        }
    }
}
