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
        try Result { () throws(DaemonLink.Failure) in try daemon.ask(request) }.done()
    }

    func testSound(_ name: String?, volume: Int?) async throws -> ExitStatus {
        let name = name ?? Tone.standard.rawValue
        try AlarmRules.check(chosenSound: name)
        let tone = Tone(name) ?? .standard
        guard let program = SoundPlayer.program(variables: surroundings.variables) else {
            throw CommandProblem.noPlayer
        }
        let player = SoundPlayer(folders, in: surroundings)
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
