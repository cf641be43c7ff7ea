import Foundation
import TestSupport
import Testing

@Suite("The command alarmclock")
struct CommandTests {
    private func alarms(_ box: CommandBox) throws -> [[String: Any]] {
        let out = try box.run("list", "--json").out
        return try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [[String: Any]] ?? []
    }

    private func withoutDates(_ alarms: [[String: Any]]) -> [String] {
        alarms.map { alarm in
            let kept = alarm.filter { !["createdAt", "updatedAt", "nextFire", "template"].contains($0.key) }
            return kept.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ";")
        }
    }

    @Test("What is written to a file comes back from it", arguments: ["json", "csv", "ics"])
    func roundTrip(_ format: String) throws {
        let box = try CommandBox()
        _ = try box.add("6:30", "--days", "weekdays", "--label", "早班, \"early\"; shift\\ 靈感", "--volume", "70")
        _ = try box.add("23:05", "--days", "daily", "--snooze", "5", "--sound", "bowl")
        _ = try box.add("0:00", "--label", String(repeating: "長", count: 200), "--zone", "America/New_York")
        let off = try box.add("12:00", "--days", "sun,wed", "--no-snooze")
        #expect(try box.run("off", off).status == 0)
        let before = withoutDates(try alarms(box))
        #expect(try box.run("export", format, "all.\(format)").status == 0)
        #expect(try box.run("import", "all.\(format)").out == "0 alarms added\n4 alarms were already here\n")
        let other = try CommandBox()
        let text = try String(contentsOf: box.home.appending(path: "all.\(format)"), encoding: .utf8)
        try other.write(text, to: "all.\(format)")
        #expect(try other.run("import", "all.\(format)").out == "4 alarms added\n")
        #expect(withoutDates(try alarms(other)) == before)
    }

    @Test("The old app's alarms are taken over at the first look, and what is broken is told")
    func legacy() throws {
        let box = try CommandBox()
        let list: [Any] = [
            ["id": UUID().uuidString, "time": 600_000_000, "label": "old", "repeatDays": [2, 3]],
            ["id": UUID().uuidString, "time": 600_000_000, "label": "bad", "repeatDays": [9]],
        ]
        let json = try JSONSerialization.data(withJSONObject: list)
        let plist = try PropertyListSerialization.data(
            fromPropertyList: ["SavedAlarms": json],
            format: .binary,
            options: 0
        )
        let folder = box.home.appending(path: ".config")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "alarmclock.plist")
        try plist.write(to: file)
        let dry = try box.run("migrate", "--dry-run")
        #expect(dry.status == 0 && dry.messages.contains("1 alarm would be taken over"))
        #expect(dry.messages.contains("entry 2 was set aside: 9 is no day of the week"))
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.appending(path: "AlarmClock.sqlite").path))
        let first = try box.run("list")
        #expect(first.status == 0 && first.out.contains("old") && first.messages.contains("1 alarm was taken over"))
        #expect(try box.run("list").messages.isEmpty)
        let kept = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        #expect((kept as? [String: Any])?.keys.sorted() == ["SavedAlarms.rejected"])
        // A file that cannot be read: told, copied, and the app works on.
        try plist.dropLast(9).write(to: file)
        let answer = try box.run("list")
        #expect(answer.status == 0 && answer.out.contains("old"))
        #expect(answer.messages.contains("a copy was made: \(file.path).unreadable"))
    }

    @Test("The doctor's JSON has how long reading and saving took, and what went wrong last")
    func doctorObject() throws {
        let box = try CommandBox()
        func object() throws -> [String: Any] {
            let out = try box.run("doctor", "--json").out
            return try #require(try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [String: Any])
        }
        let empty = try object()
        for name in ["reading", "saving", "lastError"] { #expect(empty[name] is NSNull, "\(name)") }
        for time in ["6:30", "7:30"] { _ = try box.add(time) }
        #expect(try box.run("list").status == 0)
        let plist = box.home.appending(path: ".config/alarmclock.plist")
        try FileManager.default.createDirectory(
            at: plist.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("no list".utf8).write(to: plist)
        #expect(try box.run("migrate").status == 1)
        let full = try object()
        for (name, count) in [("reading", 1), ("saving", 2)] {
            let times = try #require(full[name] as? [String: Any])
            let usual = try #require(times["usualSeconds"] as? Double)
            let longest = try #require(times["longestSeconds"] as? Double)
            #expect(times["count"] as? Int == count && usual > 0 && longest >= usual && longest < 60, "\(times)")
        }
        let error = try #require(full["lastError"] as? [String: Any])
        #expect(error["event"] as? String == "migrationFailed")
        #expect((error["reason"] as? String)?.contains("unreadableDefaults") == true, "\(error)")
    }

    private func unit(_ box: CommandBox) throws -> [String] {
        let file = box.home.appending(path: ".config/systemd/user/alarmclock.service")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private static func start(_ box: CommandBox, _ options: String = "") -> String {
        "ExecStart=\"\(CommandBox.executable.path)\" run\(options)"
    }

    @Test(
        "The service that is installed names this program and its store; that it is there does not mean that it starts"
    )
    func install() throws {
        let box = try CommandBox()
        let answer = try box.run("install", "--store", "my data")
        #expect(answer.status == 1, "there is no systemd on the path")
        #expect(try unit(box).contains(Self.start(box, " --store \"\(box.home.path)/my data\"")))
        #expect(try box.run("doctor").out.contains("Service        does not start by itself"))
        #expect(try box.run("doctor", "--json").out.contains("\"serviceInstalled\":false"))
    }

    @Test("The service rings from the folders that the variables of whoever installs it name")
    func installWithVariables() throws {
        let box = try CommandBox()
        let named = ["ALARMCLOCK_HOME": "\(box.home.path)/here", "XDG_DATA_HOME": "\(box.home.path)/50% \"data\""]
        #expect(try box.run("install", extra: named).status == 1)
        #expect(try unit(box).contains(Self.start(box, " --store \"\(box.home.path)/here\"")))
        #expect(try box.run("install", extra: ["ALARMCLOCK_HOME": "", "XDG_STATE_HOME": "no/path"]).status == 1)
        #expect(try unit(box).filter { $0.hasPrefix("Environment") || $0.hasPrefix("Exec") } == [Self.start(box)])
        #expect(try box.run("install", extra: ["XDG_DATA_HOME": "\(box.home.path)/50% \"data\""]).status == 1)
        let line = "Environment=\"XDG_DATA_HOME=\(box.home.path)/50%% \\\"data\\\"\""
        let unit = try unit(box)
        #expect(unit.contains(line) && unit.contains(Self.start(box)), "\(unit)")
    }

    @Test("Installing asks systemd to take the service and to start it, says where that fails, and the doctor sees it")
    func systemctl() throws {
        let box = try CommandBox()
        let services = "\(box.home.path)/.config/systemd/user"
        let script = """
            #!/bin/sh
            echo "$*" >>"$HOME/asked"
            [ ! -e "$HOME/broken" ] || { echo "no bus"; exit 1; }
            [ "$2" != enable ] || { /bin/mkdir -p "\(services)/default.target.wants" &&
                exec /bin/ln -sf "\(services)/$4" "\(services)/default.target.wants/$4"; }
            """
        let program = try box.write(script, to: "bin/systemctl")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let path = ["PATH": "\(box.home.path)/bin"]
        try box.write("", to: "broken")
        let failed = try box.run("install", extra: path)
        #expect(failed.status == 1 && failed.messages.contains("It could not be started: no bus"), "\(failed)")
        #expect(try box.run("doctor").out.contains("Service        does not start by itself"))
        try FileManager.default.removeItem(at: box.home.appending(path: "broken"))
        try FileManager.default.removeItem(at: box.home.appending(path: "asked"))
        let done = try box.run("install", extra: path)
        #expect(done.status == 0 && done.out.hasSuffix("It runs now, and from each login on.\n"), "\(done)")
        let asked = try String(contentsOf: box.home.appending(path: "asked"), encoding: .utf8)
        #expect(asked == "--user daemon-reload\n--user enable --now alarmclock.service\n")
        #expect(try box.run("doctor").out.contains("Service        \(services)/alarmclock.service"))
        // As “systemctl --user disable” does.
        try FileManager.default.removeItem(atPath: "\(services)/default.target.wants/alarmclock.service")
        #expect(try box.run("doctor").out.contains("Service        does not start by itself"))
    }
}
