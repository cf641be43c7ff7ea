import Foundation
import Testing

@testable import AlarmClockCore

/// The moments of alarms beside `systemd-analyze calendar`, around the changes of 20 clocks.
///
/// The days of a gap are left out: systemd drops a time that the clock jumps over, and an alarm rings after the gap.
@Suite("Recurrence beside systemd")
struct SystemdCalendarTests {
    private static let zones = [
        "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/Los_Angeles",
        "America/St_Johns",
        "America/Havana", "America/Santiago", "America/Asuncion", "America/Nuuk", "Africa/Cairo", "Africa/Casablanca",
        "Africa/Abidjan", "Asia/Beirut", "Asia/Jerusalem", "Asia/Taipei", "Australia/Sydney", "Australia/Lord_Howe",
        "Pacific/Auckland",
        "Pacific/Chatham", "Antarctica/Troll",
    ]
    private static let times = ["00:00", "00:30", "01:15", "01:45", "02:00", "02:30", "03:00", "23:45"]

    @Test("Times around each change of a year", arguments: zones)
    func aroundChanges(_ name: String) throws {
        let program = try #require(SystemProgram.path("systemd-analyze"), "Scripts/setup --test installs it")
        let zone = try ZoneDatabase().zone(name)
        let changes = try SystemZones.changes([name], from: 2_027, to: 2_028)[name] ?? []
        let quiet = CivilDay(year: 2_027, month: 6, day: 1).localSeconds
        let starts = changes.isEmpty ? [quiet] : changes.map { $0.second - 2 * 86_400 }
        var compared = 0
        for start in starts {
            let gap = changes.first { $0.second == start + 2 * 86_400 && $0.after > $0.before }
            let answers = try Self.ask(program, Self.times.map { "*-*-* \($0):00" }, name, after: start, count: 4)
            for (text, said) in zip(Self.times, answers) {
                let time = try #require(ClockTime(text))
                if let gap, Self.isIn(gap, time) { continue }
                #expect(
                    Self.moments(said) == Self.expected(time, zone, after: start),
                    "\(name) at \(text): \(said), zone data \(SystemZones.version)"
                )
                compared += 1
            }
        }
        #expect(compared >= 6)
    }

    /// Days of the week as systemd and as alarms say them, and a time of which no clock is ever set over.
    private static let weekdays = [
        ("Mon..Fri", "weekdays", "06:30"), ("Sat,Sun", "weekends", "12:00"), ("Sun", "sun", "12:00"),
        ("Mon,Wed,Fri", "mon,wed,fri", "23:59"),
    ]

    @Test("Days of the week around each change of a year", arguments: zones)
    func weekdays(_ name: String) throws {
        let program = try #require(SystemProgram.path("systemd-analyze"), "Scripts/setup --test installs it")
        let zone = try ZoneDatabase().zone(name)
        let changes = try SystemZones.changes([name], from: 2_027, to: 2_028)[name] ?? []
        let starts = changes.map { $0.second - 4 * 86_400 } + [CivilDay(year: 2_027, month: 12, day: 28).localSeconds]
        for start in starts {
            let calendars = Self.weekdays.map { "\($0.0) *-*-* \($0.2):00" }
            let answers = try Self.ask(program, calendars, name, after: start, count: 6)
            for ((theirs, ours, text), said) in zip(Self.weekdays, answers) {
                let time = try #require(ClockTime(text))
                let days = try #require(WeekdaySet(ours))
                let expected = Self.expected(time, zone, after: start, days: days, count: 6)
                #expect(
                    Self.moments(said) == expected,
                    "\(theirs) \(text) in \(name): \(said), zone data \(SystemZones.version)"
                )
            }
        }
    }

    /// What the program says of each calendar, asked for all of them at once.
    private static func ask(
        _ program: String,
        _ calendars: [String],
        _ zone: String,
        after start: Int,
        count: Int
    ) throws -> [String] {
        let arguments = ["calendar", "--iterations=\(count)", "--base-time=\(utc(start))"] + calendars
        let answers = try SystemProgram.run(program, arguments, variables: ["TZ": zone])
            .split(separator: "\n\n").map(String.init)
        try #require(answers.count == calendars.count)
        return answers
    }

    private static func expected(
        _ time: ClockTime,
        _ zone: ZoneTable,
        after start: Int,
        days: WeekdaySet = .daily,
        count: Int = 4
    ) -> [String] {
        let recurrence = Recurrence(time: time, days: days, zone: zone)
        return sequence(first: start) { recurrence.next(after: $0) }.dropFirst().prefix(count).map(utc)
    }

    /// Whether the clock jumps over the time.
    private static func isIn(_ gap: SystemZones.Change, _ time: ClockTime) -> Bool {
        let from = gap.second + gap.before
        return stride(from: from, to: gap.second + gap.after, by: 60).contains { ($0 / 60) % 1_440 == time.minutes }
    }

    /// The moments that the program printed, in GMT, whatever words stand before them.
    ///
    /// Each moment is printed by the zone's clock and in UTC. Where a zone's clock is GMT's, the second line is left out.
    private static func moments(_ text: String) -> [String] {
        let printed = text.split(separator: "\n")
            .compactMap { $0.firstMatch(of: #/(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (\S+)$/#) }
        let universal = printed.filter { $0.2 == "UTC" }
        return (universal.isEmpty ? printed : universal).map { "\($0.1) UTC" }
    }

    private static func utc(_ second: Int) -> String {
        let day = CivilDay(localSeconds: second)
        let rest = second - day.localSeconds
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day.text) \(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60)) UTC"
    }
}
