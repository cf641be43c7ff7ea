import Foundation
import Testing

@testable import AlarmClockCore

/// `alarmclock in`: an alarm comes when it was asked for, also on the night when the clock is set back.
@Suite("An alarm after a while")
struct RingInTests {
    @Test(
        "While Berlin's clock shows an hour twice",
        arguments: [
            // At 02:50 for 02:15, which the clock has shown once and shows again.
            ("2027-10-31T00:50:00Z", "25m", "2027-10-31T01:15:00Z", "01:15", "Etc/UTC"),
            // At 01:30 for the first 02:15, and for the second one.
            ("2027-10-30T23:30:00Z", "45m", "2027-10-31T00:15:00Z", "02:15", nil),
            ("2027-10-30T23:30:00Z", "105m", "2027-10-31T01:15:00Z", "01:15", "Etc/UTC"),
            // Over the hour that is not shown in spring, and on any other day.
            ("2027-03-28T00:50:00Z", "25m", "2027-03-28T01:15:00Z", "03:15", nil),
            ("2026-11-22T12:00:30Z", "25m", "2026-11-22T12:26:00Z", "13:26", nil),
            ("2026-11-22T12:00:00Z", "23h58m", "2026-11-23T11:58:00Z", "12:58", nil),
        ] as [(String, String, String, String, String?)]
    )
    func berlin(_ now: String, _ length: String, _ rings: String, _ clock: String, _ zone: String?) async throws {
        let command = try SpokenCommand(at: now, in: "Europe/Berlin")
        let answer = await command.run(.ringIn(duration: length, label: "tea", json: false))
        #expect(answer.status == .done)
        let (alarm, next) = try #require(try command.alarms().first)
        #expect(next == (try Date(rings, strategy: .iso8601)))
        #expect(AlarmRule(alarm).time.text == clock && alarm.timeZoneIdentifier == zone)
        // The scheduler knows it by the same moment.
        let database = ZoneDatabase()
        let plan = FiringPlan(deviceZone: try database.zone("Europe/Berlin"), database: database)
        #expect(plan.due(AlarmRule(alarm), firedAt: nil, now: command.now) == next)
    }
}
