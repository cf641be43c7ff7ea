import Foundation
import Testing

@testable import AlarmClockCore

@Suite("The ring machine")
struct RingMachineTests {
    @Test("Rings at its minute, again the next day, and never twice for one moment")
    func ringsDaily() throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        #expect(bench.machine.nextWake == (try Bench.date("2026-11-22T06:00:00Z")))
        #expect(names(try bench.wakeWhenDue()) == ["begin"])
        #expect(bench.machine.ringing.count == 1)
        #expect(names(try bench.wake(at: "2026-11-22T06:00:00Z")) == [])
        #expect(names(bench.apply(bench.machine.stop(nil, now: bench.now))) == ["tellOthers", "end stopped"])
        #expect(names(bench.reload()) == [])
        #expect(bench.machine.nextFiring?.date == (try Bench.date("2026-11-23T06:00:00Z")))
        // The clock is set back over the moment.
        bench.now = try Bench.date("2026-11-22T05:59:00Z")
        #expect(names(bench.apply(bench.machine.clockMayHaveChanged(now: bench.now))) == [])
        #expect(bench.machine.nextFiring?.date == (try Bench.date("2026-11-23T06:00:00Z")))
    }

    @Test("An alarm that rings once turns itself off after it rang, whatever ends it")
    func ringsOnce() throws {
        for end in ["stop", "silence", "missed"] {
            var bench = try Bench(
                [Bench.alarm("07:00", "once", set: "2026-11-22T04:00:00Z")],
                at: "2026-11-22T05:00:00Z"
            )
            if end == "missed" {
                #expect(names(try bench.wake(at: "2026-11-25T06:10:00Z")) == ["missed", "turnOff"])
            } else {
                #expect(names(try bench.wakeWhenDue()) == ["begin"])
                #expect(bench.alarms[0].rule.isEnabled, "the second device must still ring")
                if end == "stop" {
                    let actions = bench.apply(bench.machine.stop(nil, now: bench.now))
                    #expect(names(actions) == ["tellOthers", "turnOff", "end stopped"])
                } else {
                    #expect(names(try bench.wakeWhenDue()) == ["turnOff", "end silenced", "unheard"])
                }
            }
            #expect(!bench.alarms[0].rule.isEnabled)
            #expect(bench.machine.nextWake == nil)
            #expect(names(try bench.restart(at: "2026-11-23T07:30:00Z")) == [])
        }
    }

    @Test("A process that ends between the ring and its note rings on, and does not ring once more the next day")
    func killed() throws {
        var bench = try Bench([Bench.alarm("07:00", "once", set: "2026-11-22T04:00:00Z")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        #expect(names(try bench.restart(at: "2026-11-22T06:03:00Z")) == ["begin"])
        #expect(names(try bench.restart(at: "2026-11-22T06:30:00Z")) == ["missed", "turnOff"])
        // The memory says that it is over, and the store does not yet.
        bench.change(bench.alarms[0].rule.id) { $0.rule.isEnabled = true }
        #expect(names(try bench.restart(at: "2026-11-23T06:30:00Z")) == ["turnOff"])
    }

    @Test(
        "Late by less than ten minutes it rings, by more it was missed",
        arguments: [
            ("2026-11-22T06:00:01Z", "begin"), ("2026-11-22T06:09:59Z", "begin"), ("2026-11-22T06:10:00Z", "missed"),
            ("2026-11-23T05:59:00Z", "missed"),
        ]
    )
    func late(_ time: String, _ expected: String) throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        #expect(names(try bench.wake(at: time)) == [expected])
    }

    @Test("After days without power only the last one counts, and after a first start nothing old is spoken of")
    func longAgo() throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        #expect(names(try bench.wake(at: "2026-11-29T06:05:00Z")) == ["begin"])
        bench = try Bench([Bench.alarm("07:00", "sun", set: "2020-01-01T00:00:00Z")], at: "2026-11-24T12:00:00Z")
        #expect(names(bench.reload()) == [])
        #expect(bench.machine.nextFiring?.date == (try Bench.date("2026-11-29T06:00:00Z")))
    }

    @Test("Snooze: its own length, another one, ten times at most; the repeating time stays")
    func snooze() throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        #expect(throws: RingMachine.SnoozeRefusal.nothingRings) {
            try bench.machine.snooze(nil, minutes: nil, now: bench.now)
        }
        _ = try bench.wakeWhenDue()
        #expect(throws: RingMachine.SnoozeRefusal.minutes(1...60)) {
            try bench.machine.snooze(nil, minutes: 0, now: bench.now)
        }
        for round in 1...RingMachine.maximumSnoozes {
            let minutes = round == 1 ? nil : 5
            #expect(
                names(bench.apply(try bench.machine.snooze(nil, minutes: minutes, now: bench.now))) == ["end snoozed"]
            )
            #expect(bench.machine.nextWake == bench.now + Double(minutes ?? 9) * 60)
            #expect(names(try bench.wakeWhenDue()) == ["begin"])
            #expect(bench.machine.ringing.first?.canSnooze == (round < RingMachine.maximumSnoozes))
        }
        #expect(throws: RingMachine.SnoozeRefusal.tooOften(limit: 10)) {
            try bench.machine.snooze(nil, minutes: nil, now: bench.now)
        }
        _ = bench.apply(bench.machine.stop(nil, now: bench.now))
        #expect(bench.machine.nextFiring?.date == (try Bench.date("2026-11-23T06:00:00Z")))
        bench = try Bench([Bench.alarm("07:00", snoozeEnabled: false)], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        #expect(throws: RingMachine.SnoozeRefusal.notAllowed(label: "tea")) {
            try bench.machine.snooze(nil, minutes: 5, now: bench.now)
        }
    }

    @Test("A snooze that nobody could hear is missed, not rung hours later; a clock set back does not prolong it")
    func snoozeAndClock() throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        _ = bench.apply(try bench.machine.snooze(nil, minutes: 9, now: bench.now))
        #expect(names(try bench.restart(at: "2026-11-22T18:00:00Z")) == ["missed"])
        bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        _ = bench.apply(try bench.machine.snooze(nil, minutes: 9, now: bench.now))
        bench.now = try Bench.date("2026-11-20T09:00:00Z")
        #expect(names(bench.apply(bench.machine.clockMayHaveChanged(now: bench.now))) == [])
        #expect(bench.machine.snoozed.first?.snoozedUntil == bench.now + 3_600)
    }

    @Test("Nobody stops it: silent after ten minutes, also where the clock was set back while it rang")
    func silence() throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        #expect(bench.machine.nextWake == bench.now + 600)
        bench.now -= 86_400
        _ = bench.apply(bench.machine.clockMayHaveChanged(now: bench.now))
        #expect(bench.machine.nextWake == bench.now + 600)
        #expect(names(try bench.wakeWhenDue()) == ["end silenced", "unheard"])
    }

    @Test("Stopped on another device, turned off, deleted: it falls silent; skipped: it does not begin")
    func withdrawn() throws {
        for change in ["stopped", "off", "deleted"] {
            var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
            _ = try bench.wakeWhenDue()
            let id = bench.alarms[0].rule.id
            switch change {
            case "stopped":
                let occurrence = bench.now
                bench.change(id) { $0.rule.skipUntil = occurrence }
            case "off": bench.change(id) { $0.rule.isEnabled = false }
            default: bench.alarms = []
            }
            #expect(names(bench.reload()) == ["end withdrawn"], "\(change)")
            #expect(bench.machine.ringing.isEmpty)
        }
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        let skipped = try Bench.date("2026-11-22T06:00:00Z")
        bench.change(bench.alarms[0].rule.id) { $0.rule.skipUntil = skipped }
        #expect(names(bench.reload()) == [])
        #expect(bench.machine.nextFiring?.date == skipped + 86_400)
    }

    @Test(
        "Who leaves out what is to come, while today's alarm rings or is put off, is woken today all the same",
        arguments: ["rings", "is put off", "is put off, and the daemon is started anew"],
        [TimeInterval(86_400), TimeInterval(431_999)]
    )
    func leftOutMeanwhile(_ state: String, _ length: TimeInterval) throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        let (id, occurrence) = (bench.alarms[0].rule.id, bench.now)
        if state != "rings" { _ = bench.apply(try bench.machine.snooze(nil, minutes: 9, now: bench.now)) }
        // The next time, or a pause of days: a person sets both.
        bench.change(id) { ($0.rule.skipUntil, $0.rule.setAt) = (occurrence + length, occurrence + 60) }
        if state.hasSuffix("anew") {
            #expect(names(try bench.restart(at: "2026-11-22T06:02:00Z")) == [])
        } else {
            #expect(names(bench.reload()) == [])
        }
        if state != "rings" {
            #expect(bench.machine.nextWake == occurrence + 540)
            #expect(names(try bench.wakeWhenDue()) == ["begin"])
        }
        #expect(bench.machine.ringing.map(\.occurrence) == [occurrence])
        #expect(names(bench.apply(bench.machine.stop(nil, now: bench.now))) == ["tellOthers", "end stopped"])
        // What was left out stays so.
        #expect(names(bench.reload()) == [])
        let days = (length / 86_400).rounded(.down) + 1
        #expect(bench.machine.nextFiring?.date == occurrence + days * 86_400)
    }

    /// An alarm of 07:00 that rings once, and rings or is put off for an hour.
    private func onceRunning(_ state: String) throws -> Bench {
        var bench = try Bench([Bench.alarm("07:00", "once", set: "2026-11-22T04:00:00Z")], at: "2026-11-22T05:00:00Z")
        _ = try bench.wakeWhenDue()
        if state == "put off" { _ = bench.apply(try bench.machine.snooze(nil, minutes: 60, now: bench.now)) }
        return bench
    }

    @Test(
        "An alarm that rings once and is given another time while it rings or is put off rings at that one, and once",
        arguments: ["rings", "put off"],
        ["heard of at once", "heard of by the next process", "heard of after a sleep"]
    )
    func movedMeanwhile(_ state: String, _ news: String) throws {
        var bench = try onceRunning(state)
        let (id, moved) = (bench.alarms[0].rule.id, try Bench.date("2026-11-22T06:30:00Z"))
        bench.change(id) { ($0.rule.time, $0.rule.setAt) = (ClockTime(minutes: 450), moved - 1_680) }
        let silence = state == "rings" ? ["end withdrawn"] : []
        if news == "heard of after a sleep" {
            // What the machine believed to be over is not over in the store.
            let late = try bench.wake(at: "2026-11-22T06:35:00Z")
            #expect(names(late) == (state == "rings" ? ["turnOff", "end silenced", "unheard"] : []))
            #expect(names(bench.reload()) == ["begin"])
        } else {
            bench.now = moved - 1_680
            let isNew = news == "heard of by the next process"
            let actions = try isNew ? bench.restart(at: "2026-11-22T06:02:00Z") : bench.reload()
            #expect(names(actions) == silence)
            #expect(bench.machine.snoozed.isEmpty && bench.machine.ringing.isEmpty)
            #expect(bench.machine.nextFiring?.date == moved && bench.machine.nextWake == moved)
            #expect(names(try bench.wakeWhenDue()) == ["begin"])
        }
        #expect(bench.machine.ringing.map(\.occurrence) == [moved])
        #expect(
            names(bench.apply(bench.machine.stop(nil, now: bench.now))) == ["tellOthers", "turnOff", "end stopped"]
        )
        #expect(names(bench.reload()) == [])
        #expect(bench.machine.nextWake == nil && !bench.alarms[0].rule.isEnabled)
    }

    @Test(
        "One that is turned on anew, or changed but for its time, rings on, and again at its next time",
        arguments: ["rings", "put off"],
        ["stopped", "silent after its time", "slept through", "of the next process"]
    )
    func setAnewMeanwhile(_ state: String, _ end: String) throws {
        var bench = try onceRunning(state)
        let set = bench.now + 120
        bench.change(bench.alarms[0].rule.id) { $0.rule.setAt = set }
        bench.now = set
        let isRinging = state == "rings"
        if end == "of the next process" {
            #expect(names(try bench.restart(at: "2026-11-22T06:02:00Z")) == (isRinging ? ["begin"] : []))
        } else {
            #expect(names(bench.reload()) == [])
        }
        switch end {
        case "stopped", "of the next process":
            let expected = isRinging ? ["tellOthers", "end stopped"] : ["tellOthers"]
            #expect(names(bench.apply(bench.machine.stop(nil, now: bench.now))) == expected)
        case "silent after its time":
            if !isRinging { #expect(names(try bench.wakeWhenDue()) == ["begin"]) }
            #expect(names(try bench.wakeWhenDue()) == ["end silenced", "unheard"])
        default:
            let expected = isRinging ? ["end silenced", "unheard"] : ["missed"]
            #expect(names(try bench.wake(at: "2026-11-22T18:00:00Z")) == expected)
        }
        let next = try Bench.date("2026-11-23T06:00:00Z")
        for _ in 1...2 {
            #expect(bench.machine.nextFiring?.date == next && bench.machine.nextWake == next)
            #expect(names(bench.reload()) == [])
        }
        #expect(bench.alarms[0].rule.isEnabled)
        #expect(names(try bench.wakeWhenDue()) == ["begin"])
        #expect(names(try bench.wakeWhenDue()) == ["turnOff", "end silenced", "unheard"])
        #expect(bench.machine.nextWake == nil && !bench.alarms[0].rule.isEnabled)
    }

    @Test("Two at one minute ring together; stopping one leaves the other")
    func together() throws {
        var bench = try Bench([Bench.alarm("07:00"), Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z")
        #expect(names(try bench.wakeWhenDue()) == ["begin", "begin"])
        #expect(
            names(bench.apply(bench.machine.stop(bench.alarms[1].rule.id, now: bench.now))) == [
                "tellOthers", "end stopped",
            ]
        )
        #expect(bench.machine.ringing.map(\.alarm.rule.id) == [bench.alarms[0].rule.id])
        _ = bench.apply(try bench.machine.snooze(nil, minutes: 5, now: bench.now))
        // Nothing rings: the word is for the snoozed one.
        #expect(names(bench.apply(bench.machine.stop(nil, now: bench.now))) == ["tellOthers"])
        #expect(bench.machine.snoozed.isEmpty)
    }

    @Test("Another zone: at once at the new clock's time, not at the old one's")
    func travel() throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z", zone: "Europe/Berlin")
        let database = ZoneDatabase.fixtures
        bench.plan = FiringPlan(deviceZone: try database.zone("America/New_York"), database: database)
        #expect(names(bench.apply(bench.machine.move(to: bench.plan, now: bench.now))) == [])
        #expect(bench.machine.nextWake == (try Bench.date("2026-11-22T12:00:00Z")))
        #expect(names(try bench.wake(at: "2026-11-22T06:00:00Z")) == [])
        #expect(names(try bench.wakeWhenDue()) == ["begin"])
    }

    @Test("Who hears of another zone with a change of the alarms passes over what its clock showed before, too")
    func travelAndReload() throws {
        var bench = try Bench([Bench.alarm("07:00")], at: "2026-11-22T05:00:00Z", zone: "Europe/Berlin")
        _ = try bench.wakeWhenDue()
        _ = bench.apply(bench.machine.stop(nil, now: bench.now))
        #expect(names(try bench.wake(at: "2026-11-22T07:04:00Z")) == [])
        let database = ZoneDatabase.fixtures
        bench.plan = FiringPlan(deviceZone: try database.zone("Europe/London"), database: database)
        bench.now += 60
        #expect(names(bench.reload()) == [])
        #expect(names(bench.apply(bench.machine.move(to: bench.plan, now: bench.now))) == [])
        #expect(bench.machine.nextFiring?.date == (try Bench.date("2026-11-23T07:00:00Z")))
    }

    /// Some zones, or with `Scripts/check-alarm-zones` each, and where chance comes from.
    private static var roundsOfYears: [(zone: String, seed: UInt64)] {
        // A system without zone data fails the test by the name of a zone, not the process.
        let found = (try? SystemZones.distinct()) ?? []
        let zones = found.isEmpty ? ["UTC"] : found
        if ProcessInfo.processInfo.environment["ALARMCLOCK_ALL_ZONES"] == "1" {
            return zones.enumerated().map { ($1, UInt64($0)) }
        }
        return (0..<24).map { round in
            var random = SeededGenerator(seed: UInt64(round) &+ 20_261_122)
            return (zones[random.number(0...(zones.count - 1))], UInt64(round))
        }
    }

    @Test("Ten years by a virtual clock: at the second, at every moment, once", arguments: roundsOfYears)
    func tenYears(_ zone: String, _ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alarm = try Bench.alarm(ClockTime(minutes: random.number(0...239)).text)
        var bench = try Bench([alarm], at: "2026-11-01T00:00:00Z", zone: zone, of: ZoneDatabase())
        let recurrence = bench.plan.recurrence(of: alarm.rule)
        var expected = try #require(recurrence.next(after: bench.now))
        let end = bench.now + 3_653 * 86_400
        while expected < end {
            let actions = try bench.wakeWhenDue()
            #expect(
                bench.now == expected && names(actions) == ["begin"],
                "\(zone) at \(alarm.rule.time.text), zone data \(SystemZones.version)"
            )
            guard names(actions) == ["begin"] else { return }
            _ = bench.apply(bench.machine.stop(nil, now: bench.now + Double(random.number(0...500))))
            _ = bench.reload()
            expected = try #require(recurrence.next(after: expected))
        }
    }

    @Test("Whatever happens: no moment rings twice, and nothing rings that was stopped", arguments: 0..<40)
    func anything(_ round: Int) throws {
        var random = SeededGenerator(seed: UInt64(round) &+ 99)
        var bench = try Bench(
            [
                Bench.alarm("07:00"), Bench.alarm("07:05", "weekdays"),
                Bench.alarm("02:30", "once", set: "2026-10-01T00:00:00Z"),
            ],
            at: "2026-10-20T00:00:00Z"
        )
        var begun: Set<String> = []
        var resumed: Set<String> = []
        var snoozes = 0
        for _ in 0..<400 {
            var actions: [RingAction] = []
            switch random.number(0...9) {
            case 0: actions = bench.apply(bench.machine.stop(nil, now: bench.now))
            case 1:
                snoozes += 1
                actions = bench.apply(
                    (try? bench.machine.snooze(nil, minutes: random.number(1...30), now: bench.now)) ?? []
                )
            case 2: actions = bench.reload()
            case 3:
                // Set back by up to an hour, or forward.
                bench.now += Double(random.number(-3_600...3_600))
                actions = bench.apply(bench.machine.clockMayHaveChanged(now: bench.now))
            case 4:
                bench.machine = RingMachine(plan: bench.plan)
                // What rings when a process ends rings on in the next one.
                let ringing = bench.memories.values.filter(\.isRinging)
                resumed.formUnion(ringing.map { "\($0.alarmID)\($0.occurrence ?? .distantPast)" })
                actions = bench.apply(
                    bench.machine.replace(
                        bench.alarms,
                        memories: Array(bench.memories.values),
                        plan: bench.plan,
                        now: bench.now
                    )
                )
            default:
                guard let wake = bench.machine.nextWake else { continue }
                bench.now = max(bench.now, wake + Double(random.number(0...2) == 0 ? random.number(0...1_200) : 0))
                actions = bench.apply(bench.machine.woke(now: bench.now))
            }
            for case .begin(let ring) in actions where ring.snoozeCount == 0 {
                let key = "\(ring.alarm.rule.id)\(ring.occurrence)"
                if resumed.remove(key) != nil { continue }
                #expect(begun.insert(key).inserted, "twice: \(key), round \(round)")
                let late = bench.now.timeIntervalSince(ring.occurrence)
                #expect(late >= 0 && late < RingMachine.missedAfter)
            }
            #expect(bench.machine.nextWake.map { $0 > bench.now } ?? true, "it would wake for ever")
        }
        #expect(snoozes > 0)
    }
}
