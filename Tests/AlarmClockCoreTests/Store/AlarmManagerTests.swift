import Foundation
import SwiftData
import Testing

@testable import AlarmClockCore

@Suite("The alarm manager")
struct AlarmManagerTests {
    private let store: AlarmStore
    private let context: ModelContext
    private let manager: AlarmManager
    private static let now = Date(timeIntervalSince1970: 1_795_330_800)

    init() throws {
        store = try AlarmStore.inMemory()
        context = ModelContext(store.container)
        context.autosaveEnabled = false
        manager = AlarmManager(modelContext: context, now: { Self.now })
    }

    private func stored() throws -> [Alarm] { try ModelContext(store.container).fetch(AlarmQueries.list) }

    private func alarm(_ time: String = "07:00", _ days: [Int] = []) throws -> Alarm {
        let alarm = Alarm(time: try #require(ClockTime(time)).date, label: "tea")
        alarm.repeatDays = days.map { AlarmRepeat(weekday: $0) }
        return alarm
    }

    private var plan: FiringPlan { FiringPlan(deviceZone: .gmt, database: ZoneDatabase.fixtures) }

    @Test("What is wrong is refused by name, and nothing of it is kept")
    func refused() throws {
        let cases: [(AlarmRuleViolation, (Alarm) -> Void)] = [
            (.weekday(0), { $0.repeatDays = [AlarmRepeat(weekday: 0)] }),
            (.weekday(8), { $0.repeatDays = [AlarmRepeat(weekday: 8)] }),
            (.repeatedWeekday(3), { $0.repeatDays = [AlarmRepeat(weekday: 3), AlarmRepeat(weekday: 3)] }),
            (.labelTooLong(count: 10_000, limit: 256), { $0.label = String(repeating: "x", count: 10_000) }),
            (.textHoldsNUL(field: "label"), { $0.label = "a\0b" }),
            (.outOfRange(field: "snoozeMinutes", value: "0", lowest: 1, highest: 60), { $0.snoozeMinutes = 0 }),
            (.outOfRange(field: "volume", value: "1.5", lowest: 0, highest: 1), { $0.volume = 1.5 }),
            (.outOfRange(field: "volume", value: "nan", lowest: 0, highest: 1), { $0.volume = .nan }),
        ]
        for (violation, spoil) in cases {
            let alarm = try alarm()
            spoil(alarm)
            #expect { try manager.addAlarm(alarm) } throws: { error in
                if case AlarmClockError.constraintViolation(violation) = error { true } else { false }
            }
        }
        let elsewhere = try alarm()
        elsewhere.timeZoneIdentifier = "Nowhere/Land"
        #expect { try manager.addAlarm(elsewhere) } throws: { error in
            if case AlarmClockError.unknownTimeZone("Nowhere/Land") = error { true } else { false }
        }
        #expect(try stored().isEmpty)
    }

    @Test("A change that is refused leaves the alarm as it was")
    func refusedChange() throws {
        let alarm = try alarm("07:00", [2])
        try manager.addAlarm(alarm)
        alarm.repeatDays.append(AlarmRepeat(weekday: 2))
        alarm.label = "coffee"
        #expect(throws: AlarmClockError.self) { try manager.updateAlarm(alarm) }
        #expect(alarm.label == "tea" && alarm.repeatDays.count == 1)
        #expect(try stored().map(\.label) == ["tea"])
    }

    @Test("Add, change, turn off and on, remove")
    func changes() throws {
        let alarm = try alarm("07:00", [2, 4])
        try manager.addAlarm(alarm)
        manager.setDays(WeekdaySet([4, 5]), of: alarm)
        alarm.time = try #require(ClockTime("08:30")).date
        try manager.updateAlarm(alarm)
        let found = try #require(try stored().first)
        #expect(found.repeatDays.map(\.weekday).sorted() == [4, 5] && AlarmRule(found).time.text == "08:30")
        #expect(found.updatedAt == Self.now)
        #expect(try ModelContext(store.container).fetchCount(FetchDescriptor<AlarmRepeat>()) == 2)
        try manager.pause(alarm, until: Self.now + 86_400 * 30)
        #expect(try #require(manager.nextFire(of: alarm, plan: plan)) > Self.now + 86_400 * 30)
        try manager.toggleAlarm(alarm, enabled: false)
        #expect(manager.nextFire(of: alarm, plan: plan) == nil)
        try manager.toggleAlarm(alarm, enabled: true)
        #expect(alarm.skipNextUntil == nil)
        try manager.deleteAlarm(alarm)
        #expect(try stored().isEmpty)
        #expect(try ModelContext(store.container).fetchCount(FetchDescriptor<AlarmRepeat>()) == 0)
    }

    @Test("Skip next: the next time is left out, the one after is not; an alarm that rings once is off")
    func skip() throws {
        let daily = try alarm("07:00", Array(1...7))
        try manager.addAlarm(daily)
        let first = try #require(manager.nextFire(of: daily, plan: plan))
        #expect(try manager.skipNext(daily, plan: plan) == first)
        #expect(manager.nextFire(of: daily, plan: plan) == first + 86_400)
        let once = try alarm("07:00")
        try manager.addAlarm(once)
        #expect(try manager.skipNext(once, plan: plan) == first)
        #expect(!once.isEnabled && once.skipNextUntil == nil)
        #expect(try manager.skipNext(once, plan: plan) == nil)
        // A person turns it off: that is not the end of a ring, also where it was paused before.
        try manager.toggleAlarm(once, enabled: true)
        try manager.pause(once, until: first - 60)
        try manager.toggleAlarm(once, enabled: false)
        #expect(!AlarmRule(once).isOffSinceItRang && manager.nextFire(of: once, plan: plan) == nil)
    }

    @Test(
        "Of an alarm that is off nothing is left out: it would seem to be off because it rang, and ring",
        arguments: [[], [2, 4]]
    )
    func pauseOff(_ days: [Int]) throws {
        let off = try alarm("07:30", days)
        try manager.addAlarm(off)
        try manager.toggleAlarm(off, enabled: false)
        let set = off.updatedAt
        #expect(try manager.pause(off, until: Self.now + 86_400) == false)
        #expect(try manager.skipNext(off, plan: plan) == nil)
        #expect(!off.isEnabled && off.skipNextUntil == nil && off.updatedAt == set)
        #expect(!AlarmRule(off).isOffSinceItRang && manager.nextFire(of: off, plan: plan) == nil)
        // What an older program noted is taken away with the end of the pause.
        off.skipNextUntil = Self.now + 86_400
        #expect(try manager.pause(off, until: nil))
        #expect(try stored().map(\.skipNextUntil) == [nil] && manager.nextFire(of: off, plan: plan) == nil)
    }

    @Test("An alarm that rings once and is put off has nothing else that could be left out")
    func skipPutOff() throws {
        let once = try alarm("07:00")
        try manager.addAlarm(once)
        once.updatedAt = Self.now - 3_600
        let state = RingState(alarmID: once.id)
        (state.occurrence, state.snoozedUntil) = (Self.now - 60, Self.now + 480)
        context.insert(state)
        try context.save()
        #expect(try manager.skipNext(once, plan: plan) == Self.now + 480)
        #expect(!once.isEnabled && once.skipNextUntil == nil)
    }

    @Test("A moment that a date picker gave becomes a time on the clock of this device")
    func datePicker() throws {
        let alarm = Alarm(time: Self.now, label: "tea")
        try manager.addAlarm(alarm)
        #expect(ClockTime(showing: alarm.time, in: .gmt) == ClockTime(showing: Self.now, in: .current))
        #expect(alarm.time.timeIntervalSinceReferenceDate < 86_400)
    }

    @Test("Alarms with seven days each: two statements, however many there are")
    func twoStatements() throws {
        for number in 0..<10_000 {
            let alarm = try alarm()
            alarm.time = ClockTime(minutes: number % 1_440).date
            context.insert(alarm)
            alarm.repeatDays = (1...7).map { AlarmRepeat(weekday: $0) }
        }
        try context.save()
        let fresh = ModelContext(store.container)
        let statements = try StatementCount(store.container)
        let alarms = try fresh.fetch(AlarmQueries.list)
        let rules = alarms.map(AlarmRule.init)
        let read = statements.take()
        #expect(read.count == 2, "\(read)")
        #expect(rules.count == 10_000 && rules.allSatisfy { $0.days == .daily })
    }

    @Test("A template's name is cut to what a label takes, and what becomes of its alarm is checked before it is kept")
    func longName() throws {
        let name = String(repeating: "名", count: 1_000)
        let template = AlarmTemplate.daily(name)
        context.insert(template)
        try context.save()
        #expect { try manager.addAlarms(from: [template]) { $0.label = name } } throws: { error in
            if case AlarmClockError.constraintViolation(.labelTooLong(count: 1_000, limit: 256)) = error {
                true
            } else {
                false
            }
        }
        #expect(try stored().isEmpty)
        let short = String(repeating: "名", count: 256)
        #expect(try manager.addAlarms(from: [template]).map(\.label) == [short])
        #expect(try stored().map(\.label) == [short])
    }

    @Test("The seed's query through the template; a scenario is one step for undo")
    func scenarios() throws {
        let catalogue = TemplateCatalogue(variables: [:])
        try catalogue.loadOnce(into: context)
        let study = try context.fetch(FetchDescriptor<AlarmTemplate>()).filter { $0.scenario == "Study" }
        #expect(study.count == 6)
        try manager.addAlarm(alarm())
        let undo = UndoManager()
        undo.groupsByEvent = false
        context.undoManager = undo
        let added = try manager.addAlarms(from: study)
        #expect(added.count == 6 && added.allSatisfy { $0.createdAt == Self.now })
        #expect(try manager.alarms(scenario: "Study").count == 6)
        #expect(try manager.alarms(scenario: "Work").isEmpty)
        undo.undo()
        try context.save()
        #expect(try stored().map(\.label) == ["tea"])
        let broken = AlarmTemplate.daily(" ")
        #expect { try manager.addAlarms(from: [study[0], broken]) } throws: { error in
            if case AlarmClockError.constraintViolation(.templateWithoutName) = error { true } else { false }
        }
        #expect(try stored().map(\.label) == ["tea"])
    }
}
