import AppCommons
import Foundation
import SwiftData
import Synchronization
import TestSupport

@testable import AlarmClockCore

/// The command in this process, at a time and in a zone of the test's choice; what it says is kept.
final class SpokenCommand: Sendable {
    /// What a command answered.
    struct Answer {
        let status: ExitStatus
        let out: String
        let messages: [String]
    }

    private final class Output: CommandOutput {
        var isTerminal: Bool { false }
        var text = ""
        var messages: [String] = []

        func write(_ text: String) throws { self.text += text }
        func flush() throws {}
        func note(_ line: String) { messages.append(line) }
    }

    let box: AlarmBox
    private let time: Mutex<Date>
    private let zone: String

    init(at text: String, in zone: String) throws {
        box = try AlarmBox()
        self.zone = zone
        time = Mutex(try Date(text, strategy: .iso8601))
    }

    var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    var surroundings: Surroundings {
        Surroundings(
            now: { [self] in now },
            clocks: { [self] in ClockReading(wall: now, sinceBoot: 0, awake: 0) },
            makeID: { UUID() },
            variables: ["PATH": "/nowhere", "TZ": zone, "TZDIR": ZoneFiles.folder],
            homeFolder: box.folder.path,
            workingFolder: box.folder.path,
            programPath: "/nowhere/alarmclock"
        )
    }

    /// Runs it, with more variables than it has.
    func run(
        _ request: CommandRequest,
        extra: [String: String] = [:],
        lingering: Lingering = Lingering()
    ) async -> Answer {
        let output = Output()
        var surroundings = surroundings
        surroundings.variables.merge(extra) { $1 }
        let runner = CommandRunner(output: output, surroundings: surroundings, store: "data", lingering: lingering)
        let status = await runner.run(request)
        return Answer(status: status, out: output.text, messages: output.messages)
    }

    /// All alarms, as another context reads them, and when each rings next.
    func alarms() throws -> [(alarm: Alarm, next: Date?)] {
        let database = ZoneDatabase.fixtures
        let plan = FiringPlan(deviceZone: try database.zone(zone), database: database)
        let manager = AlarmManager(modelContext: ModelContext(try box.open().container), now: { [self] in now })
        return try manager.alarms().map { ($0, manager.nextFire(of: $0, plan: plan)) }
    }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: box.file(name)) }

    func text(of name: String) throws -> String { try String(contentsOf: box.file(name), encoding: .utf8) }
}
