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
        case .begin, .end, .missed, .takeBack: continuation.yield(action)
        case .remember, .turnOff, .tellOthers, .unheard: break
        }
    }
}

@Suite("The scheduler")
struct AlarmSchedulerTests {
    private final class Clock: Sendable {
        let now: Mutex<Date>
        /// How long the machine has been awake, and how long it slept.
        let spent = Mutex((awake: 1_000.0, asleep: 0.0))
        let zone = Mutex("Europe/Berlin")
        let notes = Mutex<[OperationLog.Event]>([])

        init(_ now: Date) { self.now = Mutex(now) }

        private var reading: ClockReading {
            let spent = spent.withLock { $0 }
            let wall = now.withLock { $0 }
            return ClockReading(wall: wall, sinceBoot: spent.awake + spent.asleep, awake: spent.awake)
        }

        /// The machine is awake, and asleep, for so long.
        func pass(awake: TimeInterval = 0, asleep: TimeInterval = 0) {
            spent.withLock { $0 = ($0.awake + awake, $0.asleep + asleep) }
            now.withLock { $0 += awake + asleep }
        }

        var surroundings: AlarmScheduler.Surroundings {
            let database = ZoneDatabase.fixtures
            return AlarmScheduler.Surroundings(
                now: { self.now.withLock { $0 } },
                clocks: { self.reading },
                plan: {
                    let zone = try? database.zone(self.zone.withLock { $0 })
                    return FiringPlan(deviceZone: zone ?? .gmt, database: database)
                },
                note: { event in self.notes.withLock { $0.append(event) } }
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
        clock.pass(awake: 300)
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
        "A machine that was suspended over the time rings when it wakes, or says that it was missed",
        arguments: [(14.0, "begin"), (16.0, "missed")]
    )
    func suspended(_ minutes: Double, _ expected: String) async throws {
        let store = try AlarmStore.inMemory()
        let start = try #require(ISO8601DateFormatter().date(from: "2026-11-22T05:54:00Z"))
        let clock = Clock(start)
        let manager = AlarmManager(modelContext: ModelContext(store.container), now: { start })
        let alarm = Alarm(time: try #require(ClockTime("07:00")).date, label: "tea")
        alarm.updatedAt = start
        try manager.addAlarm(alarm)
        let (timer, bell) = (VirtualTimer(), SilentBell())
        let rings = StoredRings(modelContainer: store.container)
        let scheduler = AlarmScheduler(keeper: rings, bell: bell, timer: timer, surroundings: clock.surroundings)
        let run = Task { await scheduler.run() }
        await scheduler.reload()
        clock.pass(awake: 60)
        clock.pass(asleep: minutes * 60)
        // The system's timer goes off when the machine wakes.
        timer.continuation.yield(.due)
        var actions = bell.done.makeAsyncIterator()
        let due = start + 360
        switch await actions.next() {
        case .begin(let ring): #expect(expected == "begin" && ring.occurrence == due)
        case .missed(let missed, let occurrence):
            #expect(expected == "missed" && missed.label == "tea" && occurrence == due)
        default: Issue.record("neither rung nor missed")
        }
        timer.close()
        await run.value
        #expect(clock.notes.withLock { $0 } == [.clockChanged(suspended: minutes * 60, set: 0)])
        #expect(try await rings.untold().map(\.occurrence) == (expected == "missed" ? [due] : []))
    }

    @Test("Set anew in the store while it rings or is put off, an alarm that rings once rings as it is set then")
    func setAnew() async throws {
        let store = try AlarmStore.inMemory()
        let due = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))
        let clock = Clock(due - 60)
        let manager = AlarmManager(modelContext: ModelContext(store.container), now: { clock.now.withLock { $0 } })
        let alarm = Alarm(time: try #require(ClockTime("07:00")).date, label: "tea")
        alarm.updatedAt = due - 60
        try manager.addAlarm(alarm)
        let (id, timer, bell) = (alarm.id, VirtualTimer(), SilentBell())
        let rings = StoredRings(modelContainer: store.container)
        let scheduler = AlarmScheduler(keeper: rings, bell: bell, timer: timer, surroundings: clock.surroundings)
        let run = Task { await scheduler.run() }
        var actions = bell.done.makeAsyncIterator()
        await scheduler.reload()
        func begun(_ occurrence: Date) async {
            clock.pass(awake: occurrence.timeIntervalSince(clock.now.withLock { $0 }))
            timer.continuation.yield(.due)
            guard case .begin(let ring)? = await actions.next() else {
                Issue.record("it does not ring")
                return
            }
            #expect(ring.occurrence == occurrence)
        }
        await begun(due)
        _ = try await scheduler.snooze(id, minutes: 60)
        #expect(await actions.next() == .end(alarmID: id, .snoozed(until: due + 3_600)))
        clock.pass(awake: 120)
        alarm.time = try #require(ClockTime("07:30")).date
        try manager.updateAlarm(alarm)
        await scheduler.reload()
        #expect(await scheduler.status.snoozed.isEmpty)
        await begun(due + 1_800)
        // It is turned on while it rings, and nobody stops it.
        clock.pass(awake: 60)
        try manager.toggleAlarm(alarm, enabled: true)
        await scheduler.reload()
        clock.pass(awake: 540)
        timer.continuation.yield(.due)
        #expect(await actions.next() == .end(alarmID: id, .silenced))
        // After the reload everything before has been kept.
        await scheduler.reload()
        let stored = try #require(try ModelContext(store.container).fetch(AlarmQueries.alarm(id)).first)
        #expect(stored.isEnabled && stored.skipNextUntil == nil)
        #expect(await scheduler.status.next?.date == due + 88_200)
        timer.close()
        await run.value
    }

    @Test("What was missed only by a clock that ran ahead is on again in the store, is not told, and rings at its time")
    func takenBack() async throws {
        let store = try AlarmStore.inMemory()
        let due = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:30:00Z"))
        let clock = Clock(due + 2_400)
        let context = ModelContext(store.container)
        let alarm = Alarm(time: try #require(ClockTime("07:30")).date, label: "tea")
        alarm.updatedAt = due - 36_000
        try AlarmManager(modelContext: context).addAlarm(alarm)
        let (id, timer, bell) = (alarm.id, VirtualTimer(), SilentBell())
        let rings = StoredRings(modelContainer: store.container)
        let scheduler = AlarmScheduler(keeper: rings, bell: bell, timer: timer, surroundings: clock.surroundings)
        let run = Task { await scheduler.run() }
        var actions = bell.done.makeAsyncIterator()
        guard case .missed? = await actions.next() else {
            Issue.record("it is not missed")
            return
        }
        func stored() throws -> Alarm? { try ModelContext(store.container).fetch(AlarmQueries.alarm(id)).first }
        #expect(try stored()?.isEnabled == false)
        #expect(try await rings.untold().count == 1)
        // A process that begins now would know as much.
        #expect(try await rings.load().memories.map(\.wasOnlyMissed) == [true])
        clock.now.withLock { $0 = due - 4_800 }
        timer.continuation.yield(.clockChanged)
        #expect(await actions.next() == .takeBack(alarmID: id, occurrence: due, skipUntil: nil))
        let alarmNow = try #require(try stored())
        #expect(alarmNow.isEnabled && alarmNow.skipNextUntil == nil && alarmNow.updatedAt == due - 36_000)
        #expect(try await rings.untold().isEmpty)
        #expect(await scheduler.status.next?.date == due)
        clock.pass(awake: 4_800)
        timer.continuation.yield(.due)
        guard case .begin(let ring)? = await actions.next() else {
            Issue.record("it does not ring")
            return
        }
        #expect(ring.occurrence == due)
        #expect(try await rings.load().memories.map(\.wasOnlyMissed) == [false])
        timer.close()
        await run.value
    }

    @Test("A snooze lasts as long as it was to where a change of the alarms is heard of before that of the clock")
    func clockSetUnheard() async throws {
        let store = try AlarmStore.inMemory()
        let due = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))
        let clock = Clock(due)
        let alarm = Alarm(time: try #require(ClockTime("07:00")).date, label: "tea")
        alarm.updatedAt = due - 3_600
        try AlarmManager(modelContext: ModelContext(store.container)).addAlarm(alarm)
        let (id, timer, bell) = (alarm.id, VirtualTimer(), SilentBell())
        let rings = StoredRings(modelContainer: store.container)
        let scheduler = AlarmScheduler(keeper: rings, bell: bell, timer: timer, surroundings: clock.surroundings)
        #expect(await scheduler.reload())
        _ = try await scheduler.snooze(id, minutes: 9)
        clock.pass(awake: 60)
        clock.now.withLock { $0 += 1_800 }
        #expect(await scheduler.reload())
        let end = due + 540 + 1_800
        #expect(await scheduler.status.snoozed.map(\.snoozedUntil) == [end])
        #expect(try await rings.load().memories.map(\.snoozedUntil) == [end])
        #expect(timer.armed.withLock { $0 } == end)
        #expect(clock.notes.withLock { $0 } == [.clockChanged(suspended: 0, set: 1_800)])
    }

    /// A timer that tells what it waits for, each time when that is another.
    private final class TellingTimer: WakeTimer {
        let (events, event) = AsyncStream<WakeEvent>.makeStream()
        let (armed, arming) = AsyncStream<Date?>.makeStream()
        private let last = Mutex<Date?>(nil)

        func arm(_ date: Date?) {
            let isNew = last.withLock { last in
                defer { last = date }
                return last != date
            }
            if isNew { arming.yield(date) }
        }

        func close() { event.finish() }
    }

    /// A store that cannot be read for some time.
    private struct DeafKeeper: RingKeeper {
        struct Failure: Error {}

        let keeper: StoredRings
        let isDeaf: @Sendable () -> Bool

        func load() async throws -> (alarms: [RingingAlarm], memories: [RingMemory]) {
            if isDeaf() { throw Failure() }
            return try await keeper.load()
        }

        func save(_ actions: [RingAction]) async throws { try await keeper.save(actions) }
    }

    @Test("Alarms that cannot be read are read again after a second, then after ever longer, up to a minute")
    func retried() async throws {
        let store = try AlarmStore.inMemory()
        let start = try #require(ISO8601DateFormatter().date(from: "2026-11-22T05:00:00Z"))
        let clock = Clock(start)
        let alarm = Alarm(time: try #require(ClockTime("07:00")).date, label: "tea")
        alarm.updatedAt = start - 60
        try AlarmManager(modelContext: ModelContext(store.container)).addAlarm(alarm)
        let (timer, isDeaf) = (TellingTimer(), Flag(true))
        let keeper = DeafKeeper(keeper: StoredRings(modelContainer: store.container)) { isDeaf.value }
        let scheduler = AlarmScheduler(
            keeper: keeper,
            bell: SilentBell(),
            timer: timer,
            surroundings: clock.surroundings
        )
        let run = Task { await scheduler.run() }
        var armed = timer.armed.makeAsyncIterator()
        for pause in [1.0, 2, 4, 8, 16, 32, 60, 60] {
            let date = await armed.next() ?? nil
            #expect(date == clock.now.withLock { $0 } + pause)
            clock.pass(awake: pause)
            if pause == 60 { isDeaf.value = clock.now.withLock { $0 } < start + 183 }
            timer.event.yield(.due)
        }
        let due = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))
        let found = await armed.next() ?? nil
        #expect(found == due)
        #expect(clock.notes.withLock { $0 } == [.fetchFailed("Failure()")])
        // Somebody asks while it fails again: that is said, and begins with a second.
        isDeaf.value = true
        #expect(await scheduler.reload() == false)
        let again = await armed.next() ?? nil
        #expect(again == clock.now.withLock { $0 } + 1)
        // What was known rings on.
        #expect(await scheduler.status.next?.date == due)
        timer.close()
        await run.value
    }

    /// Something that is so or not, for closures that run anywhere.
    private final class Flag: Sendable {
        private let flag: Mutex<Bool>
        init(_ value: Bool) { flag = Mutex(value) }
        var value: Bool {
            get { flag.withLock { $0 } }
            set { flag.withLock { $0 = newValue } }
        }
    }

    /// A store that another program keeps locked from the moment on at which something is to be kept.
    private struct LockedKeeper: RingKeeper {
        let keeper: StoredRings
        /// Asked for before anything but the beginning of a ring is kept.
        let isFree: @Sendable () async -> Void

        func load() async throws -> (alarms: [RingingAlarm], memories: [RingMemory]) { try await keeper.load() }

        func save(_ actions: [RingAction]) async throws {
            if actions.contains(where: \.isEnd) { await isFree() }
            try await keeper.save(actions)
        }
    }

    @Test("Who stops or puts off an alarm does not wait for a locked store", arguments: [true, false])
    func silentFirst(_ stops: Bool) async throws {
        let store = try AlarmStore.inMemory()
        let now = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))
        let clock = Clock(now)
        let manager = AlarmManager(modelContext: ModelContext(store.container), now: { now })
        let alarm = Alarm(time: try #require(ClockTime("07:00")).date, label: "tea")
        alarm.updatedAt = now - 3_600
        try manager.addAlarm(alarm)
        let id = alarm.id
        let (timer, bell) = (VirtualTimer(), SilentBell())
        let (frees, free) = AsyncStream<Void>.makeStream()
        let keeper = LockedKeeper(keeper: StoredRings(modelContainer: store.container)) {
            for await _ in frees { return }
        }
        let scheduler = AlarmScheduler(keeper: keeper, bell: bell, timer: timer, surroundings: clock.surroundings)
        let run = Task { await scheduler.run() }
        var actions = bell.done.makeAsyncIterator()
        guard case .begin? = await actions.next() else {
            Issue.record("it does not ring")
            return
        }
        let press = Task {
            if stops { _ = await scheduler.stop(id) } else { _ = try? await scheduler.snooze(id, minutes: 5) }
        }
        // The store is free only after this.
        let end = await actions.next()
        #expect(end == .end(alarmID: id, stops ? .stopped : .snoozed(until: now + 300)))
        free.yield()
        await press.value
        timer.close()
        await run.value
        let state = try #require(try ModelContext(store.container).fetch(AlarmQueries.ringState(id)).first)
        #expect(state.snoozedUntil == (stops ? nil : now + 300))
    }

    @Test("When somebody sets the clock, the timer says so, and waits for the moment as before")
    func cancelled() async throws {
        // Nobody but the owner of the system may set its clock: the test says at the first reading what the kernel would.
        let readings = Mutex(0)
        let timer = try SystemWakeTimer { count in
            readings.withLock { number in
                number += 1
                return number == 1 ? -1 : count
            }
        }
        defer { timer.close() }
        timer.arm(Date() - 5)
        var events = timer.events.makeAsyncIterator()
        #expect(await events.next() == .clockChanged)
        #expect(await events.next() == .due)
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
