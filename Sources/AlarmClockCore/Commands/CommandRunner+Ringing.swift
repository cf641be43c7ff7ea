import AppCommons
import Foundation

extension CommandRunner {
    func snooze(_ minutes: Int?, _ id: String?) throws {
        if let minutes, !RingMachine.snoozeMinutes.contains(minutes) {
            throw CommandProblem.snoozeRange(minutes)
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

    /// Puts away what is said of missed alarms: of all where none is named.
    func dismiss(_ ids: [String]) throws {
        let context = try reading()
        let alarms = try manager(context).alarms()
        let named = Set(try ids.map { try alarm($0, among: alarms).id })
        let missed = try RingNotes(of: alarms, in: context, plan, now: surroundings.now()).missed.filter {
            named.isEmpty || named.contains($0.alarmID)
        }
        guard !missed.isEmpty else { throw CommandProblem.nothingMissed }
        try saving { try MissedRing.putAway(missed, in: context) }
        for ring in missed { try say(phrases.text(.dismissed, moment(ring.occurrence), ring.label.onOneLine)) }
    }

    private func ringingID(_ text: String?) throws -> UUID? {
        try text.map { try alarm($0, among: manager(reading()).alarms()).id }
    }

    private func ask(_ request: DaemonRequest) throws -> DaemonAnswer {
        try Result { () throws(DaemonLink.Failure) in try daemon.ask(request) }.done()
    }

    func testSound(_ name: String?, volume: Int?) async throws -> ExitStatus {
        let name = name ?? Tone.standard.rawValue
        try AlarmRules.check(chosenSound: name)
        let tone = Tone(name) ?? .standard
        let player = SoundPlayer(folders, in: surroundings)
        let percent = Double(min(max(volume ?? 100, 0), 100)) / 100
        guard let (program, status) = try await player.playOnce(tone, volume: percent) else {
            throw CommandProblem.noPlayer
        }
        guard status == 0 else {
            note(phrases.text(.soundFailed, program, status.map(String.init) ?? "?"))
            return .failed
        }
        try say(phrases.text(.soundPlayed, tone.rawValue, program))
        return .done
    }
}
