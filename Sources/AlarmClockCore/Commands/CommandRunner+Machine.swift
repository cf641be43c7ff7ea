import AppCommons
import Foundation
import SwiftData

extension CommandRunner {
    // MARK: - The service

    func install() async -> ExitStatus {
        let unit = ServiceUnit(folders, in: surroundings)
        do {
            try unit.write(to: folders.serviceFile, draft: surroundings.makeID())
            try say(phrases.text(.serviceWritten, folders.serviceFile.path))
        } catch {
            return report(error)
        }
        guard let systemctl = ChildProgram.find("systemctl", variables: surroundings.variables) else {
            note(phrases.text(.serviceNotEnabled, phrases.text(.noSystemd)))
            return .failed
        }
        let name = folders.serviceFile.lastPathComponent
        // A service that runs already goes on with the old program and store until it is started anew.
        for arguments in [["daemon-reload"], ["enable", name], ["restart", name]] {
            let ended = await ChildProgram.run(systemctl, ["--user"] + arguments, variables: surroundings.variables)
            guard ended?.status == 0 else {
                let reason = ended?.output.split(separator: "\n").first.map(String.init)
                note(phrases.text(.serviceNotEnabled, reason ?? phrases.text(.noSystemd)))
                return .failed
            }
        }
        do {
            try say(phrases.text(.serviceEnabled))
            if !lingering.isOn { note(phrases.text(.serviceEndsAtLogout, Lingering.command)) }
            return .done
        } catch {
            return report(error)
        }
    }

    // MARK: - What this machine can do

    /// What was found out, for words and for JSON.
    struct Diagnosis {
        var alarms: Int?
        /// Why the store cannot be read.
        var problem: String?
        var enabled = 0
        var zone: ZoneTable
        var isRunning: Bool
        var hasService: Bool
        var lingers: Bool
        var player: String?
        var notifications: [String]?
        var hasLegacyData: Bool
        var entries: [OperationLog.Entry]
        var next: Date?
        /// How many alarms were missed here, of which nobody has put it away.
        var missed = 0
    }

    func doctor(json: Bool) async throws {
        let found = try await examine()
        if json { return try output.write(Self.json(found, folders) + "\n") }
        for line in lines(found) { try say(line) }
    }

    private func examine() async throws -> Diagnosis {
        let machine = await MachineReport.look(folders, variables: surroundings.variables, lingering: lingering)
        var found = Diagnosis(
            zone: deviceZone,
            isRunning: (try? daemon.ask(.status)) != nil,
            hasService: machine.hasService,
            lingers: machine.lingers,
            player: machine.player,
            notifications: machine.notifications,
            hasLegacyData: legacy.hasLegacyData,
            entries: log.entries()
        )
        do {
            try examineStore(&found)
        } catch {
            found.problem = phrases.text(for: error)
        }
        return found
    }

    private func examineStore(_ found: inout Diagnosis) throws {
        guard AlarmStore.exists(folders) else { return }
        let context = ModelContext(try AlarmStore.open(folders, zone: deviceZone, log: log).container)
        let alarms = try manager(context).alarms()
        let (rules, now) = (alarms.map(AlarmRule.init), surroundings.now())
        let notes = try RingNotes(of: alarms, in: context, plan, now: now)
        found.alarms = rules.count
        found.enabled = rules.count { $0.isEnabled }
        found.next = notes.first(of: rules, plan, after: now)?.date
        found.missed = notes.missed.count
    }

    private func lines(_ found: Diagnosis) -> [String] {
        var lines: [String] = []
        if let problem = found.problem {
            lines.append(phrases.text(.doctorProblem, problem))
        } else if let alarms = found.alarms {
            lines.append(phrases.text(.doctorStore, folders.storeFile.path, String(alarms), String(found.enabled)))
        } else {
            lines.append(phrases.text(.doctorNoStore))
        }
        let change = found.zone.nextChange(after: surroundings.now())
        lines.append(
            change.map { phrases.text(.doctorZone, found.zone.identifier, moment($0)) }
                ?? phrases.text(.doctorZoneStill, found.zone.identifier)
        )
        lines.append(phrases.text(found.isRunning ? .doctorDaemon : .doctorNoDaemon))
        lines += serviceLines(found)
        lines.append(
            found.player.map { phrases.text(.doctorPlayer, $0) }
                ?? phrases.text(.doctorNoPlayer, SoundPlayer.players.joined(separator: ", "))
        )
        switch found.notifications {
        case nil: lines.append(phrases.text(.doctorNoNotify))
        case .some(let names):
            lines.append(phrases.text(names.contains("actions") ? .doctorNotify : .doctorNotifyPlain))
        }
        lines.append(phrases.text(.doctorSleep))
        if found.missed > 0 { lines.append(phrases.text(.doctorMissed, count: found.missed)) }
        if found.hasLegacyData { lines.append(phrases.text(.doctorLegacy, folders.legacyDefaults.path)) }
        return lines + logLines(found.entries)
    }

    private func serviceLines(_ found: Diagnosis) -> [String] {
        guard found.hasService else { return [phrases.text(.doctorNoService)] }
        let service = phrases.text(.doctorService, folders.serviceFile.path)
        return found.lingers ? [service] : [service, phrases.text(.doctorEndsAtLogout, Lingering.command)]
    }

    private func logLines(_ entries: [OperationLog.Entry]) -> [String] {
        var lines: [String] = []
        let (good, bad) = (entries.count { $0.name == "migrated" }, entries.count { $0.name == "migrationFailed" })
        if good + bad > 0 { lines.append(phrases.text(.doctorMigrations, String(good), String(good + bad))) }
        for (name, title) in [("fetched", AlarmPhrase.doctorFetches), ("saved", .doctorSaves)] {
            guard let times = Times(of: name, entries) else { continue }
            lines.append(
                phrases.text(
                    .doctorTimes,
                    phrases.text(title),
                    String(times.count),
                    Self.milliseconds(times.usual),
                    Self.milliseconds(times.longest)
                )
            )
        }
        if let last = entries.last(where: { $0.reason != nil }) {
            lines.append(phrases.text(.doctorLastError, moment(last.date), last.reason ?? ""))
        }
        return lines
    }

    /// How long something took, each time that is kept.
    private struct Times {
        let count: Int
        let usual: Double
        let longest: Double

        /// nil where it was never measured.
        init?(of name: String, _ entries: [OperationLog.Entry]) {
            let times = entries.filter { $0.name == name }.compactMap(\.seconds).sorted()
            guard let longest = times.last else { return nil }
            (count, usual, self.longest) = (times.count, times[times.count / 2], longest)
        }

        var json: String {
            var object = JSONText()
            object.add("count", count)
            object.add("usualSeconds", raw: String(usual))
            object.add("longestSeconds", raw: String(longest))
            return object.text
        }
    }

    private static func json(_ error: OperationLog.Entry) -> String {
        var object = JSONText()
        object.add("date", ISODate.text(error.date))
        object.add("event", error.name)
        object.add("reason", error.reason)
        return object.text
    }

    private static func milliseconds(_ seconds: Double) -> String { String((seconds * 10_000).rounded() / 10) }

    private static func json(_ found: Diagnosis, _ folders: AlarmFolders) -> String {
        var object = JSONText()
        object.add("store", folders.storeFile.path)
        object.add("alarms", found.alarms)
        object.add("storeProblem", found.problem)
        object.add("enabled", found.enabled)
        object.add("timeZone", found.zone.identifier)
        object.add("daemonRuns", found.isRunning)
        object.add("serviceInstalled", found.hasService)
        object.add("lingering", found.lingers)
        object.add("player", found.player)
        object.add("notifications", found.notifications != nil)
        object.add("notificationButtons", found.notifications?.contains("actions") ?? false)
        object.add("wakesFromSuspend", false)
        object.add("legacyAlarmsWait", found.hasLegacyData)
        object.add("nextFire", found.next.map(ISODate.text))
        object.add("missed", found.missed)
        object.add("migrationsSucceeded", found.entries.count { $0.name == "migrated" })
        object.add("migrationsFailed", found.entries.count { $0.name == "migrationFailed" })
        object.add("reading", raw: Times(of: "fetched", found.entries)?.json)
        object.add("saving", raw: Times(of: "saved", found.entries)?.json)
        object.add("lastError", raw: found.entries.last { $0.reason != nil }.map(json))
        return object.text
    }
}
