import Foundation
import Testing

@testable import AlarmClockCore

/// `alarmclock in`: an alarm comes when it was asked for, wherever the device is then, and also on the night when the clock is
/// set back.
@Suite("An alarm after a while")
struct RingInTests {
    @Test(
        "In Berlin, also while its clock shows an hour twice",
        arguments: [
            // At 02:50 for 02:15, which the clock has shown once and shows again.
            ("2027-10-31T00:50:00Z", "25m", "2027-10-31T01:15:00Z", "01:15"),
            // At 01:30 for the first 02:15, and for the second one.
            ("2027-10-30T23:30:00Z", "45m", "2027-10-31T00:15:00Z", "00:15"),
            ("2027-10-30T23:30:00Z", "105m", "2027-10-31T01:15:00Z", "01:15"),
            // Over the hour that is not shown in spring, and on any other day.
            ("2027-03-28T00:50:00Z", "25m", "2027-03-28T01:15:00Z", "01:15"),
            ("2026-11-22T12:00:30Z", "25m", "2026-11-22T12:26:00Z", "12:26"),
            ("2026-11-22T12:00:00Z", "23h58m", "2026-11-23T11:58:00Z", "11:58"),
        ] as [(String, String, String, String)]
    )
    func berlin(_ now: String, _ length: String, _ rings: String, _ clock: String) async throws {
        let command = try SpokenCommand(at: now, in: "Europe/Berlin")
        let answer = await command.run(.ringIn(duration: length, label: "tea", json: false))
        #expect(answer.status == .done)
        let (alarm, next) = try #require(try command.alarms().first)
        #expect(next == (try Date(rings, strategy: .iso8601)))
        #expect(AlarmRule(alarm).time.text == clock && alarm.timeZoneIdentifier == "Etc/UTC")
        // The scheduler knows it by the same moment, also that of a device elsewhere, or of this one after a journey.
        let database = ZoneDatabase.fixtures
        for zone in ["Europe/Berlin", "Europe/London", "Asia/Taipei"] {
            let plan = FiringPlan(deviceZone: try database.zone(zone), database: database)
            #expect(plan.due(AlarmRule(alarm), firedAt: nil, now: command.now) == next, "\(zone)")
        }
    }

    @Test("It is shown under the time of the device's clock, and stands there among the others")
    func shown() async throws {
        let command = try SpokenCommand(at: "2026-11-22T12:00:00Z", in: "Europe/Berlin")
        let answer = await command.run(.ringIn(duration: "25m", label: "tea", json: false))
        #expect(answer.out.contains("[x] 13:25 (12:25 Etc/UTC)  once  tea\nRings in 25 min.\n"), "\(answer)")
        for time in ["12:30", "14:00"] {
            let wish = AlarmWish(
                time: time,
                days: "daily",
                label: time,
                sound: nil,
                volume: nil,
                snoozeMinutes: nil,
                canSnooze: true,
                zone: nil
            )
            _ = await command.run(.add(wish, json: false))
        }
        let lines = await command.run(.list(json: false)).out.split(separator: "\n")
        #expect(lines.first == "Next: 2026-11-22 13:25  tea, in 25 min")
        let times = lines.dropFirst().map { $0.drop { $0 != "[" }.dropFirst(4).prefix(5) }
        #expect(times == ["12:30", "13:25", "14:00"], "\(lines)")
        let json = await command.run(.next(json: true)).out
        #expect(json.contains("\"time\":\"12:25\"") && json.contains("\"nextFire\":\"2026-11-22T12:25:00Z\""))
    }
}
