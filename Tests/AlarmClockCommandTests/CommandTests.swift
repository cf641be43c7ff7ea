import Foundation
import SwiftData
import TestSupport
import Testing

@testable import AlarmClockCore

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

    /// A thing that no version knows yet.
    @Model
    final class Sunrise {
        var place = ""
        init() {}
    }

    @Test("A store of a newer version is refused with both versions, in the person's language, and not touched")
    func newerStore() throws {
        let box = try CommandBox()
        _ = try box.add("6:30", "--label", "tea")
        let file = box.dataFolder.appending(path: "AlarmClock.sqlite")
        let schema = Schema(AlarmSchemaV3.travelling + [Sunrise.self], version: Schema.Version(1, 3, 0))
        let configuration = ModelConfiguration("AlarmClock", schema: schema, url: file, cloudKitDatabase: .none)
        _ = try ModelContainer(for: schema, configurations: configuration)
        let before = try Data(contentsOf: file)
        let said = [
            "C":
                "the store has version 1.3.0, and this AlarmClock knows none after 1.2.0. Update it; nothing was changed",
            "zh_TW.UTF-8": "資料庫的版本是 1.3.0，這個 AlarmClock 最新只認得 1.2.0。請更新，沒有任何變更",
            "zh_CN.UTF-8": "数据库的版本是 1.3.0，这个 AlarmClock 最新只认得 1.2.0。请更新，没有任何更改",
        ]
        for (language, words) in said {
            for arguments in [["list"], ["add", "7:30"], ["doctor"]] {
                let answer = try box.run(arguments: arguments, language: language)
                let text = answer.out + answer.messages
                #expect(answer.status == (arguments == ["doctor"] ? 0 : 1) && text.contains(words), "\(answer)")
                let isEnglish = text.contains("The store has") || text.contains("program")
                #expect(!isEnglish || language == "C" && arguments == ["doctor"], "\(answer)")
            }
        }
        #expect(try Data(contentsOf: file) == before)
    }

    @Test("An alarm that is off because it rang on another device, and rings here still, says so")
    func rangElsewhere() throws {
        let box = try CommandBox()
        _ = try box.add("6:30", "--label", "tea")
        #expect(try box.run("list").out.contains("rang on another device") == false)
        let configuration = ModelConfiguration(
            "AlarmClock",
            schema: Schema(AlarmSchemaV3.travelling, version: AlarmSchemaV3.versionIdentifier),
            url: box.dataFolder.appending(path: "AlarmClock.sqlite"),
            cloudKitDatabase: .none
        )
        let context = ModelContext(
            try ModelContainer(for: configuration.schema ?? Schema(), configurations: configuration)
        )
        let alarm = try #require(try context.fetch(FetchDescriptor<Alarm>()).first)
        // As a device does that rang for it just when it was set.
        (alarm.isEnabled, alarm.skipNextUntil) = (false, alarm.updatedAt)
        try context.save()
        let out = try box.run("list").out
        #expect(out.contains("[ ] 06:30  once  tea  (rang on another device, rings here "), "\(out)")
        #expect(try alarms(box).first?["nextFire"] is String)
        _ = try box.run("off", alarm.id.uuidString)
        #expect(try box.run("list").out.contains("rang on another device") == false)
    }

    /// What the daemon of the box notes of ringing, and the alarm.
    private func note(_ box: CommandBox, _ body: (RingState) -> Void) throws {
        let folders = AlarmFolders(store: nil, variables: [:], homeFolder: box.home.path, workingFolder: "/")
        let context = ModelContext(try AlarmStore.open(folders).container)
        let alarm = try #require(try context.fetch(AlarmQueries.list).first)
        let state = try context.fetch(AlarmQueries.ringState(alarm.id)).first ?? RingState(alarmID: alarm.id)
        body(state)
        // What rings was set before.
        if let occurrence = state.occurrence { alarm.updatedAt = min(alarm.updatedAt, occurrence) }
        context.insert(state)
        try context.save()
    }

    @Test("A snooze comes before the alarm's own time, in the list and where it is asked what comes next")
    func snoozed() throws {
        let box = try CommandBox()
        // Half a day away from any clock, so that the snooze comes first.
        let far = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 60).rounded(.down) * 60 + 43_200)
        let minutes = Int(far.timeIntervalSince1970 / 60 + 480) % 1_440
        _ = try box.add(ClockTime(minutes: minutes).text, "--label", "tea")
        #expect(try alarms(box).first?["snoozedUntil"] is NSNull)
        let until = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 60).rounded(.up) * 60 + 540)
        try note(box) { state in (state.occurrence, state.snoozedUntil, state.snoozeCount) = (until - 600, until, 1) }
        let text = ClockTime(minutes: Int(until.timeIntervalSince1970 / 60 + 480) % 1_440).text
        let next = try box.run("next").out
        #expect(next.hasPrefix("Next: ") && next.contains(" \(text)  tea, in "), "\(next)")
        let list = try box.run("list").out
        #expect(list.contains(" \(text)  tea, in ") && list.contains("once  tea  (snoozed until "), "\(list)")
        #expect(list.hasSuffix(" \(text))\n"))
        for line in ["next", "list"] {
            let json = try box.run(line, "--json").out
            let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
            let alarm = try #require(((object as? [[String: Any]])?.first ?? object) as? [String: Any])
            #expect(alarm["snoozedUntil"] as? String == ISODate.text(until), "\(json)")
            #expect(alarm["nextFire"] as? String == ISODate.text(until))
        }
        #expect(try box.run("doctor", "--json").out.contains("\"nextFire\":\"\(ISODate.text(until))\""))
        // While it rings, an alarm that rings once has nothing to come.
        try note(box) { state in (state.snoozedUntil, state.ringingSince) = (nil, Date()) }
        #expect(try box.run("doctor", "--json").out.contains("\"nextFire\":null"))
        #expect(try box.run("next").out == "No alarm is on.\n")
        #expect(try box.run("next", "--json").out == "null\n")
        // Unless somebody gives it another time meanwhile.
        let id = try #require(try alarms(box).first?["id"] as? String)
        #expect(try box.run("on", id).status == 0)
        #expect(try box.run("next").out.contains(" \(ClockTime(minutes: minutes).text)  tea, in "))
    }

    @Test("What was missed is in the list until somebody puts it away, or names it")
    func missed() throws {
        let box = try CommandBox()
        let id = try box.add("6:30", "--label", "tea", "--days", "daily")
        #expect(try box.run("dismiss") == CommandBox.Answer(3, "", "Error: no alarm was missed\n"))
        let moment = Date(timeIntervalSince1970: 1_795_300_200)
        try note(box) { $0.missedAt = moment }
        #expect(try box.run("list").out.contains("tea  (missed 2026-11-22 06:30)\n"))
        #expect(try alarms(box).first?["missedAt"] as? String == "2026-11-21T22:30:00Z")
        #expect(try box.run("doctor").out.contains("Missed         1 alarm: alarmclock list, alarmclock dismiss\n"))
        #expect(try box.run("doctor", "--json").out.contains("\"missed\":1"))
        #expect(try box.run("dismiss", "0000").status == 3)
        let answer = try box.run("dismiss", id)
        #expect(answer == CommandBox.Answer(0, "Put away: missed 2026-11-22 06:30  tea\n"), "\(answer)")
        #expect(try box.run("list").out.contains("missed") == false)
        #expect(try box.run("doctor").out.contains("Missed") == false)
        try note(box) { ($0.missedAt, $0.missedRang) = (moment, true) }
        #expect(try box.run("list").out.contains("tea  (rang 2026-11-22 06:30, nobody stopped it)\n"))
        #expect(try alarms(box).first?["missedRang"] as? Bool == true)
        #expect(try box.run("dismiss").status == 0)
        #expect(try box.run("dismiss").status == 3)
    }

    @Test("A daemon that does not answer is told from one that does not run")
    func silentDaemon() throws {
        let box = try CommandBox()
        #expect(try box.run("add", "6:30").messages.contains("Note: the daemon does not run"))
        let folders = AlarmFolders(store: nil, variables: [:], homeFolder: box.home.path, workingFolder: "/")
        let socket = try LocalSocket.listen(at: folders.socket.path)
        defer { close(socket) }
        // It takes the question, and hangs up.
        Thread.detachNewThread {
            let connection = accept(socket, nil, nil)
            _ = LocalSocket.readLine(from: connection)
            close(connection)
        }
        let answer = try box.run("add", "7:30", "--label", "tea")
        #expect(answer.status == 0 && answer.out.contains("tea"))
        #expect(answer.messages.hasPrefix("Note: the daemon does not answer (\(folders.socket.path))"), "\(answer)")
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
                exec /bin/ln -sf "\(services)/$3" "\(services)/default.target.wants/$3"; }
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
        let steps = ["daemon-reload", "enable alarmclock.service", "restart alarmclock.service"]
        #expect(asked == steps.map { "--user \($0)\n" }.joined())
        #expect(try box.run("doctor").out.contains("Service        \(services)/alarmclock.service"))
        // As “systemctl --user disable” does.
        try FileManager.default.removeItem(atPath: "\(services)/default.target.wants/alarmclock.service")
        #expect(try box.run("doctor").out.contains("Service        does not start by itself"))
    }
}
