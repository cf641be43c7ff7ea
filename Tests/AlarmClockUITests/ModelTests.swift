import AppCommons
import Foundation
import SwiftData
import TestSupport
import Testing

@testable import AlarmClockCore
@testable import AlarmClockUI

/// What a window does, without a view.
@MainActor
@Suite("Window of AlarmClock")
struct ModelTests {
    @Test("A new alarm is for the next full hour, and says in how long it rings")
    func add() async throws {
        let window = try Window()
        window.model.addAlarm()
        #expect(window.model.editor?.record.time.text == "11:00")
        try window.add("07:30", "weekdays", label: " Early shift ".trimmingCharacters(in: .whitespaces))
        #expect(try window.lines == ["x 07:30 weekdays Early shift"])
        #expect(window.model.toast?.said == .saved("Early shift", ringsIn: 21.35 * 3_600))
        await window.home.waitUntilIdle()
        #expect(window.home.next?.label == "Early shift")
    }

    @Test("What an alarm may not have is said, and nothing is kept")
    func rules() throws {
        let window = try Window()
        var draft = AlarmDraft(AlarmRecord(time: ClockTime(minutes: 0), days: WeekdaySet(), label: ""))
        draft.record.label = String(repeating: "x", count: 10_000)
        #expect(throws: AlarmClockError.self) { try window.model.save(draft) }
        draft.record.label = "tea"
        draft.record.timeZoneIdentifier = "Moon/Base"
        #expect(throws: AlarmClockError.self) { try window.model.save(draft) }
        #expect(try window.lines.isEmpty)
        #expect(window.model.toast == nil)
    }

    @Test("An edit keeps what others changed meanwhile, and turns on what was set anew")
    func edit() throws {
        let window = try Window()
        let alarm = try window.add("07:30", "weekdays", label: "Early shift")
        window.model.turn(alarm, on: false)
        window.model.edit(alarm)
        var draft = try #require(window.model.editor)
        let other = ModelContext(window.home.container)
        let same = try #require(try AlarmManager(modelContext: other).alarms().first)
        same.label = "Late shift"
        try other.save()
        draft.record.time = try #require(ClockTime("08:15"))
        try window.model.save(draft)
        #expect(try window.lines == ["x 08:15 weekdays Late shift"])
    }

    @Test("Saving an alarm that was deleted meanwhile brings it back")
    func editDeleted() throws {
        let window = try Window()
        let alarm = try window.add("07:30", label: "tea")
        window.model.edit(alarm)
        var draft = try #require(window.model.editor)
        draft.record.label = "green tea"
        window.model.delete(alarm)
        try window.model.save(draft)
        #expect(try window.lines == ["x 07:30 once green tea"])
    }

    @Test("A deleted alarm comes back whole: days, pause, template, place of origin")
    func deleteAndUndo() throws {
        let window = try Window()
        window.model.loadTemplates(TemplateCatalogue(.english))
        let template = try #require(try window.template("Early shift"))
        window.model.add(from: template, name: "Early shift")
        var draft = try #require(window.model.editor)
        #expect(draft.record.time.text == "06:30" && draft.record.days == .weekdays)
        draft.record.timeZoneIdentifier = "Europe/Berlin"
        try window.model.save(draft)
        let alarm = try #require(try window.alarms.first)
        window.model.skipNext(alarm)
        let (id, skipped, made) = (alarm.id, alarm.skipNextUntil, alarm.createdAt)
        window.time.advance(60)
        window.model.delete(alarm)
        #expect(try window.lines.isEmpty)
        #expect(window.model.toast?.said == .deleted("Early shift"))
        window.model.undo()
        let back = try #require(try window.alarms.first)
        #expect(back.id == id && back.skipNextUntil == skipped && skipped != nil && back.createdAt == made)
        #expect(back.template?.id == template.id && back.timeZoneIdentifier == "Europe/Berlin")
        #expect(try window.lines == ["x 06:30 weekdays Early shift"])
        #expect(window.model.toast?.undo == nil)
    }

    @Test("An alarm whose template speaks of days in words of its own is edited, deleted and brought back")
    func templateInWords() throws {
        let window = try Window()
        let template = AlarmTemplate(
            name: "晨跑",
            category: "运动",
            icon: "figure.run",
            templateDescription: "",
            time: "早上",
            frequency: "每天",
            defaultTime: "早上七点",
            repeatType: "每天",
            scenario: "健康"
        )
        window.home.container.mainContext.insert(template)
        let alarm = try window.add("07:00", "daily", label: "晨跑")
        alarm.template = template
        try window.home.container.mainContext.save()
        window.model.edit(alarm)
        var draft = try #require(window.model.editor)
        draft.record.label = "夜跑"
        try window.model.save(draft)
        window.model.turn(alarm, on: false)
        window.model.delete(alarm)
        #expect(try window.lines.isEmpty)
        window.model.undo()
        #expect(try window.lines == ["- 07:00 daily 夜跑"] && window.model.problem == nil)
        let back = try #require(try window.alarms.first?.template)
        #expect(back === template && back.repeatType == "每天" && back.defaultTime == "早上七点")
        // Nothing is made from words that cannot be read, and it is said why.
        window.model.add(from: template, name: "晨跑")
        guard case AlarmClockError.constraintViolation(.time("早上七点"))? = window.model.problem else {
            Issue.record("\(String(describing: window.model.problem))")
            return
        }
    }

    @Test("Skipping the next time and taking that back, for repeating alarms and for those that ring once")
    func skip() throws {
        let window = try Window()
        let daily = try window.add("07:30", "daily", label: "daily")
        let once = try window.add("12:00", label: "once")
        window.model.skipNext(daily)
        #expect(window.model.toast?.said == .skipped("daily", Date(timeIntervalSince1970: 1_795_390_200)))
        #expect(window.home.nextFire(of: daily) == Date(timeIntervalSince1970: 1_795_476_600))
        window.model.undo()
        #expect(window.home.nextFire(of: daily) == Date(timeIntervalSince1970: 1_795_390_200))
        window.model.skipNext(once)
        #expect(!once.isEnabled)
        window.model.undo()
        #expect(once.isEnabled && window.home.nextFire(of: once) != nil)
    }

    @Test("What is left to ring of an alarm that rang elsewhere can be skipped, and nothing offers to take that back")
    func skipRestElsewhere() throws {
        let window = try Window()
        let once = try window.add("23:00", label: "once")
        (once.isEnabled, once.skipNextUntil) = (false, once.updatedAt)
        try window.home.container.mainContext.save()
        #expect(window.home.nextFire(of: once) != nil)
        window.model.skipNext(once)
        #expect(window.home.nextFire(of: once) == nil)
        #expect(window.model.toast?.undo == nil)
    }

    @Test("A pause lasts until the day that was chosen, on the device's clock")
    func pause() throws {
        let window = try Window()
        let alarm = try window.add("00:00", "daily", label: "midnight")
        window.model.pause(alarm, until: CivilDay(year: 2_026, month: 12, day: 24))
        // Midnight in Taipei.
        #expect(window.home.nextFire(of: alarm) == Date(timeIntervalSince1970: 1_798_041_600))
        window.model.resume(alarm)
        #expect(window.home.nextFire(of: alarm) == Date(timeIntervalSince1970: 1_795_363_200))
        window.model.undo()
        #expect(window.home.nextFire(of: alarm) == Date(timeIntervalSince1970: 1_798_041_600))
    }

    @Test("A paused alarm that was turned off is paused again when that is taken back")
    func turnOffPaused() throws {
        let window = try Window()
        let alarm = try window.add("07:30", "daily", label: "daily")
        window.model.pause(alarm, until: CivilDay(year: 2_026, month: 12, day: 24))
        let (until, next) = (alarm.skipNextUntil, window.home.nextFire(of: alarm))
        window.model.turn(alarm, on: false)
        #expect(!alarm.isEnabled && window.home.nextFire(of: alarm) == nil)
        window.model.undo()
        #expect(alarm.isEnabled && alarm.skipNextUntil == until && until != nil)
        #expect(window.home.nextFire(of: alarm) == next && window.model.toast?.said == .undone)
        // One that was not paused rings again as before.
        window.model.resume(alarm)
        window.model.turn(alarm, on: false)
        window.model.undo()
        #expect(alarm.isEnabled && alarm.skipNextUntil == nil)
    }

    @Test("A situation is added as a whole and taken back as a whole")
    func apply() throws {
        let window = try Window()
        window.model.loadTemplates(TemplateCatalogue(.english))
        window.model.loadTemplates(TemplateCatalogue(.english))
        let all = try window.home.container.mainContext.fetch(FetchDescriptor<AlarmTemplate>())
        let shelf = TemplateShelf(all, TemplateCatalogue(.traditionalChinese))
        #expect(shelf.scenarios.map(\.title).prefix(3) == ["工作", "學習", "健康"])
        let travel = try #require(shelf.scenarios.first { $0.id == "Travel" })
        try window.add("09:00", label: "mine")
        window.model.apply(travel.items.map(\.model), names: travel.names, scenario: travel.title)
        #expect(try window.lines.count == travel.items.count + 1)
        #expect(try window.lines.contains("x 04:30 once 早班飛機"))
        #expect(window.model.toast?.said == .applied(travel.items.count, "旅行"))
        let made = try AlarmManager(modelContext: ModelContext(window.home.container)).alarms(scenario: "Travel")
        #expect(made.count == travel.items.count)
        window.model.undo()
        #expect(try window.lines == ["x 09:00 once mine"])
    }

    @Test("A toast goes by itself, and a later one is not taken away by the end of an earlier")
    func toastFades() async throws {
        let window = try Window()
        let alarm = try window.add("07:30", label: "tea")
        window.model.delete(alarm)
        while window.model.toast != nil {
            window.waits.end()
            await Task.yield()
        }
        window.model.undo()
        #expect(try window.lines.isEmpty)
    }

    @Test("What rings is said once, and a press without a daemon says what is the matter")
    func ringing() async throws {
        let window = try Window()
        var answer = DaemonAnswer()
        let ring = DaemonAnswer.Ringing(id: UUID(), label: "tea", occurrence: window.home.now, canSnooze: true)
        answer.alarms = [ring]
        window.home.daemon = .running(answer)
        window.model.rings([ring.id])
        let said = window.model.announcement
        #expect(said?.said == .ringing([ring]))
        window.model.rings([ring.id])
        #expect(window.model.announcement == said)
        // All that begin together are said, and of those that ring already nothing.
        let more = ["coffee", ""].map {
            DaemonAnswer.Ringing(id: UUID(), label: $0, occurrence: window.home.now, canSnooze: true)
        }
        answer.alarms += more
        window.home.daemon = .running(answer)
        window.model.rings(answer.alarms.map(\.id))
        let both = try #require(window.model.announcement?.said)
        #expect(both == .ringing(more))
        let phrases = Phrases(Locale(identifier: "en_GB"))
        let text = phrases.text(for: both, zone: window.home.zone, now: window.home.now)
        #expect(text == "Alarm: coffee, 10:09; Alarm: Alarm, 10:09")
        window.model.stop(ring)
        #expect(window.model.isPressing)
        try await until { !window.model.isPressing }
        #expect(window.model.problem as? CommandProblem == .daemonNotRunning)
    }

    @Test("Of an alarm that cannot be put off it is said whether it ever could")
    func withoutSnooze() {
        func phrase(_ count: Int?) -> Phrase {
            DaemonAnswer.Ringing(id: UUID(), label: "tea", occurrence: Date(), canSnooze: false, snoozeCount: count)
                .withoutSnooze
        }
        #expect(([nil, 0, 10] as [Int?]).map { phrase($0) } == [.noSnooze, .noSnooze, .noMoreSnooze])
    }

    @Test("What was missed is there until it is put away; what was missed since stays")
    func missed() async throws {
        let window = try Window()
        let alarm = try window.add("07:30", "daily", label: "tea")
        let (id, now) = (alarm.id, window.home.now)
        let rings = StoredRings(modelContainer: window.home.container)
        try await rings.save([.missed(RingingAlarm(alarm), occurrence: now - 7_200)])
        await window.home.waitUntilIdle()
        let missed = window.home.missed
        #expect(missed == [MissedRing(alarmID: id, label: "tea", occurrence: now - 7_200, isTold: false)])
        try await rings.save([.missed(RingingAlarm(alarm), occurrence: now - 3_600)])
        window.model.putAway(missed)
        await window.home.waitUntilIdle()
        #expect(window.home.missed.map(\.occurrence) == [now - 3_600])
        window.model.putAway(window.home.missed)
        await window.home.waitUntilIdle()
        #expect(window.home.missed.isEmpty && window.model.problem == nil)
    }

    @Test("What is left out of an alarm that rings once and is put off cannot be taken back")
    func skipPutOff() async throws {
        let window = try Window()
        let once = try window.add("23:00", label: "once")
        let (id, now) = (once.id, window.home.now)
        once.updatedAt = now - 3_600
        try window.home.container.mainContext.save()
        var memory = RingMemory(alarmID: id)
        (memory.occurrence, memory.snoozedUntil) = (now - 60, now + 480)
        try await StoredRings(modelContainer: window.home.container).save([.remember(memory)])
        var answer = DaemonAnswer()
        answer.alarms = [
            DaemonAnswer.Ringing(
                id: id,
                label: "once",
                occurrence: now - 60,
                snoozedUntil: now + 480,
                canSnooze: true
            )
        ]
        window.home.daemon = .running(answer)
        window.model.skipNext(once)
        #expect(window.model.toast?.said == .skipped("once", now + 480))
        #expect(window.model.toast?.undo == nil && !once.isEnabled)
    }

    @Test("A process that only shows the alarms says of sync what the one that rings does")
    func syncElsewhere() throws {
        let window = try Window()
        #expect(window.home.sync == SyncPicture(state: .elsewhere))
        var answer = DaemonAnswer()
        window.home.daemon = .running(answer)
        #expect(window.home.sync == SyncPicture(state: .elsewhere))
        let date = window.home.now
        for state in [SyncStanding.State.upToDate, .syncing, .waiting, .signedOut, .needsAttention] {
            answer.sync = SyncStanding(state: state, pending: 3, problem: nil, lastSuccess: date)
            window.home.daemon = .running(answer)
            let shown = window.home.sync
            #expect(shown.state.rawValue == state.rawValue && shown.pending == 3 && shown.lastSuccess == date)
        }
        for problem in SyncPicture.Problem.allCases {
            answer.sync = SyncStanding(
                state: .needsAttention,
                pending: 3,
                problem: "words",
                lastSuccess: date,
                problemKind: problem.rawValue
            )
            // As it comes over the socket.
            window.home.daemon = .running(try DaemonWire.message(DaemonAnswer.self, DaemonWire.line(answer)))
            #expect(window.home.sync.problem == problem && window.home.sync.state == .needsAttention)
        }
        // A newer daemon may know of more, and an older one of none.
        for kind in ["somethingNew", nil] {
            answer.sync?.problemKind = kind
            window.home.daemon = .running(answer)
            #expect(window.home.sync.problem == nil && window.home.sync.state == .needsAttention)
        }
    }

    @Test("Why a step of sync that was asked for does not work is said")
    func syncFails() async throws {
        let window = try Window()
        window.model.sync(.exchange)
        #expect(window.model.isSyncing)
        try await until { !window.model.isSyncing }
        #expect(window.model.problem as? CommandProblem == .daemonNotRunning)
    }

    @Test("The old app's alarms are taken over from the window")
    func oldApp() async throws {
        let window = try Window()
        let good: [String: Any] = [
            "id": UUID().uuidString, "time": 0, "label": "old", "isEnabled": true, "repeatDays": [2],
            "sound": "默认", "snoozeEnabled": true, "vibrationEnabled": true,
        ]
        let list = try JSONSerialization.data(withJSONObject: [good, ["label": "broken"]])
        let file = try PropertyListSerialization.data(
            fromPropertyList: ["SavedAlarms": list],
            format: .binary,
            options: 0
        )
        try file.write(to: window.home.folders.legacyDefaults)
        await window.home.waitUntilIdle()
        #expect(window.home.legacy.waits)
        window.model.takeOver()
        try await until { window.model.toast != nil }
        #expect(window.model.toast?.said == .takenOver(1, rejected: 1))
        await window.home.waitUntilIdle()
        #expect(!window.home.legacy.waits && window.home.legacy.taken == 1 && window.home.legacy.rejected == 1)
        #expect(try window.alarms.map(\.label) == ["old"])
    }
}

extension Window {
    func template(_ name: String) throws -> AlarmTemplate? {
        try home.container.mainContext.fetch(FetchDescriptor<AlarmTemplate>()).first { $0.name == name }
    }
}
