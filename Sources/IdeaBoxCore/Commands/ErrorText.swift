import AppCommons
import Foundation
import SwiftData

extension Messages {
    /// What went wrong, in words, without a full stop.
    ///
    /// An idea's id is shown as `name` has it.
    func text(for error: any Error, naming name: (UUID) -> String = { $0.shortText }) -> String {
        switch error {
        case let error as IdeaBoxError: text(for: error, naming: name)
        case let error as StoreError: text(for: error)
        case let error as FileFailure: text(for: error)
        case let error as SyncProblem: text(for: error)
        case let error as ImportInterrupted: text(.importStopped, reason(error.cause))
        case let error as OutputFailure: text(.outputFailure, error.failure.reason)
        case SwiftDataError.backwardMigration: text(.newerSchema, String(describing: error).withoutFullStop)
        default: text(.storeFailure, error.messageText)
        }
    }

    /// The number that the process answers after the error.
    func exitStatus(for error: any Error) -> ExitStatus {
        switch error {
        case let error as IdeaBoxError: error.exitStatus
        case let error as StoreError where error.saysDamaged: .damaged
        case is SyncProblem: .offline
        case let error as FileFailure where error.kind == .missing: .notFound
        case let error as ImportInterrupted: exitStatus(for: error.cause)
        default: .failed
        }
    }

    /// The same where it must not say that nothing was saved.
    private func reason(_ error: any Error) -> String {
        switch error {
        case StoreError.diskFull: text(.diskFullReason)
        case let error as FileFailure where error.kind == .diskFull: text(.diskFullReason)
        default: text(for: error)
        }
    }

    private func text(for error: IdeaBoxError, naming name: (UUID) -> String) -> String {
        switch error {
        case .rule(let violation): text(for: violation)
        case .notFound(let id): text(.notFound, id)
        case .ambiguous(let id, let ideas): text(.ambiguous, id, lines(of: ideas))
        case .notAnID(let id): text(.badID, id)
        case .inTrash(let id): text(.inTrash, name(id))
        case .nothingKept(let id): text(.nothingKept, name(id))
        case .deletionGaveWay(let id): text(.deletionGaveWay, name(id))
        case .nothingToChange: text(.nothingToChange)
        case .noText: text(.noText)
        case .detailsTwice: text(.detailsTwice)
        case .inputNotText: text(.inputNotText)
        case .inputTooLarge(let limit): text(.inputTooLarge, String(limit))
        case .unknownFormat(let name): text(.unknownFormat, name)
        case .noPassword: text(.noPassword)
        case .noAPIToken: text(.noAPIToken, AccountSession.container)
        case .badServer(let address): text(.badServer, address)
        case .signInRefused(let name): text(.signInRefused, name)
        case .folderReadOnly(let path): text(.forbidden, path)
        case .notAFormat(let name): text(.notAFormat, name)
        case .namelessInput: text(.namelessInput)
        case .folderMissing(let path): text(.folderMissing, path)
        case .notAStore(let path): text(.notAStore, path)
        case .notADate(let date): text(.badDate, date)
        case .notAnEvent(let event): text(.badEvent, event, LogEvent.allCases.map(\.rawValue).joined(separator: " "))
        case .numberTooSmall(let option): text(.badNumber, option)
        case .fileExists(let path): text(.fileExists, path)
        case .unreadable(let path, let reason): text(for: reason, path)
        }
    }

    /// The ideas that could be meant, one a line, so that a person can choose.
    private func lines(of ideas: [IdeaSnapshot]) -> String {
        let shown = ideas.prefix(IdeaBoxError.shownCandidates).map { "\n  \($0.id.text)  \($0.title.onOneLine)" }
        return shown.joined() + (ideas.count > IdeaBoxError.shownCandidates ? "\n  …" : "")
    }

    private func text(for error: UnreadableFile, _ path: String) -> String {
        switch error {
        case .notJSON(let line): text(.notJSON, path, String(line))
        case .endsEarly(let line): text(.endsEarly, path, String(line))
        case .empty: text(.emptyFile, path)
        case .noTitleColumn: text(.noTitleColumn, path)
        case .notSettings: text(.notSettings, path)
        case .tooMany(let limit): text(.tooManyEntries, path, String(limit))
        }
    }

    /// Why ideas of an earlier version were not taken over, in words; `file` is the name of their file.
    func text(for failure: MigrationFailure, file: String) -> String {
        switch failure {
        case .unreadable(let error): text(for: error, file)
        case .file(let error): text(for: error)
        case .store(let error): text(for: error)
        case .incomplete(let found, let expected): text(.migrationIncomplete, String(found), String(expected))
        case .other(let reason): reason.withoutFullStop
        }
    }

    private func text(for error: StoreError) -> String {
        switch error {
        case .newerVersion(let required, let found): text(.newerVersion, required, found)
        case .diskFull: text(.diskFull)
        case .locked: text(.storeLocked)
        case .readOnly: text(.storeReadOnly)
        case .damaged, .notADatabase: text(.damagedNow, String(describing: error))
        default: text(.storeFailure, String(describing: error).withoutFullStop)
        }
    }

    private func text(for error: FileFailure) -> String {
        switch error.kind {
        case .missing: text(.fileMissing, error.path)
        case .notAFolder: text(.notAFolder, error.path)
        case .isAFolder: text(.isAFolder, error.path)
        case .forbidden: text(.forbidden, error.path)
        case .nameTaken: text(.fileExists, error.path)
        case .diskFull: text(.diskFull)
        case .other: text(.fileFailure, error.path, error.reason)
        }
    }

    /// The rule that an idea breaks, in words.
    func text(for violation: IdeaRuleViolation) -> String {
        switch violation {
        case .titleEmpty: text(.titleEmpty)
        case .titleTooLong(let count): text(.titleTooLong, String(count), String(IdeaRules.maximumTitleCharacters))
        case .titleTooLarge(let bytes): text(.titleTooLarge, String(bytes), String(IdeaRules.maximumTitleBytes))
        case .titleHoldsNUL: text(.titleHoldsNUL)
        case .detailsTooLong(let count):
            text(.detailsTooLong, String(count), String(IdeaRules.maximumDetailsCharacters))
        case .detailsTooLarge(let bytes): text(.detailsTooLarge, String(bytes), String(IdeaRules.maximumDetailsBytes))
        case .detailsHoldNUL: text(.detailsHoldNUL)
        case .updatedBeforeCreated: text(.updatedBeforeCreated)
        }
    }

    /// Why a row of a file is refused, in words.
    func text(for reason: RefusalReason) -> String {
        switch reason {
        case .rule(let violation): text(for: violation)
        case .notUTF8: text(.notUTF8)
        case .notAnObject: text(.notAnObject)
        case .missing(let field): text(.missingField, field)
        case .unreadable(let field): text(.unreadableField, field)
        case .tooLarge(let limit): text(.rowTooLarge, String(limit))
        case .columns(let found, let expected): text(.wrongColumns, String(found), String(expected))
        case .notAnItem: text(.notAnItem)
        case .openQuote: text(.openQuote)
        case .repeatedID: text(.repeatedID)
        }
    }

    /// What happened while the store was opened, in words.
    func text(for notice: StoreNotice) -> String {
        switch notice {
        case .movedAside(let url): text(.movedAside, url.path, url.path.quotedForShell)
        case .migrated(let count, let file): text(.migrated, count: count, file)
        case .entryLeft(let file, let index, let reason): text(.migrationEntry, file, String(index), text(for: reason))
        case .migrationFailed(let file, let reason):
            text(.migrationFailed, file, text(for: reason, file: URL(filePath: file).lastPathComponent))
        }
    }
}

extension IdeaBoxError {
    var exitStatus: ExitStatus {
        switch self {
        case .notFound, .folderMissing, .nothingKept: .notFound
        case .ambiguous, .notAnID, .nothingToChange, .unknownFormat, .notAFormat, .namelessInput, .notADate: .usage
        case .notAnEvent, .numberTooSmall, .noPassword, .noAPIToken, .badServer, .noText, .detailsTwice: .usage
        case .signInRefused: .offline
        case .folderReadOnly: .failed
        case .rule, .inTrash, .deletionGaveWay, .fileExists, .unreadable, .notAStore, .inputNotText: .failed
        case .inputTooLarge: .failed
        }
    }
}
