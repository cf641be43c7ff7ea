import Foundation
import SwiftData
import Testing

@testable import AlarmClockCore

/// Missed alarms are told until somebody has heard of them, through a program that stands for that of a desktop.
@Suite("Missed alarms")
struct MissedReminderTests {
    private static let told = ["-a", "AlarmClock", "--", "Missed alarm: 2026-11-22 07:00", "tea"]

    /// A store with an alarm that was missed.
    private final class Bench {
        let store: AlarmStore
        let desktop = try? FakeDesktop()
        let rings: StoredRings
        let alarm: Alarm
        let occurrence: Date

        init() async throws {
            store = try AlarmStore.inMemory()
            rings = StoredRings(modelContainer: store.container)
            occurrence = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))
            let context = ModelContext(store.container)
            alarm = Alarm(time: try #require(ClockTime("07:00")).date, label: "tea")
            alarm.updatedAt = occurrence - 86_400
            context.insert(alarm)
            alarm.repeatDays = (1...7).map { AlarmRepeat(weekday: $0) }
            try context.save()
            let memory = RingMemory(alarmID: alarm.id)
            try await rings.save([.missed(RingingAlarm(alarm), occurrence: occurrence), .remember(memory)])
        }

        func context() -> ModelContext { ModelContext(store.container) }

        func unread() throws -> [MissedRing] { try MissedRing.unread(in: context()) }
    }

    @Test("It is told again until the notification service takes it, also by the next process, and then no more")
    func again() async throws {
        let bench = try await Bench()
        let desktop = try #require(bench.desktop)
        try desktop.install("notify-send", "echo no bus; exit 1")
        let first = desktop.reminder(desktop.notifier(), bench.rings)
        await first.look()
        for pause in [2.0, 4, 8] {
            let hold = await desktop.hold { $0 == pause }
            #expect(try desktop.asked("notify-send") == [Self.told])
            hold?.end()
        }
        _ = await desktop.hold { $0 == 16 }
        await first.close()
        await first.waitUntilIdle()
        _ = try desktop.asked("notify-send")
        // Of the same reason only the first time is noted.
        var notes = desktop.notes.makeAsyncIterator()
        #expect(await notes.next() == .bellFailed("notify-send: 1 no bus\n"))
        try desktop.install("notify-send", "echo another; exit 1")
        let second = desktop.reminder(desktop.notifier(), bench.rings)
        await second.look()
        let hold = await desktop.hold { $0 == 2 }
        #expect(await notes.next() == .bellFailed("notify-send: 1 another\n"))
        try desktop.install("notify-send")
        hold?.end()
        await second.waitUntilIdle()
        #expect(try desktop.asked("notify-send") == [Self.told, Self.told])
        await second.look()
        await second.waitUntilIdle()
        #expect(try desktop.asked("notify-send").isEmpty)
        // It was shown, and nobody has put it away.
        #expect(try bench.unread().map(\.isTold) == [true])
    }

    @Test("What somebody put away, stopped elsewhere, stopped later, or deleted is not spoken of any more")
    func putAway() async throws {
        for end in ["put away", "stopped elsewhere", "stopped later", "deleted"] {
            let bench = try await Bench()
            let desktop = try #require(bench.desktop)
            try desktop.install("notify-send", "exit 1")
            let reminder = desktop.reminder(desktop.notifier(), bench.rings)
            await reminder.look()
            let hold = await desktop.hold { $0 == 2 }
            let missed = try bench.unread()
            #expect(missed.map(\.label) == ["tea"] && missed.map(\.occurrence) == [bench.occurrence])
            let context = bench.context()
            let alarm = try #require(try context.fetch(AlarmQueries.list).first)
            switch end {
            case "put away": try MissedRing.putAway(missed, in: context)
            case "stopped elsewhere": alarm.skipNextUntil = bench.occurrence
            case "stopped later":
                let later = bench.occurrence + 86_400
                try await bench.rings.save([.tellOthers(alarmID: alarm.id, occurrence: later)])
            default: context.delete(alarm)
            }
            try context.save()
            #expect(try bench.unread().isEmpty, "\(end)")
            #expect(try desktop.asked("notify-send").count == 1)
            hold?.end()
            await reminder.waitUntilIdle()
            #expect(try desktop.asked("notify-send").isEmpty, "\(end)")
        }
    }

    @Test("What rang to its end unheard is kept as that, and told in words of its own until somebody has taken it")
    func unheard() async throws {
        let bench = try await Bench()
        let desktop = try #require(bench.desktop)
        let context = bench.context()
        let alarm = RingingAlarm(try #require(try context.fetch(AlarmQueries.list).first))
        try await bench.rings.save([.unheard(alarm, occurrence: bench.occurrence)])
        #expect(try bench.unread().map(\.rang) == [true])
        try desktop.install("notify-send", "exit 1")
        let reminder = desktop.reminder(desktop.notifier(), bench.rings)
        await reminder.look()
        let hold = await desktop.hold { $0 == 2 }
        #expect(try desktop.asked("notify-send").count == 1)
        try desktop.install("notify-send")
        hold?.end()
        await reminder.waitUntilIdle()
        let title = "The alarm of 2026-11-22 07:00 rang and nobody stopped it"
        #expect(try desktop.asked("notify-send") == [["-a", "AlarmClock", "--", title, "tea"]])
        #expect(try bench.unread().map(\.isTold) == [true])
        // The next time it is really missed.
        try await bench.rings.save([.missed(alarm, occurrence: bench.occurrence + 86_400)])
        #expect(try bench.unread().map(\.rang) == [false])
    }

    @Test("Of very many the latest are told one by one, and all are in the list")
    func many() async throws {
        let bench = try await Bench()
        let desktop = try #require(bench.desktop)
        try desktop.install("notify-send")
        let context = bench.context()
        for number in 1...30 {
            let alarm = Alarm(label: "alarm \(number)")
            context.insert(alarm)
            let state = RingState(alarmID: alarm.id)
            state.missedAt = bench.occurrence + Double(number * 60)
            context.insert(state)
        }
        try context.save()
        let reminder = desktop.reminder(desktop.notifier(), bench.rings)
        await reminder.look()
        await reminder.waitUntilIdle()
        let told = try desktop.asked("notify-send").compactMap(\.last)
        #expect(told == (0..<MissedReminder.maximumNotices).map { "alarm \(30 - $0)" })
        #expect(try bench.unread().count == 31 && bench.unread().allSatisfy(\.isTold))
    }

    @Test("A bell tells of it at once, in words, also where the store did not take it")
    func fromTheBell() async throws {
        let desktop = try FakeDesktop()
        let pipe = desktop.pipe("pipe")
        try desktop.install("notify-send", "echo told >'\(pipe)'")
        let occurrence = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))
        let bell = try desktop.bell(desktop.notifier()) { occurrence + 3_600 }
        let alarm = Alarm(time: try #require(ClockTime("07:00")).date, label: "tea")
        await bell.perform(.missed(RingingAlarm(alarm), occurrence: occurrence))
        #expect(await desktop.said(pipe) == "told\n")
        #expect(try desktop.asked("notify-send") == [Self.told])
    }
}
