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

    @Test("The service that is installed names this program and its store")
    func install() throws {
        let box = try CommandBox()
        let answer = try box.run("install", "--store", "my data")
        #expect(answer.status == 1, "there is no systemd on the path")
        let unit = try String(
            contentsOf: box.home.appending(path: ".config/systemd/user/alarmclock.service"),
            encoding: .utf8
        )
        #expect(unit.contains("ExecStart=\"\(CommandBox.executable.path)\" run --store \"\(box.home.path)/my data"))
    }
}
