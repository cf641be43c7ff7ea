import AppCommons
import Foundation
import SwiftData
import Synchronization
import TestSupport

@testable import AlarmClockCore
@testable import AlarmClockUI

/// A window over a store of its own, with a clock that only the test moves.
@MainActor
final class Window {
    let folder: URL
    let home: AlarmClockHome
    let model: AlarmClockModel
    /// Waits that the model asked for: a test ends them.
    let waits = Waits()

    /// Waits that last until a test says otherwise.
    final class Waits: Sendable {
        private let open = Mutex<[CheckedContinuation<Void, Never>]>([])

        func wait() async {
            await withCheckedContinuation { continuation in open.withLock { $0.append(continuation) } }
        }

        /// Ends all waits.
        func end() {
            let ended = open.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for wait in ended { wait.resume() }
        }
    }

    /// The time of a window, for closures that run anywhere.
    final class Time: Sendable {
        /// Sunday, 2026-11-22, 10:09 in Taipei.
        let now = Mutex(Date(timeIntervalSince1970: 1_795_313_340))

        func advance(_ seconds: TimeInterval) { now.withLock { $0 += seconds } }
    }

    let time = Time()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "alarmclock-ui-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (time, path, waits) = (time, folder.path, waits)
        let surroundings = Surroundings(
            now: { time.now.withLock { $0 } },
            clocks: { ClockReading.live(time.now.withLock { $0 }) },
            makeID: { UUID() },
            variables: ["TZ": "Asia/Taipei", "TZDIR": ZoneFiles.folder, "PATH": "/nowhere"],
            homeFolder: path,
            workingFolder: path,
            programPath: "/nowhere/alarmclock"
        )
        let folders = AlarmFolders(store: "data", in: surroundings)
        home = try AlarmClockHome(AlarmStore.open(folders), folders, in: surroundings)
        model = AlarmClockModel(home) { _ in await waits.wait() }
    }

    deinit {
        waits.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Adds an alarm as the editor does.
    @discardableResult
    func add(_ time: String, _ days: String = "once", label: String) throws -> Alarm {
        model.addAlarm()
        guard var draft = model.editor, let time = ClockTime(time), let days = WeekdaySet(days) else {
            throw AlarmClockError.constraintViolation(.time(time))
        }
        (draft.record.time, draft.record.days, draft.record.label) = (time, days, label)
        try model.save(draft)
        model.editor = nil
        guard let alarm = try alarms.first(where: { $0.label == label }) else {
            throw AlarmClockError.constraintViolation(.tooManyAlarms(limit: 0))
        }
        return alarm
    }

    /// The alarms as another context reads them from the store.
    var alarms: [Alarm] {
        get throws { try AlarmManager(modelContext: home.container.mainContext).alarms() }
    }

    var lines: [String] {
        get throws {
            let manager = AlarmManager(modelContext: ModelContext(home.container))
            return try manager.alarms().map { alarm in
                let rule = AlarmRule(alarm)
                return "\(rule.isEnabled ? "x" : "-") \(rule.time.text) \(rule.days.text) \(alarm.label)"
            }
        }
    }
}
