import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

import enum TestSupport.ZoneFiles

@testable import AlarmClockCore

/// What all windows of a process share: the next alarm, and the word of the daemon.
@MainActor
@Suite("Home of the alarms")
struct HomeTests {
    private nonisolated static func surroundings(_ box: AlarmBox, now: @escaping @Sendable () -> Date) -> Surroundings {
        Surroundings(
            now: now,
            clocks: { ClockReading.live(now()) },
            makeID: { UUID() },
            variables: ["PATH": "/nowhere", "TZ": "Europe/Berlin", "TZDIR": ZoneFiles.folder],
            homeFolder: box.folder.path,
            workingFolder: box.folder.path,
            programPath: "/nowhere/alarmclock"
        )
    }

    @Test("The daemon is heard when it comes, rings, is put off, is stopped and goes; nobody asks again and again")
    func daemon() async throws {
        let box = try AlarmBox()
        let live = Self.surroundings(box) { Date() }
        let store = try box.open()
        let home = try AlarmClockHome(store, box.folders, in: live)
        home.begin()
        defer { home.close() }
        await until { home.daemon == .absent }
        #expect(throws: CommandProblem.daemonNotRunning) { try Result.failure(.notRunning).done() }
        _ = try home.add(AlarmRecord(time: ClockTime(minutes: 0), days: .daily, label: "tea"))
        let id = try #require(try ModelContext(store.container).fetch(AlarmQueries.list).first).id
        var memory = RingMemory(alarmID: id)
        (memory.occurrence, memory.lastFiredAt, memory.ringingSince) = (Date() - 60, Date() - 60, Date() - 60)
        try await StoredRings(modelContainer: store.container).save([.remember(memory)])
        let daemon = try AlarmDaemon(store, box.folders, in: live)
        let run = Task { try await daemon.run() }
        await until { !home.daemon.ringing.isEmpty }
        #expect(home.daemon.ringing.map(\.label) == ["tea"])
        // There is no player here.
        await until { home.daemon.silence != nil }
        #expect(home.daemon.silence?.hasPrefix("no player: ") == true)
        try await home.snooze(id, minutes: 5)
        await until { !home.daemon.snoozed.isEmpty }
        let end = try #require(home.daemon.snoozed.first?.snoozedUntil)
        // Seconds since 1970, as the socket has them, are coarser than what the store keeps.
        await until { home.next.map { $0.date < end + 0.001 } ?? false }
        #expect(home.daemon.ringing.isEmpty)
        await #expect(throws: CommandProblem.self) { try await home.snooze(id, minutes: 0) }
        try await home.stop(id)
        await until { home.daemon.snoozed.isEmpty }
        #expect(home.daemon.silence == nil)
        let missed = RingingAlarm(
            rule: AlarmRule(id: id, time: ClockTime(minutes: 0), setAt: Date()),
            label: "",
            sound: ""
        )
        try await StoredRings(modelContainer: store.container).save([.missed(missed, occurrence: Date() - 3_600)])
        await until { home.missed.map(\.label) == ["tea"] }
        // Another window was faster: no error.
        try await home.stop(id)
        daemon.close()
        try await run.value
        await until { home.daemon == .absent }
    }

    @Test("A daemon that fell silent, and whose socket is there still, is listened to again after ever longer")
    func listensAgain() async throws {
        let box = try AlarmBox()
        let waits = Waits()
        let surroundings = Self.surroundings(box) { Date() }
        let home = try AlarmClockHome(try box.open(), box.folders, in: surroundings) { await waits.wait($0) }
        let socket = try LocalSocket.listen(at: box.folders.socket.path)
        defer { close(socket) }
        let tooLong = [UInt8](repeating: UInt8(ascii: " "), count: DaemonWire.maximumBytes + 10)
        let right = try DaemonWire.line(DaemonAnswer())
        Thread.detachNewThread {
            for line in [tooLong, [], right] {
                let connection = accept(socket, nil, nil)
                _ = LocalSocket.readLine(from: connection)
                _ = LocalSocket.send(line, to: connection)
                // Until the home ends it.
                if line == right { _ = LocalSocket.readLine(from: connection) }
                close(connection)
            }
        }
        home.watchDaemon()
        defer { home.close() }
        #expect(await waits.end() == 1)
        #expect(home.daemon == .absent)
        #expect(await waits.end() == 2)
        await until { home.daemon == .running(DaemonAnswer()) }
    }

    @Test("The next alarm follows changes of other contexts, and the minutes that pass")
    func next() async throws {
        let box = try AlarmBox()
        // 03:09 in Berlin.
        let start = Date(timeIntervalSince1970: 1_795_313_340)
        let time = Moment(start)
        let waits = Waits()
        let surroundings = Self.surroundings(box) { time.now }
        let home = try AlarmClockHome(try box.open(), box.folders, in: surroundings) { await waits.wait($0) }
        home.begin()
        defer { home.close() }
        await home.waitUntilIdle()
        #expect(home.hasLooked && home.next == nil)
        let manager = AlarmManager(modelContext: ModelContext(home.container), now: { time.now })
        let alarm = Alarm(time: try #require(ClockTime("03:10")).date, label: "tea")
        (alarm.createdAt, alarm.updatedAt) = (start, start)
        manager.setDays(.daily, of: alarm)
        try manager.addAlarm(alarm)
        await until { home.next != nil }
        #expect(home.next?.date == start + 60 && home.next?.label == "tea")
        time.now = start + 60
        #expect(await waits.end() == 60)
        await until { home.next?.date == start + 60 + 86_400 }
        #expect(home.minute == start + 60)
    }

    /// A time that a test moves.
    private final class Moment: Sendable {
        private let date: Mutex<Date>
        init(_ date: Date) { self.date = Mutex(date) }
        var now: Date {
            get { date.withLock { $0 } }
            set { date.withLock { $0 = newValue } }
        }
    }

    /// A wait that a test ends.
    private final class Waits: Sendable {
        private let asked = AsyncStream<(TimeInterval, CheckedContinuation<Void, Never>)>.makeStream()

        func wait(_ seconds: TimeInterval) async {
            await withCheckedContinuation { _ = asked.continuation.yield((seconds, $0)) }
        }

        /// Ends the next wait; answers how long it was to be.
        func end() async -> TimeInterval? {
            for await (seconds, wait) in asked.stream {
                wait.resume()
                return seconds
            }
            return nil
        }
    }
}
