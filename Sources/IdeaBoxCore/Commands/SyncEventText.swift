import AppCommons
import Foundation

extension Messages {
    /// What sync did, in a line.
    func text(for event: SyncEvent) -> String {
        switch event {
        case .began(let pending): pending == 0 ? text(.syncBegan) : text(.syncBeganPending, count: pending)
        case .received(let changed, let deleted): text(.syncReceived, String(changed), String(deleted))
        case .sent(let saved, let deleted, let pending):
            text(.syncSent, String(saved), String(deleted), String(pending))
        case .conflicts(let count): text(.syncConflicts, count: count)
        case .recordsRefused(let count): text(.syncRecordsRefused, count: count)
        case .adopted(let count): text(.adopted, count: count)
        case .deletionsHeld(let count): text(.syncDeletionsHeld, count: count)
        case .clockIsWrong(let minutes):
            minutes > 0 ? text(.clockSlow, count: minutes) : text(.clockFast, count: -minutes)
        case .retry(let seconds, let problem): text(.syncRetry, text(for: problem), Self.words(ofSeconds: seconds))
        case .stopped(let problem): text(.syncStopped, text(for: problem))
        case .upToDate: text(.stateUpToDate)
        }
    }

    /// Seconds as they are said: whole ones, and tenths below ten.
    private static func words(ofSeconds seconds: Double) -> String {
        let rounded = RetryPolicy.roundedUpForDisplay(seconds)
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    /// Why sync does not go on, in words, without a full stop.
    func text(for problem: SyncProblem) -> String {
        switch problem.kind {
        case .signedOut: text(.problemSignedOut)
        case .unreachable: text(.problemUnreachable)
        case .serviceFailed: text(.problemServiceFailed)
        case .throttled: text(.problemThrottled)
        case .quotaExceeded: text(.problemQuotaExceeded)
        case .forbidden: text(.problemForbidden)
        case .accountChanged: text(.problemAccountChanged)
        case .zoneGone: text(.problemZoneGone)
        case .deletionsHeld: text(.problemDeletionsHeld)
        case .notSetUp: text(.problemNotSetUp, problem.reason)
        case .refused: text(.problemRefused, problem.reason)
        case .ownedElsewhere: text(.problemOwnedElsewhere)
        case .notMigrated: text(.problemNotMigrated, problem.reason)
        }
    }

    /// What sync is doing, in a word or two.
    func text(for state: SyncStatus.State) -> String {
        switch state {
        case .signedOut: text(.stateSignedOut)
        case .upToDate: text(.stateUpToDate)
        case .syncing: text(.stateSyncing)
        case .offline: text(.stateOffline)
        case .needsAttention: text(.stateNeedsAttention)
        case .waiting: text(.stateWaiting)
        }
    }
}

extension SyncEvent {
    /// The event as one JSON object on one line.
    func json(at date: Date) -> String {
        var object = JSONText()
        object.add("time", date)
        switch self {
        case .began(let pending):
            object.add("event", "began")
            object.add("pending", pending)
        case .received(let changed, let deleted):
            object.add("event", "received")
            object.add("changed", changed)
            object.add("deleted", deleted)
        case .sent(let saved, let deleted, let pending):
            object.add("event", "sent")
            object.add("saved", saved)
            object.add("deleted", deleted)
            object.add("pending", pending)
        case .conflicts(let count): object.add("event", "conflicts", count: count)
        case .recordsRefused(let count): object.add("event", "recordsRefused", count: count)
        case .adopted(let count): object.add("event", "adopted", count: count)
        case .deletionsHeld(let count): object.add("event", "deletionsHeld", count: count)
        case .clockIsWrong(let minutes):
            object.add("event", "clockIsWrong")
            object.add("minutes", minutes)
        case .retry(let seconds, let problem):
            object.add("event", "retry")
            object.add("seconds", raw: String(seconds))
            object.add("error", raw: problem.json)
        case .stopped(let problem):
            object.add("event", "stopped")
            object.add("error", raw: problem.json)
        case .upToDate: object.add("event", "upToDate")
        }
        return object.text
    }
}

extension JSONText {
    fileprivate mutating func add(_ name: String, _ value: String, count: Int) {
        add(name, value)
        add("count", count)
    }
}

extension SyncProblem {
    /// The problem as one JSON object on one line.
    var json: String {
        var object = JSONText()
        object.add("kind", kind.rawValue)
        object.add("code", code)
        object.add("reason", reason)
        return object.text
    }
}
