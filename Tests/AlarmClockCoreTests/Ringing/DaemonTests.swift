import Foundation
import SwiftData
import TestSupport
import Testing

@testable import AlarmClockCore

/// The daemon over its socket, in a process where nothing can be heard.
@Suite("The daemon and its socket")
struct DaemonTests {
    /// The daemon of a test shares the threads of all tests: on a busy machine they are late.
    private static let patience = 120

    private func surroundings(_ box: AlarmBox) -> Surroundings {
        Surroundings(
            now: { Date() },
            clocks: { ClockReading.live(Date()) },
            makeID: { UUID() },
            variables: ["PATH": "/nowhere", "TZ": "Europe/Berlin", "TZDIR": ZoneFiles.folder],
            homeFolder: box.folder.path,
            workingFolder: box.folder.path,
            programPath: "/nowhere/alarmclock"
        )
    }

    @Test("Status, a change that wakes it, snooze, stop, watching; a second daemon is refused; wrong words are")
    func conversation() async throws {
        let box = try AlarmBox()
        let link = DaemonLink(socket: box.folders.socket, patience: Self.patience)
        await #expect(throws: DaemonLink.Failure.notRunning) { try await link.answer(to: .status).get() }
        let store = try box.open()
        let context = ModelContext(store.container)
        let alarm = Alarm(time: ClockTime(minutes: 0).date, label: "tea")
        alarm.updatedAt = Date() - 3_600
        context.insert(alarm)
        try context.save()
        // It rings as it did when the process before this one ended.
        var memory = RingMemory(alarmID: alarm.id)
        (memory.occurrence, memory.lastFiredAt, memory.ringingSince) = (Date() - 60, Date() - 60, Date() - 60)
        memory.snoozeCount = 3
        try await StoredRings(modelContainer: store.container).save([.remember(memory)])
        let daemon = try AlarmDaemon(box.folders, in: surroundings(box))
        #expect(throws: AlarmDaemon.Failure.runsAlready) { try AlarmDaemon(box.folders, in: surroundings(box)) }
        let (ready, signal) = AsyncStream<Void>.makeStream()
        let run = Task { try await daemon.run { signal.finish() } }
        for await _ in ready {}
        let ringing = try await link.answer(to: .reload).get().alarms
        #expect(ringing.map(\.label) == ["tea"] && ringing.first?.snoozedUntil == nil)
        #expect(ringing.first?.snoozeCount == 3)
        let news = try link.changes()
        // How sync stands is told too.
        for await answer in news where answer.alarms.map(\.id) == [alarm.id] { break }
        #expect(try await link.answer(to: .snooze(nil, minutes: 0)).get().refusal == .minutes)
        let snoozed = try await link.answer(to: .snooze(alarm.id, minutes: 5)).get().alarms
        let until = try #require(snoozed.first?.snoozedUntil)
        #expect(abs(until.timeIntervalSinceNow - 300) < 60)
        // It is also told that nothing can be heard here.
        for await answer in news where answer.alarms.first?.snoozedUntil != nil {
            #expect(answer.alarms.map(\.id) == [alarm.id])
            break
        }
        #expect(try await link.answer(to: .stop(nil)).get().alarms.map(\.id) == [alarm.id])
        #expect(try await link.answer(to: .stop(nil)).get().refusal == .nothingRings)
        #expect(try await link.answer(to: .snooze(nil, minutes: nil)).get().refusal == .nothingRings)
        let stored = try #require(try ModelContext(box.open().container).fetch(AlarmQueries.list).first)
        #expect(!stored.isEnabled && stored.skipNextUntil != nil)
        for bytes in [Array("nonsense\n".utf8), [UInt8](repeating: 65, count: DaemonWire.maximumBytes + 10)] {
            let descriptor = try LocalSocket.connect(to: box.folders.socket.path)
            _ = LocalSocket.send(bytes, to: descriptor)
            let line = LocalSocket.readLine(from: descriptor)
            let answer = try line.map { try DaemonWire.message(DaemonAnswer.self, $0) }
            #expect(answer == nil || answer?.refusal == .badRequest)
            close(descriptor)
        }
        #expect(try await link.answer(to: .status).get().alarms.isEmpty)
        daemon.close()
        try await run.value
        await #expect(throws: DaemonLink.Failure.notRunning) { try await link.answer(to: .status).get() }
    }

    @Test(
        "An answer fits on its line, whatever alarms are called",
        arguments: [
            String(repeating: "👨‍👩‍👧‍👦", count: 256), "a" + String(repeating: "\u{301}", count: 50_000),
            String(repeating: "\u{1}", count: 768), "茶",
        ]
    )
    func longLabels(_ label: String) throws {
        var answer = DaemonAnswer()
        answer.alarms = (0..<200).map { number in
            let date = Date(timeIntervalSince1970: 1_795_330_800 + Double(number))
            return DaemonAnswer.Ringing(
                id: UUID(),
                label: label,
                occurrence: date,
                snoozedUntil: date + 0.123_456,
                canSnooze: true,
                snoozeCount: 10
            )
        }
        answer.silence = label
        answer.nextDate = Date(timeIntervalSince1970: 1_795_330_800)
        let line = try DaemonWire.line(fitting: answer)
        #expect(line.count <= DaemonWire.maximumBytes && line.last == UInt8(ascii: "\n"))
        let read = try DaemonWire.message(DaemonAnswer.self, line)
        #expect(read.nextDate == answer.nextDate && (8...DaemonWire.maximumAlarms).contains(read.alarms.count))
        #expect(read.alarms.map(\.id) == answer.alarms.prefix(read.alarms.count).map(\.id))
        let told = try #require(read.alarms.first?.label)
        #expect(label.hasPrefix(told) && told.utf8.count <= DaemonWire.maximumLabel)
        // One letter that is too long is left out whole.
        #expect(told.isEmpty == (label.count == 1 && label != "茶"))
        #expect(told == label || label.utf8.count > DaemonWire.maximumLabel)
    }

    @Test("A refusal that a newer daemon has a word for is one")
    func newerRefusal() throws {
        let line = Array(#"{"alarms":[],"refusal":"notOnSundays"}"#.utf8)
        #expect(try DaemonWire.message(DaemonAnswer.self, line).refusal == .badRequest)
        var answer = DaemonAnswer()
        answer.refusal = .alarmsNotRead
        #expect(try DaemonWire.message(DaemonAnswer.self, DaemonWire.line(answer)) == answer)
        #expect(throws: CommandProblem.self) { try Result<DaemonAnswer, DaemonLink.Failure>.success(answer).done() }
    }

    @Test("Sounds: every tone is one, gets louder, and is never too loud for its file", arguments: Tone.allCases)
    func sounds(_ tone: Tone) {
        let wave = SoundFile(tone: tone, volume: 0.5, rises: true).wave()
        let samples = wave.dropFirst(44).withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { Int(bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
        #expect(wave.prefix(4) == Data("RIFF".utf8) && samples.count == 441_000)
        let second = ToneSynthesis.rate
        let early = samples[..<(5 * second)].map(abs).max() ?? 0
        let late = samples[(15 * second)...].map(abs).max() ?? 0
        #expect(early > 20 && late > early * 2 && late <= 16_100 && late > 5_000, "\(early), \(late)")
    }
}
