import Foundation
import TestSupport
import Testing

/// What the command says, to the byte, in every language.
@Suite("Transcripts of alarmclock")
struct TranscriptTests {
    private static let wrongUsage = [
        "frobnicate", "--frobnicate", "add", "add 25:00", "add 7:30pm --days nonsense", "add 7 --days mon",
        "add 7:30 --days 0", "add 7:30 --days 8", "add 7:30 --sound trumpet", "add 7:30 --volume 101",
        "add 7:30 --volume loud", "add 7:30 --snooze 0", "add 7:30 --snooze 61", "add 7:30 --zone Nowhere/Land",
        "add 7:30 --zone ../../etc/passwd", "in", "in never tea", "in 25h tea", "in 0m tea", "in -5m tea", "on",
        "on zz", "off zz", "rm", "rm zz", "skip", "skip zz", "skip 1 --until 2026-02-30", "skip 1 --until tomorrow",
        "snooze 0", "snooze 61", "snooze soon", "export", "export xml", "import", "import alarms.xml",
        "import alarms.csv --format xml", "test-sound trumpet", "template nonsense", "--store",
    ]

    private static let failures = [
        "on 0", "off 0", "rm 0", "skip 0", "snooze", "snooze 5", "stop", "template apply", "template apply nonsense",
        "import none.json", "import folder --format json", "import text.json", "import text.csv", "import text.ics",
        "import half.json", "export json folder", "export json text.json", "export json none/x.json",
        "serve --store text.json", "serve --listen 0.0.0.0", "run --store damaged", "install", "test-sound",
        "list --store text.json", "add 7:30 --store text.json", "list --store damaged",
    ]

    @Test("The doctor looks at a damaged store too")
    func doctor() throws {
        let box = try CommandBox()
        try box.write(String(repeating: "no store ", count: 1_000), to: "damaged/AlarmClock.sqlite")
        let answer = try box.run("doctor", "--store", "damaged")
        #expect(answer.status == 0 && answer.out.contains("the store is damaged: "), "\(answer)")
    }

    @Test("Wrong usage of every command", arguments: TestedLanguage.all)
    func wrongUsage(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        var transcript = Transcript()
        for line in Self.wrongUsage {
            let answer = try box.run(line: line, language: language.locale)
            #expect(answer.status == 2 && answer.out.isEmpty, "\(line): \(answer)")
            transcript.add(line, answer)
        }
        try Golden(name: "\(language.name)/wrong-usage.txt").check(transcript.normalized(box))
    }

    @Test("What cannot be done", arguments: TestedLanguage.all)
    func failures(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        try FileManager.default.createDirectory(
            at: box.home.appending(path: "folder"),
            withIntermediateDirectories: true
        )
        for ending in ["json", "csv", "ics"] { try box.write("hello", to: "text.\(ending)") }
        try box.write("[{\"time\":\"07:30\"},", to: "half.json")
        try box.write(String(repeating: "no store ", count: 1_000), to: "damaged/AlarmClock.sqlite")
        var transcript = Transcript()
        for line in Self.failures {
            let answer = try box.run(line: line, language: language.locale)
            #expect(answer.status != 0, "\(line): \(answer)")
            transcript.add(line, answer)
        }
        let damaged = try String(contentsOf: box.home.appending(path: "damaged/AlarmClock.sqlite"), encoding: .utf8)
        #expect(damaged.hasPrefix("no store no store"), "it was written to")
        try Golden(name: "\(language.name)/failures.txt").check(transcript.normalized(box))
    }

    @Test("A day with the command", arguments: TestedLanguage.all)
    func day(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        var transcript = Transcript()
        func run(_ line: String) throws {
            transcript.add(line, try box.run(line: line, language: language.locale))
        }
        for line in ["", "list", "next", "next --json", "list --json", "doctor", "migrate", "template list"] {
            try run(line)
        }
        #expect(!FileManager.default.fileExists(atPath: box.dataFolder.path), "a look leaves files")
        try run("add 6:30 --days weekdays --label 早班 --sound bell --volume 70 --snooze 5")
        try run("add 7:15 --zone America/New_York --label call --no-snooze")
        let listed = try box.run("list", "--json").out
        let list = try #require(try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
        let id = try #require(list.first?["id"] as? String)
        // Which of two comes next depends on the time of the day.
        try run("off \(try #require(list.last?["id"] as? String))")
        let changes = [
            "list", "off ID", "off ID", "on ID", "skip ID", "skip ID --until 2199-01-31", "list", "on ID",
            "template apply Exam week", "template apply 考試週", "template apply 考试周", "export ics a.ics",
            "export ics a.ics", "export ics a.ics --overwrite", "import a.ics", "rm ID", "import a.ics --dry-run",
            "import a.ics", "install", "doctor",
        ]
        for line in changes { try run(line.replacing("ID", with: id)) }
        try Golden(name: "\(language.name)/day.txt").check(transcript.normalized(box))
    }

    @Test("Entries of files that break each rule", arguments: TestedLanguage.all)
    func entries(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        let long = String(repeating: "x", count: 10_000)
        let rows = [
            "1", "{}", "{\"time\":\"24:00\"}", "{\"time\":7}", "{\"time\":\"07:30\",\"repeatDays\":[0]}",
            "{\"time\":\"07:30\",\"repeatDays\":[8]}", "{\"time\":\"07:30\",\"repeatDays\":[2,2]}",
            "{\"time\":\"07:30\",\"label\":\"\(long)\"}", "{\"time\":\"07:30\",\"label\":\"a\\u0000b\"}",
            "{\"time\":\"07:30\",\"volume\":2}", "{\"time\":\"07:30\",\"snoozeMinutes\":0}",
            "{\"time\":\"07:30\",\"timeZoneIdentifier\":\"Nowhere/Land\"}", "{\"time\":\"07:30\",\"id\":\"x\"}",
            "{\"time\":\"07:30\",\"isEnabled\":\"yes\"}", "{\"time\":\"07:30\",\"label\":\"good\"}",
        ]
        try box.write("[\(rows.joined(separator: ","))]", to: "rows.json")
        let head = "time,days,label,volume,snoozeMinutes"
        try box.write(
            "\(head)\n07:30,mon\n25:00,mon,a,1,9\n07:30,xyz,a,1,9\n07:30,mon,\"a,b\",x,9\n07:30,mon,ok,,\n",
            to: "rows.csv"
        )
        let events = [
            "DTSTART:20260101", "DTSTART:20260101T073000\nRRULE:FREQ=MONTHLY", "DTSTART:20260101T073000",
            "DTSTART:21990101T073000",
        ]
        let calendar = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
        try box.write("BEGIN:VCALENDAR\n\(calendar)END:VCALENDAR\n", to: "rows.ics")
        var transcript = Transcript()
        for line in ["import rows.json --dry-run", "import rows.json", "import rows.csv", "import rows.ics"] {
            transcript.add(line, try box.run(line: line, language: language.locale))
        }
        try Golden(name: "\(language.name)/entries.txt").check(transcript.normalized(box))
    }
}
