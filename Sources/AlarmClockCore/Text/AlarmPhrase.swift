import AppCommons

/// The names of all texts that AlarmClock says.
///
/// Each language has one text for each; `{0}` and `{1}` are filled in.
enum AlarmPhrase: String, CaseIterable, Sendable {
    // Ringing
    case buttonSnooze, buttonStop, silencedTitle, missedTitle, notHeard
    // Durations
    case days, hours, minutes, underAMinute
    // One alarm
    case added, ringsIn, ringsNever, turnedOn, turnedOff, removed, skipped, nothingToSkip, pausedUntil
    // Lists
    case noAlarms, nextIs, nothingNext, pausedMark, ringsHereMark, snoozedMark, missedMark
    case unheardMark
    // Ringing now
    case stopped, snoozedUntil, nothingRings, snoozeNotAllowed, tooOften, dismissed, nothingMissed
    case daemonNotRunning, daemonHint, daemonSilentHint, daemonBlindHint
    case daemonNoAnswer, daemonRuns, runsAlready, serveAt, serveSecret, serveFailed
    case serveCannotOpen, serveUnprotected, serveNeedsName
    // Templates
    case noTemplate, appliedMany
    // Files
    case exported, importAdded, importReplaced, importUnchanged, importRefused, entryRefused, pastEvent
    case leavesOutLater, dryRun, notAFormat
    case unknownFormat, unreadableFile, fileTooLarge, fileMissing, fileExists, isAFolder, notAFolder, forbidden
    case fileFailure, outputFailure, diskFull
    // The old app
    case migrated, wouldMigrate, nothingToMigrate, rejectedEntry, legacyNoList, legacyUnreadable, legacyTooLarge
    case legacyIncomplete, legacyNotCleared, notAnObject, unreadableField
    // Errors
    case error, migrationFailed, saveFailed, fetchFailed, constraintViolation, insufficientStorage, storageFree
    case storagePart, storageCanGo, unknownTimeZone, recoverMigration, recoverNotCleared, recoverSave, recoverFetch
    case recoverConstraint, recoverStorage, recoverZone, violationWeekday, violationRepeatedWeekday
    case violationTemplateName, violationLabel, violationText, violationNUL, violationTime, violationDays
    case violationRange, violationSnooze, violationSnoozeAny, violationTooMany, violationSound, fieldLabel, fieldVolume
    case fieldName, fieldCategory, fieldIcon, fieldDescription, fieldTime, fieldFrequency, fieldScenario, notFound,
        ambiguous, badID, badDuration, badDate
    case badArgument, damagedStore, newerStore, storeLocked
    // Service
    case serviceWritten, serviceEnabled, serviceEndsAtLogout, serviceNotEnabled, noSystemd
    // test-sound
    case soundPlayed, soundFailed, noPlayer
    // Doctor
    case doctorStore, doctorNoStore, doctorProblem, doctorZone, doctorZoneStill, doctorDaemon, doctorNoDaemon,
        doctorService
    case doctorNoService, doctorEndsAtLogout, doctorPlayer, doctorNoPlayer, doctorNotify, doctorNotifyPlain
    case doctorNoNotify, doctorMissed, doctorSleep, doctorLegacy, doctorMigrations, doctorTimes, doctorSaves
    case doctorFetches, doctorLastError
    // The account
    case signedIn, signedOut, noAccount, noPassword, noAPIToken, badServer, signInRefused, otherAccount, serviceFailed
    case syncUpToDate, syncBusy, syncWaiting, syncAttention, syncNoDaemon
    case helpAccount, helpSignIn, helpSignOut, helpAccountShow, helpServer, helpUser, helpAPIToken, helpPassword
    case helpTakeOver
    // Help
    case helpApp, helpAdd, helpIn, helpList, helpNext, helpOn, helpOff, helpSkip, helpRemove, helpSnooze, helpStop
    case helpDismiss
    case helpTemplate, helpTemplateList, helpTemplateApply, helpMigrate, helpExport, helpImport, helpRun
    case helpServe, helpInstall, helpDoctor, helpTestSound, helpTime, helpDuration, helpLabel, helpDays, helpSound
    case helpVolume, helpSnoozeMinutes, helpNoSnooze, helpZone, helpJSON, helpStore, helpIDs, helpID, helpUntil
    case helpMinutes, helpOneAlarm, helpTemplateName, helpDryRun, helpExportFormat, helpFormat, helpTarget
    case helpFile, helpOverwrite, helpPort, helpRunPort, helpOpen, helpListen, helpBehindTLS
    case helpWithoutEncryption

    /// The texts of the language.
    static func book(_ language: Language) -> Phrasebook<AlarmPhrase> {
        switch language {
        case .english: Phrasebook(language, with(englishAccount, english), singular: englishSingular)
        case .traditionalChinese: Phrasebook(language, with(traditionalAccount, traditionalChinese))
        case .simplifiedChinese: Phrasebook(language, with(simplifiedAccount, simplifiedChinese))
        }
    }

    private static func with(_ some: [AlarmPhrase: String], _ others: [AlarmPhrase: String]) -> [AlarmPhrase: String] {
        some.merging(others) { first, _ in first }
    }
}
