import Foundation
import SwiftData
import Synchronization
import Testing

@testable import AlarmClockCore

/// A timer whose events the test sends.
final class VirtualTimer: WakeTimer {
    let events: AsyncStream<WakeEvent>
    let continuation: AsyncStream<WakeEvent>.Continuation
    let armed = Mutex<Date?>(nil)

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    func arm(_ date: Date?) { armed.withLock { $0 = date } }
    func close() { continuation.finish() }
}

/// A bell that writes down what it was to do.
final class SilentBell: Bell {
    let (done, continuation) = AsyncStream<RingAction>.makeStream()

    func perform(_ action: RingAction) async {
        switch action {
        case .begin, .end, .missed: continuation.yield(action)
        case .remember, .turnOff, .tellOthers: break
        }
    }
}

@Suite("The scheduler")
struct AlarmSchedulerTests {
    private final class Clock: Sendable {
        let now: Mutex<Date>
        let zone = Mutex("Europe/Berlin")
        let notes = Mutex<[String]>([])

        init(_ now: Date) { self.now = Mutex(now) }

        var surroundings: AlarmScheduler.Surroundings {
            let database = ZoneDatabase()
            return AlarmScheduler.Surroundings(
                now: { self.now.withLock { $0 } },
                clocks: { ClockReading(wall: self.now.withLock { $0 }, sinceBoot: 0, awake: 0) },
                plan: {
                    let zone = try? database.zone(self.zone.withLock { $0 })
                    return FiringPlan(deviceZone: zone ?? .gmt, database: database)
                },
                note: { event in self.notes.withLock { $0.append(event.name) } }
            )
        }
    }

    @Test("From the store to the bell and back: rings, is stopped, is remembered; a new alarm is heard of at once")
    func roundTrip() async throws {
        let store = try AlarmStore.inMemory()
        let clock = Clock(try #require(ISO8601DateFormatter().date(from: "2026-11-22T05:59:00Z")))
        let context = ModelContext(store.container)
        let manager = AlarmManager(modelContext: context, now: { clock.now.withLock { $0 } })
        let alarm = Alarm(time: try #require(ClockTime("07:00")).date, label: "tea")
        alarm.updatedAt = clock.now.withLock { $0 }
        try manager.addAlarm(alarm)
        let (timer, bell) = (VirtualTimer(), SilentBell())
        let scheduler = AlarmScheduler(
            keeper: StoredRings(modelContainer: store.container),
            bell: bell,
            timer: timer,
            surroundings: clock.surroundings
        )
        let run = Task { await scheduler.run() }
        var actions = bell.done.makeAsyncIterator()
        await scheduler.reload()
        let due = try #require(timer.armed.withLock { $0 })
        #expect(due == (try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))))
        clock.now.withLock { $0 = due }
        timer.continuation.yield(.due)
        guard case .begin(let ring) = await actions.next() else {
            Issue.record("it does not ring")
            return
        }
        #expect(ring.alarm.label == "tea" && ring.occurrence == due && ring.canSnooze)
        let put = try await scheduler.snooze(nil, minutes: 5)
        #expect(put.map(\.snoozedUntil) == [due + 300])
        #expect(await actions.next() == .end(alarmID: alarm.id, .snoozed(until: due + 300)))
        #expect(timer.armed.withLock { $0 } == due + 300)
        clock.now.withLock { $0 = due + 300 }
        timer.continuation.yield(.due)
        guard case .begin(let second) = await actions.next() else {
            Issue.record("it does not ring again")
            return
        }
        #expect(second.snoozeCount == 1)
        #expect(await scheduler.stop(nil) == [alarm.id])
        let fresh = ModelContext(store.container)
        let stored = try #require(try fresh.fetch(AlarmQueries.alarm(alarm.id)).first)
        #expect(!stored.isEnabled && stored.skipNextUntil == due)
        let state = try #require(try fresh.fetch(AlarmQueries.ringState(alarm.id)).first)
        #expect(state.lastFiredAt == due && state.occurrence == nil && state.snoozeCount == 0)
        await #expect(throws: RingMachine.SnoozeRefusal.nothingRings) { try await scheduler.snooze(nil, minutes: nil) }
        // Another zone, of which only the timer hears.
        let later = Alarm(time: try #require(ClockTime("09:00")).date, label: "coffee")
        later.updatedAt = clock.now.withLock { $0 }
        try manager.addAlarm(later)
        await scheduler.reload()
        #expect(await scheduler.status.next?.date == due + 7_200)
        clock.zone.withLock { $0 = "Europe/London" }
        timer.continuation.yield(.clockChanged)
        timer.close()
        await run.value
        #expect(await scheduler.status.next?.date == due + 10_800)
    }

    @Test(
        "The system's timer: a moment comes, never early; what is past comes at once; nothing comes when it is closed"
    )
    func systemTimer() async throws {
        let timer = try SystemWakeTimer()
        let due = Date() + 0.2
        timer.arm(due)
        var events = timer.events.makeAsyncIterator()
        #expect(await events.next() == .due)
        // How late it may be is tested where nothing else runs beside it.
        #expect(Date() >= due)
        timer.arm(Date() - 5)
        #expect(await events.next() == .due)
        timer.close()
        #expect(await events.next() == nil)
    }

    @Test("The system is asked to say when somebody sets the clock, each time the timer is armed")
    func cancelOnSet() throws {
        let timer = try SystemWakeTimer()
        defer { timer.close() }
        for date in [nil, Date() + 3_600, Date() + 7_200] {
            timer.arm(date)
            // CLOCK_REALTIME; TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET.
            let state = try String(contentsOfFile: "/proc/self/fdinfo/\(timer.timer)", encoding: .utf8).split(
                separator: "\n"
            )
            #expect(state.contains("clockid: 0") && state.contains("settime flags: 03"), "\(state)")
        }
    }

    @Test("A new zone file is noticed")
    func zoneFile() async throws {
        let box = try AlarmBox()
        let folder = box.file("etc")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let timer = try SystemWakeTimer(root: box.folder.path)
        try Data("Asia/Tokyo\n".utf8).write(to: folder.appending(path: "timezone"))
        var events = timer.events.makeAsyncIterator()
        #expect(await events.next() == .clockChanged)
    }

    @Test("Clocks: going on, suspended, set forward and back")
    func clocks() {
        let start = ClockReading(wall: Date(timeIntervalSince1970: 1_000), sinceBoot: 50, awake: 40)
        func later(_ wall: Double, _ boot: Double, _ awake: Double) -> ClockReading.Change? {
            ClockReading(wall: start.wall + wall, sinceBoot: 50 + boot, awake: 40 + awake).change(since: start)
        }
        #expect(later(60, 60, 60) == nil)
        #expect(later(60.2, 60, 60) == nil)
        #expect(later(3_600, 3_600, 10) == ClockReading.Change(suspended: 3_590, set: 0))
        #expect(later(3_660, 60, 60) == ClockReading.Change(suspended: 0, set: 3_600))
        #expect(later(-3_540, 60, 60) == ClockReading.Change(suspended: 0, set: -3_600))
    }
}
