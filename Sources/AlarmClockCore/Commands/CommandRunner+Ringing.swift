import AppCommons
import Foundation

extension CommandRunner {
    func snooze(_ minutes: Int?, _ id: String?) throws {
        if let minutes, !RingMachine.snoozeMinutes.contains(minutes) {
            throw CommandProblem.snoozeRange(String(minutes))
        }
        let answer = try ask(.snooze(try ringingID(id), minutes: minutes))
        for alarm in answer.alarms {
            try say(phrases.text(.snoozedUntil, alarm.snoozedUntil.map(moment) ?? "", alarm.label.onOneLine))
        }
    }

    func stop(_ id: String?) throws {
        for alarm in try ask(.stop(try ringingID(id))).alarms {
            try say(phrases.text(.stopped, moment(alarm.occurrence), alarm.label.onOneLine))
        }
    }

    private func ringingID(_ text: String?) throws -> UUID? {
        try text.map { try Self.alarm($0, among: manager(reading()).alarms()).id }
    }

    private func ask(_ request: DaemonRequest) throws -> DaemonAnswer {
        let answer: DaemonAnswer
        do {
            answer = try daemon.ask(request)
        } catch .notRunning {
            throw CommandProblem.daemonNotRunning
        } catch .noAnswer(let reason) {
            throw CommandProblem.daemonNoAnswer(reason)
        }
        switch answer.refusal {
        case nil: return answer
        case .nothingRings: throw CommandProblem.nothingRings
        case .snoozeNotAllowed: throw CommandProblem.snoozeNotAllowed
        case .tooOften: throw CommandProblem.tooOften
        case .minutes: throw CommandProblem.snoozeRange("")
        case .badRequest: throw CommandProblem.daemonNoAnswer("bad request")
        }
    }

    /// Rings until the process is asked to end.
    func runDaemon() async throws {
        let daemon: AlarmDaemon
        do {
            takeOver(into: try AlarmStore.open(folders))
            daemon = try AlarmDaemon(folders, in: surroundings)
        } catch AlarmDaemon.Failure.runsAlready {
            throw CommandProblem.runsAlready
        }
        let signals = EndSignals { daemon.close() }
        defer { signals.end() }
        let (output, text) = (UncheckedOutput(output), phrases.text(.daemonRuns))
        try await daemon.run {
            output.say(text)
        }
    }

    func testSound(_ name: String?, volume: Int?) async throws -> ExitStatus {
        let name = name ?? Tone.standard.rawValue
        try AlarmRules.check(chosenSound: name)
        let tone = Tone(name) ?? .standard
        guard let program = SoundPlayer.program(variables: surroundings.variables) else {
            throw CommandProblem.noPlayer
        }
        let player = SoundPlayer(
            folder: folders.cache,
            variables: surroundings.variables,
            makeID: surroundings.makeID,
            failed: { _ in }
        )
        let percent = Double(min(max(volume ?? 100, 0), 100)) / 100
        let status = try await player.playOnce(tone, volume: percent)
        guard status == 0 else {
            note(phrases.text(.soundFailed, program, status.map(String.init) ?? "?"))
            return .failed
        }
        try say(phrases.text(.soundPlayed, tone.rawValue, program))
        return .done
    }
}

/// Says one line from another thread, before anything else is said.
private final class UncheckedOutput: @unchecked Sendable {
    private let output: any CommandOutput

    init(_ output: any CommandOutput) { self.output = output }

    func say(_ text: String) {
        // A daemon whose output is closed rings all the same.
        try? output.write(text + "\n")
        try? output.flush()
    }
}
