import Foundation
import IdeaBoxCore

extension Phrases {
    /// Why sync does not go on, in whole sentences.
    func text(for problem: SyncProblem) -> String {
        switch problem.kind {
        case .signedOut: self(.problemSignedOut)
        case .unreachable: self(.problemUnreachable)
        case .serviceFailed: self(.problemServiceFailed)
        case .throttled: self(.problemThrottled)
        case .quotaExceeded: self(.problemQuotaExceeded)
        case .forbidden: self(.problemForbidden)
        case .accountChanged: self(.problemAccountChanged)
        case .zoneGone: self(.problemZoneGone)
        case .deletionsHeld: self(.problemDeletionsHeld)
        case .notSetUp: self(.problemNotSetUp, problem.reason)
        case .refused: self(.problemRefused, problem.reason)
        case .ownedElsewhere: self(.problemOwnedElsewhere)
        case .notMigrated: self(.problemNotMigrated, problem.reason)
        }
    }

    /// What sync is doing, in a word or two.
    func text(for state: SyncStatus.State) -> String {
        switch state {
        case .signedOut: self(.stateSignedOut)
        case .upToDate: self(.stateUpToDate)
        case .syncing: self(.stateSyncing)
        case .offline: self(.stateOffline)
        case .needsAttention: self(.stateNeedsAttention)
        case .waiting: self(.stateWaiting)
        }
    }

    /// How far an idea is in step.
    func text(for mark: SyncMark) -> String {
        switch mark {
        case .synced: self(.markSynced)
        case .waiting: self(.markWaiting)
        case .obsolete: self(.markObsolete)
        }
    }

    /// What happened to an idea, in a word or two; an event of a newer version by its name.
    func text(forEvent name: String) -> String {
        guard let event = LogEvent(rawValue: name) else { return name }
        return text(for: event)
    }

    func text(for event: LogEvent) -> String {
        switch event {
        case .create: self(.eventCreate)
        case .edit: self(.eventEdit)
        case .complete: self(.eventComplete)
        case .reopen: self(.eventReopen)
        case .delete: self(.eventDelete)
        case .restore: self(.eventRestore)
        case .purge: self(.eventPurge)
        case .imported: self(.eventImport)
        case .recovery: self(.eventRecovery)
        case .migrationSuccess: self(.eventMigrationSuccess)
        case .migrationFailure: self(.eventMigrationFailure)
        case .syncSuccess: self(.eventSyncSuccess)
        case .syncFailure: self(.eventSyncFailure)
        case .conflict: self(.eventConflict)
        case .retry: self(.eventRetry)
        case .signIn: self(.saidSignedIn)
        case .signOut: self(.saidSignedOut)
        }
    }

    /// How wrong the clock of this device is.
    func clock(_ minutes: Int) -> String {
        minutes > 0 ? self(.clockSlow, count: minutes) : self(.clockFast, count: -minutes)
    }

    /// What went wrong, as a sentence; where a screen has a way out of its own, that is named instead of the command.
    func text(for error: any Error) -> String {
        switch error {
        case let problem as SyncProblem: text(for: problem)
        case IdeaBoxError.noPassword: self(.noPassword)
        case IdeaBoxError.noAPIToken: self(.noToken)
        case let unsaved as UnsavedEdit: self(.unsaved, unsaved.title)
        case IdeaBoxError.inTrash, IdeaBoxError.notFound: self(.goneElsewhere)
        default: sentence(IdeaBoxWords.text(for: error, in: language))
        }
    }

    /// A text with a capital at its beginning and a full stop at its end.
    private func sentence(_ text: String) -> String {
        let stop = language == .english ? "." : "。"
        let isEnded = text.last.map { ".。!?！？".contains($0) } ?? true
        return text.prefix(1).uppercased() + text.dropFirst() + (isEnded ? "" : stop)
    }
}
