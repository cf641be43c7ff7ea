import Foundation
import Testing

@testable import AlarmClockCore

@Suite("Recurrence")
struct RecurrenceTests {
    private static let database = ZoneDatabase.fixtures

    /// The moment of a date and time with an offset, by Foundation's reader.
    private func date(_ text: String) throws -> Date {
        try #require(ISO8601DateFormatter().date(from: text), "\(text)")
    }

    private func recurrence(_ time: String, _ days: String = "daily", _ zone: String) throws -> Recurrence {
        Recurrence(
            time: try #require(ClockTime(time)),
            days: try #require(WeekdaySet(days)),
            zone: try Self.database.zone(zone)
        )
    }

    @Test(
        "A time in a gap comes up at the first minute after it",
        arguments: [
            ("Europe/Berlin", "02:30", "2026-03-28T12:00:00Z", "2026-03-29T03:00:00+02:00"),
            ("America/New_York", "02:00", "2026-03-07T12:00:00Z", "2026-03-08T03:00:00-04:00"),
            ("Australia/Lord_Howe", "02:10", "2026-10-03T00:00:00Z", "2026-10-04T02:30:00+11:00"),
            ("America/Santiago", "00:15", "2026-09-05T12:00:00Z", "2026-09-06T01:00:00-03:00"),
            ("America/Nuuk", "23:30", "2026-03-28T12:00:00Z", "2026-03-29T00:00:00-01:00"),
            ("Antarctica/Troll", "01:30", "2026-03-28T12:00:00Z", "2026-03-29T03:00:00+02:00"),
        ]
    )
    func gaps(_ zone: String, _ time: String, _ from: String, _ expected: String) throws {
        let found = try recurrence(time, "daily", zone).next(after: date(from))
        #expect(found == (try date(expected)))
    }

    @Test(
        "At a doubled hour it comes up once, at the first",
        arguments: [
            (
                "Europe/Berlin", "02:30", "2026-10-24T12:00:00Z", "2026-10-25T02:30:00+02:00",
                "2026-10-26T02:30:00+01:00"
            ),
            (
                "Australia/Lord_Howe", "01:45", "2026-04-04T00:00:00Z", "2026-04-05T01:45:00+11:00",
                "2026-04-06T01:45:00+10:30"
            ),
            (
                "America/Havana", "00:00", "2026-10-31T12:00:00Z", "2026-11-01T00:00:00-04:00",
                "2026-11-02T00:00:00-05:00"
            ),
            ("America/Nuuk", "23:30", "2026-10-24T12:00:00Z", "2026-10-24T23:30:00-01:00", "2026-10-25T23:30:00-02:00"),
        ]
    )
    func doubled(_ zone: String, _ time: String, _ from: String, _ first: String, _ second: String) throws {
        let recurrence = try recurrence(time, "daily", zone)
        let found = try #require(recurrence.next(after: date(from)))
        #expect(found == (try date(first)))
        #expect(recurrence.next(after: found) == (try date(second)))
    }

    @Test("A day that an island skipped has no alarms")
    func skippedDay() throws {
        // Samoa went from Thursday, 2011-12-29 to Saturday, 2011-12-31.
        let friday = try recurrence("08:00", "fri", "Pacific/Apia")
        #expect(friday.next(after: try date("2011-12-29T00:00:00Z")) == (try date("2012-01-06T08:00:00+14:00")))
        let daily = try recurrence("08:00", "daily", "Pacific/Apia")
        let thursday = try date("2011-12-29T08:00:00-10:00")
        #expect(daily.next(after: thursday) == (try date("2011-12-31T08:00:00+14:00")))
    }

    @Test("Days of the week")
    func weekdays() throws {
        let early = try recurrence("06:30", "weekdays", "Asia/Taipei")
        let friday = try date("2026-11-20T06:30:00+08:00")
        #expect(early.next(after: friday) == (try date("2026-11-23T06:30:00+08:00")))
        let sunday = try recurrence("06:30", "sun", "Asia/Taipei")
        #expect(sunday.next(after: friday) == (try date("2026-11-22T06:30:00+08:00")))
    }

    @Test(
        "Words for days",
        arguments: [
            ("mon,wed", [2, 4]), ("fri-mon", [1, 2, 6, 7]), ("weekends", [1, 7]), ("Tuesday", [3]), ("1,7", [1, 7]),
            ("once", []), ("thurs", [5]), ("sun-sat", [1, 2, 3, 4, 5, 6, 7]),
        ]
    )
    func words(_ text: String, _ days: [Int]) throws {
        let set = try #require(WeekdaySet(text))
        #expect(set.days == days)
        #expect(WeekdaySet(set.text) == set)
    }

    @Test("Words that are no days", arguments: ["", "0", "8", "mo", "mon,,tue", "mon-", "a", "mon-tue-wed", "-1"])
    func noWords(_ text: String) {
        #expect(WeekdaySet(text) == nil)
    }

    @Test(
        "Times on a clock",
        arguments: [
            ("7:30", 450), ("07:30", 450), ("0730", 450), ("7.30", 450), ("7pm", 1_140), ("12:05 am", 5),
            ("12 p.m.", 720),
            ("23:59", 1_439), ("0:00", 0),
        ]
    )
    func times(_ text: String, _ minutes: Int) throws {
        let time = try #require(ClockTime(text))
        #expect(time.minutes == minutes)
        #expect(ClockTime(time.text) == time)
        #expect(ClockTime(showing: time.date, in: .current) == time)
    }

    @Test(
        "What no clock shows",
        arguments: ["", "24:00", "7", "7:60", "13pm", "0am", "7:3", "a:30", "7:30:00", "-7:30", "７:30"]
    )
    func noTimes(_ text: String) {
        #expect(ClockTime(text) == nil)
    }

    @Test("An alarm keeps its hour in a clock of its own and follows the device otherwise")
    func zones() throws {
        let now = try date("2026-11-22T00:00:00Z")
        var rule = AlarmRule(id: UUID(), time: try #require(ClockTime("07:00")), days: .daily, setAt: now)
        let taipei = FiringPlan(deviceZone: try Self.database.zone("Asia/Taipei"), database: Self.database)
        let berlin = FiringPlan(deviceZone: try Self.database.zone("Europe/Berlin"), database: Self.database)
        #expect(taipei.due(rule, firedAt: nil, now: now) == (try date("2026-11-23T07:00:00+08:00")))
        #expect(berlin.due(rule, firedAt: nil, now: now) == (try date("2026-11-22T07:00:00+01:00")))
        rule.zoneName = "America/New_York"
        for plan in [taipei, berlin] {
            #expect(plan.due(rule, firedAt: nil, now: now) == (try date("2026-11-22T07:00:00-05:00")))
        }
        rule.zoneName = "Nowhere/Land"
        #expect(berlin.due(rule, firedAt: nil, now: now) == (try date("2026-11-22T07:00:00+01:00")))
    }

    @Test("What has rung, what is skipped and what was set later does not ring; a wrong clock's note does not count")
    func due() throws {
        let plan = FiringPlan(deviceZone: .gmt, database: Self.database)
        let now = try date("2026-11-22T06:59:00Z")
        let today = try date("2026-11-22T07:00:00Z")
        let day = 86_400.0
        var rule = AlarmRule(id: UUID(), time: try #require(ClockTime("07:00")), days: .daily, setAt: now - 10 * day)
        #expect(plan.due(rule, firedAt: today - day, now: now) == today)
        // The clock was set back by a minute after it rang.
        #expect(plan.due(rule, firedAt: today, now: now) == today + day)
        #expect(plan.due(rule, firedAt: today + 900 * day, now: now) == today - 10 * day)
        rule.skipUntil = today
        #expect(plan.due(rule, firedAt: today - day, now: now) == today + day)
        rule.skipUntil = nil
        rule.setAt = today + 5
        #expect(plan.due(rule, firedAt: nil, now: today + 10) == today + day)
        rule.isEnabled = false
        #expect(plan.due(rule, firedAt: nil, now: now) == nil)
    }

    @Test("What rang once elsewhere rings here where its hour comes later, and only then; turned off, it rings nowhere")
    func rangElsewhere() throws {
        let set = try date("2026-11-22T12:00:00Z")
        let there = try date("2026-11-22T12:05:00Z")
        let here = try date("2026-11-22T13:05:00Z")
        let berlin = FiringPlan(deviceZone: try Self.database.zone("Europe/Berlin"), database: Self.database)
        let london = FiringPlan(deviceZone: try Self.database.zone("Europe/London"), database: Self.database)
        var rule = AlarmRule(id: UUID(), time: try #require(ClockTime("13:05")), isEnabled: false, setAt: set)
        func due(_ plan: FiringPlan, firedAt: Date? = nil, at now: Date) -> [Date?] {
            [plan.due(rule, firedAt: firedAt, now: now), plan.next(after: now, among: [rule])?.date]
        }
        #expect(due(london, at: there) == [nil, nil])
        // Stopped there, or not.
        for mark in [there, AlarmRule.markOfRing(there)] {
            rule.skipUntil = mark
            #expect(due(london, at: there) == [here, here])
            #expect(due(london, firedAt: there, at: there)[0] == nil, "this device has moved, and rang there")
            #expect(due(london, at: here + 599) == [here, nil])
            #expect(due(london, at: here + 600) == [nil, nil], "months later nobody wants to know")
            #expect(due(london, firedAt: here, at: here + 60)[0] == nil)
        }
        #expect(due(berlin, at: there + 60) == [there, nil], "nobody stopped it, and this device is a little late")
        #expect(due(berlin, at: there + 3_600) == [nil, nil])
        rule.skipUntil = there
        #expect(due(berlin, at: there) == [nil, nil])
        // A person turned it off after it was paused long ago, or set it anew.
        rule.setAt = there + 5
        #expect(due(london, at: there + 10) == [nil, nil])
    }

    @Test("The next of many, the first in the list where two ring together")
    func nextOfMany() throws {
        let plan = FiringPlan(deviceZone: .gmt, database: Self.database)
        let now = try date("2026-11-22T06:59:00Z")
        func rule(_ time: String, skipUntil: Date? = nil, isEnabled: Bool = true) throws -> AlarmRule {
            AlarmRule(
                id: UUID(),
                time: try #require(ClockTime(time)),
                days: .daily,
                isEnabled: isEnabled,
                skipUntil: skipUntil,
                setAt: now
            )
        }
        let rules = [
            try rule("06:00"), try rule("07:00", skipUntil: now + 3_600), try rule("07:30"), try rule("07:30"),
            try rule("07:10", isEnabled: false),
        ]
        let next = try #require(plan.next(after: now, among: rules))
        #expect(next.alarmID == rules[2].id)
        #expect(next.date == (try date("2026-11-22T07:30:00Z")))
        #expect(plan.next(after: now, among: []) == nil)
    }
}
