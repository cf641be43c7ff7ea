import AppCommons
import Foundation

extension CommandRunner {
    func status(json: Bool) throws -> ExitStatus {
        let repository = try reading()
        let counts = try repository.counts()
        let sync = try SyncStanding(repository, account, at: surroundings.now())
        let device = DeviceIdentity.known(in: folders.deviceFile, surroundings)
        try output.write(json ? statusJSON(counts, sync, device) : statusText(counts, sync, device))
        tellOfDamagedStores()
        return .done
    }

    private func statusText(_ counts: IdeaCounts, _ sync: SyncStanding, _ device: String?) -> String {
        var lines = [
            messages.text(.statusIdeas, String(counts.all), String(counts.open), String(counts.completed)),
            messages.text(.statusTrash, String(counts.trash)),
            messages.text(.statusSync, state(sync)),
        ]
        if let user = sync.user, let server = sync.server {
            lines.append(messages.text(.statusAccount, messages.text(.accountAt, user, server)).safeForTerminal)
        }
        lines.append(messages.text(.statusWaiting, String(counts.pending)))
        lines += troubles(sync)
        lines.append(messages.text(.statusData, folders.data.path(percentEncoded: false)).safeForTerminal)
        lines.append(messages.text(.statusDevice, device ?? messages.text(.noDevice)))
        return lines.map { "\($0)\n" }.joined()
    }

    private func state(_ sync: SyncStanding) -> String {
        let state = messages.text(for: sync.state)
        guard sync.total > 0 else { return state }
        return messages.text(.stateProgress, state, String(sync.done), String(sync.total))
    }

    private func troubles(_ sync: SyncStanding) -> [String] {
        var lines: [String] = []
        if let date = sync.lastSuccess {
            lines.append(messages.text(.statusLastSuccess, RelativeTime.text(date, now: surroundings.now(), messages)))
        }
        if let problem = sync.problem {
            lines.append(messages.text(.statusLastError, messages.text(for: problem)).safeForTerminal)
        }
        if let date = sync.nextAttempt {
            lines.append(messages.text(.statusNextAttempt, ISOTimestamp.text(date)))
        }
        if let minutes = sync.clockMinutes {
            lines.append(messages.text(for: SyncEvent.clockIsWrong(minutes: minutes)))
        }
        return lines
    }

    private func statusJSON(_ counts: IdeaCounts, _ sync: SyncStanding, _ device: String?) -> String {
        var object = JSONText()
        object.add("all", counts.all)
        object.add("open", counts.open)
        object.add("completed", counts.completed)
        object.add("trash", counts.trash)
        object.add("isSignedIn", sync.user != nil)
        object.add("user", sync.user)
        object.add("server", sync.server)
        object.add("state", sync.state.rawValue)
        object.add("done", sync.done)
        object.add("total", sync.total)
        object.add("syncedBy", sync.owner.map { Int($0.process) })
        object.add("pending", sync.pending)
        object.add("offlineQueueCount", sync.pending)
        object.add("isRetrying", sync.nextAttempt != nil)
        object.add("lastSuccess", sync.lastSuccess)
        object.add("lastError", raw: sync.problem?.json)
        object.add("nextAttempt", sync.nextAttempt)
        object.add("deletionsHeld", sync.held)
        object.add("clockOffsetMinutes", sync.clockMinutes ?? 0)
        object.add("dataFolder", folders.data.path(percentEncoded: false))
        object.add("deviceId", device)
        object.add("damagedStores", raw: "[\(damagedStores.map { JSONText.quoted($0.path) }.joined(separator: ","))]")
        return object.text + "\n"
    }
}
