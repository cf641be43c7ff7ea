import Foundation
import Testing

@testable import AlarmClockCore

/// A clock that somebody sets, or that was wrong until somebody told the time.
@Suite("Ringing by a clock that is set")
struct SetClockTests {
    /// 08:10 by a clock that runs two hours ahead.
    private static let ahead = "2026-11-22T07:10:00Z"
    private static let evening = "2026-11-21T20:00:00Z"

    /// An alarm of 07:30 that was missed only because the clock runs ahead.
    private func missed(_ days: String) throws -> Bench {
        var bench = try Bench([], at: Self.ahead)
        bench.alarms = [try Bench.alarm("07:30", days, set: Self.evening)]
        #expect(names(bench.reload()) == (days == "once" ? ["missed", "turnOff"] : ["missed"]))
        return bench
    }

    @Test(
        "What was only missed while the clock ran ahead rings at its time",
        arguments: ["daily", "sun", "once"],
        ["at once", "by the next process", "after the store told the change"]
    )
    func missedAhead(_ days: String, _ news: String) throws {
        var bench = try missed(days)
        let (now, due) = (bench.now - 7_200, try Bench.date("2026-11-22T06:30:00Z"))
        if news == "after the store told the change" { #expect(names(bench.reload()) == []) }
        if news == "by the next process" {
            #expect(names(try bench.restart(at: "2026-11-22T05:10:00Z")) == ["takeBack"])
        } else {
            bench.now = now
            let actions = bench.machine.move(to: bench.plan, clockSetBy: -7_200, now: now)
            #expect(names(bench.apply(actions)) == ["takeBack"])
        }
        for _ in 1...2 {
            #expect(bench.alarms[0].rule.isEnabled && bench.alarms[0].rule.skipUntil == nil)
            #expect(bench.machine.nextFiring?.date == due && bench.machine.nextWake == due)
            #expect(names(bench.reload()) == [])
        }
        #expect(names(try bench.wakeWhenDue()) == ["begin"])
        #expect(bench.machine.ringing.map(\.occurrence) == [due])
        _ = bench.apply(bench.machine.stop(nil, now: bench.now))
        // It rang now: the clock may be set as often as anybody likes.
        bench.now -= 3_600
        #expect(names(bench.apply(bench.machine.clockMayHaveChanged(now: bench.now))) == [])
        #expect(names(try bench.restart(at: "2026-11-22T05:40:00Z")) == [])
        #expect(bench.alarms[0].rule.isEnabled == (days != "once"))
    }

    @Test("What was missed stays so where the clock is set back, but not before it")
    func missedBefore() throws {
        var bench = try missed("once")
        bench.now -= 1_200
        #expect(names(bench.apply(bench.machine.clockMayHaveChanged(now: bench.now))) == [])
        #expect(!bench.alarms[0].rule.isEnabled && bench.machine.nextWake == nil)
    }

    @Test(
        "An alarm that somebody stopped elsewhere, turned off or set anew meanwhile is as that person wants it",
        arguments: ["stopped", "off", "set"]
    )
    func changedMeanwhile(_ change: String) throws {
        var bench = try missed("once")
        let now = bench.now
        bench.change(bench.alarms[0].rule.id) { alarm in
            switch change {
            case "stopped": alarm.rule.skipUntil = now - 2_400
            case "off": (alarm.rule.skipUntil, alarm.rule.setAt) = (nil, now)
            default:
                (alarm.rule.isEnabled, alarm.rule.skipUntil, alarm.rule.setAt) = (true, nil, now)
                alarm.rule.time = ClockTime(minutes: 480)
            }
        }
        let changed = bench.alarms
        _ = try bench.restart(at: "2026-11-22T05:10:00Z")
        #expect(bench.alarms == changed)
        let due = try change == "set" ? Bench.date("2026-11-22T07:00:00Z") : nil
        #expect(bench.machine.nextWake == due)
    }

    @Test("What leaves out an earlier moment still does after it was taken back")
    func pausedAhead() throws {
        // Only Monday's is to ring, and the clock is more than a day ahead.
        var bench = try Bench([], at: "2026-11-23T07:10:00Z")
        bench.alarms = [try Bench.alarm("07:30", "once", set: Self.evening)]
        let pause = try Bench.date("2026-11-22T12:00:00Z")
        bench.change(bench.alarms[0].rule.id) { $0.rule.skipUntil = pause }
        #expect(names(bench.reload()) == ["missed", "turnOff"])
        bench.now = try Bench.date("2026-11-22T05:10:00Z")
        #expect(names(bench.apply(bench.machine.clockMayHaveChanged(now: bench.now))) == ["takeBack"])
        #expect(names(bench.reload()) == [])
        #expect(bench.machine.nextWake == (try Bench.date("2026-11-23T06:30:00Z")))
        #expect(names(try bench.wakeWhenDue()) == ["begin"])
    }

    @Test(
        "What rang, and was missed only when its snooze ended, does not ring again for the same moment",
        arguments: [true, false]
    )
    func rangBefore(_ isNewProcess: Bool) throws {
        var bench = try Bench([Bench.alarm("07:30")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        _ = bench.apply(try bench.machine.snooze(nil, minutes: 9, now: bench.now))
        #expect(names(try bench.wake(at: "2026-11-22T09:00:00Z")) == ["missed"])
        bench.now = try Bench.date("2026-11-22T06:00:00Z")
        let actions = bench.machine.clockMayHaveChanged(now: bench.now)
        let done = try isNewProcess ? bench.restart(at: "2026-11-22T06:00:00Z") : bench.apply(actions)
        #expect(names(done) == [])
        #expect(bench.machine.nextFiring?.date == (try Bench.date("2026-11-23T06:30:00Z")))
    }

    /// The clock is set by so many seconds, in one moment.
    private func set(_ bench: inout Bench, by seconds: TimeInterval) -> [String] {
        bench.now += seconds
        return names(bench.apply(bench.machine.move(to: bench.plan, clockSetBy: seconds, now: bench.now)))
    }

    @Test("A snooze lasts as long as it was to, however the clock is set meanwhile", arguments: [-2_700.0, 1_800, 900])
    func snooze(_ seconds: TimeInterval) throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        _ = bench.apply(try bench.machine.snooze(nil, minutes: 9, now: bench.now))
        bench.now += 60
        let actions = set(&bench, by: seconds)
        #expect(actions == [])
        let end = bench.now + 480
        #expect(bench.machine.nextWake == end)
        #expect(bench.memories.values.map(\.snoozedUntil) == [end])
        #expect(names(try bench.wakeWhenDue()) == ["begin"])
    }

    @Test("It rings for ten minutes, however the clock is set meanwhile", arguments: [-2_700.0, 900])
    func ringing(_ seconds: TimeInterval) throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        bench.now += 5
        let actions = set(&bench, by: seconds)
        #expect(actions == [])
        #expect(bench.machine.ringing.count == 1)
        let end = bench.now + 595
        #expect(bench.machine.nextWake == end)
        #expect(bench.memories.values.map(\.ringingSince) == [end - 600])
        #expect(names(try bench.wakeWhenDue()) == ["end silenced", "unheard"])
    }
}
