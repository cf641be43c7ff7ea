import Foundation
import SwiftData
import Testing

@testable import AlarmClockCore

/// What travels in files from one machine to another.
@Suite("Files of alarms")
struct ExchangeTests {
    /// A Sunday; in Taipei it is 20:00.
    private static let evening = "2026-11-22T12:00:00Z"

    private func machine() throws -> SpokenCommand { try SpokenCommand(at: Self.evening, in: "Asia/Taipei") }

    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func importing(_ name: String, isDryRun: Bool = false) -> CommandRequest {
        .importFile(path: name, format: nil, isDryRun: isDryRun)
    }

    /// A machine with a paused alarm of a template that AlarmClock brings along, and one of a template of the person's own.
    private func used() throws -> SpokenCommand {
        let machine = try machine()
        let context = ModelContext(try machine.box.open().container)
        let catalogue = TemplateCatalogue(.english)
        try catalogue.loadOnce(into: context)
        let ours = try #require(
            try context.fetch(FetchDescriptor<AlarmTemplate>()).first { $0.id == catalogue.entries[0].id }
        )
        let own = AlarmTemplate(
            name: "晨跑 \"am\"",
            category: "運動",
            icon: "figure.run",
            templateDescription: "before, work",
            time: "早上",
            frequency: "每天",
            defaultTime: "早上七點",
            repeatType: "每天",
            scenario: "健康"
        )
        let manager = AlarmManager(modelContext: context, now: { machine.now })
        for (time, label, template) in [("07:00", "paused", ours), ("08:00", "skipped", own)] {
            let alarm = Alarm(time: try #require(ClockTime(time)).date, label: label)
            (alarm.createdAt, alarm.updatedAt) = (try Self.date("2026-01-02T03:04:05Z"), machine.now)
            manager.setDays(.daily, of: alarm)
            try manager.addAlarm(alarm)
            alarm.template = template
            try manager.pause(alarm, until: try Self.date("2026-12-23T16:00:00Z") - 1)
        }
        return machine
    }

    @Test(
        "A pause and the day of its making go along with an alarm; in JSON its template too",
        arguments: ["json", "csv", "ics"]
    )
    func whole(_ format: String) async throws {
        let (one, two) = (try used(), try machine())
        let file = "all.\(format)"
        #expect(await one.run(.exportFile(format: format, path: file, overwrites: false)).status == .done)
        try two.write(try one.text(of: file), to: file)
        let dry = await two.run(importing(file, isDryRun: true))
        #expect(dry.out.hasPrefix("2 alarms added\n") && dry.status == .done)
        #expect(try two.alarms().isEmpty)
        let templates = FetchDescriptor<AlarmTemplate>()
        #expect(try ModelContext(two.box.open().container).fetchCount(templates) == 0)
        #expect(await two.run(importing(file)).out == "2 alarms added\n")
        let there = try two.alarms()
        #expect(there.map(\.alarm.label) == ["paused", "skipped"])
        for (alarm, next) in there {
            #expect(alarm.skipNextUntil == (try Self.date("2026-12-23T15:59:59Z")))
            #expect(alarm.createdAt == (try Self.date("2026-01-02T03:04:05Z")) && alarm.updatedAt == two.now)
            #expect(next.map { $0 > two.now + 30 * 86_400 } == true, "it rings \(String(describing: next))")
        }
        #expect(await two.run(importing(file)).out == "0 alarms added\n2 alarms were already here\n")
        guard format == "json" else { return }
        let before = try one.alarms().compactMap(\.alarm.template).map(TemplateRecord.init)
        #expect(try two.alarms().compactMap(\.alarm.template).map(TemplateRecord.init) == before && before.count == 2)
        // Of the templates that AlarmClock brings along all are there, and not only the one that was named.
        let count = TemplateCatalogue(.english).entries.count + 1
        #expect(try ModelContext(two.box.open().container).fetchCount(templates) == count)
    }

    @Test(
        "A file of an earlier version comes in, and what it does not speak of stays as it is",
        arguments: ["json", "csv"]
    )
    func earlier(_ format: String) async throws {
        let machine = try used()
        let known = try #require(try machine.alarms().first).alarm
        let id = known.id.uuidString.lowercased()
        let (head, body) =
            switch format {
            case "json":
                (
                    "[",
                    """
                    {"id":"\(id)","time":"07:00","repeatDays":[1,2,3,4,5,6,7],"label":"renamed","isEnabled":true,\
                    "sound":"chime","volume":1.0,"snoozeEnabled":true,"snoozeMinutes":9,"vibrationEnabled":true,\
                    "timeZoneIdentifier":null},
                    {"id":"\(UUID().uuidString)","time":"09:00","repeatDays":[],"label":"new","template":"Early shift"}]
                    """
                )
            default:
                (
                    "id,time,days,label,isEnabled,sound,volume,snoozeEnabled,snoozeMinutes,vibrationEnabled,timeZoneIdentifier\n",
                    "\(id),07:00,daily,renamed,true,chime,1.0,true,9,true,\n,09:00,once,new,true,chime,1.0,true,9,true,\n"
                )
            }
        try machine.write(head + body, to: "old.\(format)")
        let answer = await machine.run(importing("old.\(format)"))
        #expect(answer.status == .done && answer.out == "1 alarm added\n1 alarm changed\n", "\(answer)")
        let alarms = try machine.alarms().map(\.alarm)
        #expect(alarms.map(\.label) == ["renamed", "skipped", "new"])
        #expect(alarms[0].skipNextUntil == known.skipNextUntil && alarms[0].createdAt == known.createdAt)
        #expect(alarms[0].template?.id == known.template?.id && known.template != nil)
        #expect(alarms[2].template == nil && alarms[2].skipNextUntil == nil && alarms[2].createdAt == machine.now)
    }

    @Test("What is said of pause, making and template and cannot be read is refused by its place")
    func unreadable() async throws {
        let machine = try machine()
        let id = UUID().uuidString
        let long = String(repeating: "x", count: 2_000)
        let rows = [
            "\"skipNextUntil\":\"tomorrow\"", "\"skipNextUntil\":5", "\"createdAt\":true", "\"template\":5",
            "\"template\":{\"name\":\"no id\"}", "\"template\":{\"id\":\"\(id)\",\"name\":\" \"}",
            "\"template\":{\"id\":\"\(id)\",\"name\":\"a\",\"time\":\"\(long)\"}",
            "\"template\":{\"id\":\"\(id)\",\"name\":7}", "\"template\":{\"id\":\"\(id)\",\"name\":\"a\"}",
        ]
        try machine.write("[\(rows.map { "{\"time\":\"07:00\",\($0)}" }.joined(separator: ","))]", to: "a.json")
        let answer = await machine.run(importing("a.json"))
        #expect(answer.out == "1 alarm added\n8 entries refused\n" && answer.status == .failed)
        #expect(answer.messages.filter { $0.hasPrefix("entry ") }.count == 8)
        #expect(
            answer.messages.contains(
                "entry 7 refused: the time of day of the template has 2000 characters; at most 1024 are allowed"
            )
        )
    }

    /// A calendar with one event for each text.
    private func calendar(_ events: [String]) -> String {
        let body = events.map { "BEGIN:VEVENT\r\n\($0.replacing("\n", with: "\r\n"))\r\nEND:VEVENT\r\n" }.joined()
        return "BEGIN:VCALENDAR\r\n\(body)END:VCALENDAR\r\n"
    }

    @Test(
        "An event of a calendar rings on its day, whenever the clock shows its time before; one that is past is refused"
    )
    func calendarDays() async throws {
        let machine = try machine()
        let events = [
            "SUMMARY:a dentist\nDTSTART:20261224T100000", "SUMMARY:b past\nDTSTART:20261122T195900",
            "SUMMARY:c tonight\nDTSTART:20261122T210000",
            "SUMMARY:d call\nDTSTART;TZID=America/New_York:20261224T090000",
            "SUMMARY:e flight\nDTSTART:20261225T013000Z",
            "SUMMARY:f course\nDTSTART:20270104T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO",
            "SUMMARY:g habit\nDTSTART:20200101T220000\nRRULE:FREQ=DAILY",
            "SUMMARY:h off\nDTSTART:20200101T230000\nSTATUS:CANCELLED", "SUMMARY:i nonsense\nDTSTART:20261324T100000",
        ]
        try machine.write(calendar(events), to: "a.ics")
        let answer = await machine.run(importing("a.ics"))
        #expect(answer.out == "7 alarms added\n2 entries refused\n" && answer.status == .failed, "\(answer)")
        #expect(answer.messages.contains("entry 2 refused: 2026-11-22 19:59 is past"), "\(answer)")
        let next = Dictionary(
            uniqueKeysWithValues: try machine.alarms().map { (String($0.alarm.label.prefix(1)), $0.next) }
        )
        let expected = [
            "a": "2026-12-24T02:00:00Z", "c": "2026-11-22T13:00:00Z", "d": "2026-12-24T14:00:00Z",
            "e": "2026-12-25T01:30:00Z", "f": "2027-01-04T10:00:00Z", "g": "2026-11-22T14:00:00Z",
        ]
        for (label, text) in expected { #expect(next[label] == (try Self.date(text)), "\(label)") }
        #expect(next["h"] == .some(nil))
        // What rings at the next time anyway is not said to leave out anything.
        let left = try machine.alarms().filter { $0.alarm.skipNextUntil != nil }.map(\.alarm.label.first)
        #expect(Set(left) == ["a", "d", "e", "f"])
    }

    @Test("What an event leaves out of its rule is left out where it comes next; otherwise the event is refused")
    func calendarLeftOut() async throws {
        let machine = try machine()
        // Sunday evening: the next ones are of Monday.
        let daily = "DTSTART:20200101T070000\nRRULE:FREQ=DAILY"
        let weekly = "DTSTART:20261124T180000\nRRULE:FREQ=WEEKLY"
        let abroad = "DTSTART;TZID=America/New_York:20261124T090000\nRRULE:FREQ=WEEKLY;BYDAY=TU"
        let events = [
            "SUMMARY:a plain\n\(weekly)", "SUMMARY:b next\n\(daily)\nEXDATE:20261123T070000",
            "SUMMARY:c three\n\(daily)\nEXDATE:20261125T070000,20261123T070000\nEXDATE;VALUE=DATE:20261124",
            "SUMMARY:d past\n\(daily)\nEXDATE:20261122T070000", "SUMMARY:e other\n\(daily)\nEXDATE:20261123T080000",
            "SUMMARY:f first\n\(weekly)\nEXDATE:20261124T180000",
            "SUMMARY:g moment\n\(abroad)\nEXDATE:20261124T140000Z",
            "SUMMARY:h abroad\n\(abroad)\nEXDATE;TZID=America/New_York:20261124T090000",
            "SUMMARY:i later\n\(daily)\nEXDATE:20261224T070000",
            "SUMMARY:j gap\n\(daily)\nEXDATE:20261123T070000,20261125T070000",
            "SUMMARY:k clock\n\(abroad)\nEXDATE;TZID=Asia/Tokyo:20261124T090000",
            "SUMMARY:l nonsense\n\(daily)\nEXDATE:tomorrow",
            "SUMMARY:m once\nDTSTART:20261224T070000\nEXDATE:20261224T070000",
        ]
        try machine.write(calendar(events), to: "a.ics")
        let answer = await machine.run(importing("a.ics"))
        #expect(answer.out == "8 alarms added\n5 entries refused\n" && answer.status == .failed, "\(answer)")
        let words = "which it leaves out: an alarm leaves out only what comes next"
        #expect(answer.messages.contains("entry 9 refused: it rings before 2026-12-24 07:00, \(words)"), "\(answer)")
        #expect(answer.messages.contains("entry 10 refused: it rings before 2026-11-25 07:00, \(words)"))
        let unread = "refused: the field \"EXDATE\" is missing or cannot be read"
        for entry in 11...13 { #expect(answer.messages.contains("entry \(entry) \(unread)")) }
        let alarms = try machine.alarms()
        let next = Dictionary(uniqueKeysWithValues: alarms.map { (String($0.alarm.label.prefix(1)), $0.next) })
        let expected = [
            "a": "2026-11-24T10:00:00Z", "b": "2026-11-23T23:00:00Z", "c": "2026-11-25T23:00:00Z",
            "d": "2026-11-22T23:00:00Z", "e": "2026-11-22T23:00:00Z", "f": "2026-12-01T10:00:00Z",
            "g": "2026-12-01T14:00:00Z", "h": "2026-12-01T14:00:00Z",
        ]
        for (label, text) in expected { #expect(next[label] == (try Self.date(text)), "\(label)") }
        #expect(alarms.first { $0.alarm.label == "a plain" }?.alarm.repeatDays.map(\.weekday) == [3])
    }

    @Test("A moved time of a series, and days beside its rule, are refused and leave what is there as it is")
    func calendarSeries() async throws {
        let machine = try machine()
        let id = "UID:\(UUID().uuidString)"
        let weekly = "\(id)\nSUMMARY:course\nDTSTART:20261123T180000\nRRULE:FREQ=WEEKLY;BYDAY=MO"
        let moved = "\(id)\nSUMMARY:course\nDTSTART:20261201T190000\nRECURRENCE-ID:20261130T180000"
        let more = "SUMMARY:more\nDTSTART:20261123T070000\nRDATE:20261125T070000,20261127T070000"
        try machine.write(calendar([weekly, moved, more]), to: "a.ics")
        let answer = await machine.run(importing("a.ics"))
        #expect(answer.out == "1 alarm added\n2 entries refused\n" && answer.status == .failed, "\(answer)")
        for (entry, name) in [(2, "RECURRENCE-ID"), (3, "RDATE")] {
            let words = "entry \(entry) refused: the field \"\(name)\" is missing or cannot be read"
            #expect(answer.messages.contains(words), "\(answer)")
        }
        let alarm = try #require(try machine.alarms().first).alarm
        #expect(AlarmRule(alarm).days.days == [2] && AlarmRule(alarm).time.text == "18:00")
    }

    @Test("A paused alarm that a file turns into one that rings once, and is off, is off")
    func offInsteadOfPaused() async throws {
        let machine = try used()
        let alarms = try machine.alarms().map(\.alarm)
        let rows = alarms.map { alarm in
            "{\"id\":\"\(alarm.id.uuidString)\",\"time\":\"07:00\",\"label\":\"a\",\"isEnabled\":false}"
        }
        try machine.write("[\(rows.joined(separator: ","))]", to: "a.json")
        #expect(await machine.run(importing("a.json")).out == "0 alarms added\n2 alarms changed\n")
        for (alarm, next) in try machine.alarms() {
            #expect(alarm.skipNextUntil == nil && !alarm.isEnabled && next == nil)
        }
    }

    @Test("Exported as a calendar, an alarm stands on the day on which it rings next")
    func exportedDay() async throws {
        let machine = try used()
        _ = await machine.run(.ringIn(duration: "5h", label: "night", json: false))
        #expect(await machine.run(.exportFile(format: "ics", path: "a.ics", overwrites: false)).status == .done)
        let starts = try machine.text(of: "a.ics").split(separator: "\r\n").filter { $0.hasPrefix("DTSTART") }
        let night = "DTSTART;TZID=Etc/UTC:20261122T170000"
        #expect(starts == ["DTSTART:20261224T070000", "DTSTART:20261224T080000", Substring(night)])
    }

    @Test("An alarm that is off since it rang is off on the other machine, and not about to ring there")
    func offOnce() async throws {
        let (one, two) = (try machine(), try machine())
        _ = await one.run(.ringIn(duration: "30m", label: "tea", json: false))
        let context = ModelContext(try one.box.open().container)
        let alarm = try #require(try context.fetch(AlarmQueries.list).first)
        (alarm.isEnabled, alarm.skipNextUntil) = (false, one.now + 1_799)
        try context.save()
        for format in ["json", "csv", "ics"] {
            let file = "a.\(format)"
            #expect(await one.run(.exportFile(format: format, path: file, overwrites: false)).status == .done)
            try two.write(try one.text(of: file), to: file)
            #expect(await two.run(importing(file)).status == .done)
            #expect(try two.alarms().map(\.next) == [nil], "\(format)")
        }
    }
}
