/// The names of all texts that IdeaBox says.
///
/// Each language has one text for each; `{0}` and `{1}` are filled in.
enum MessageKey: String, CaseIterable, Sendable {
    // One idea
    case added, edited, completed, alreadyCompleted, reopened, alreadyOpen, trashed, alreadyTrashed, restored
    case notInTrash, unchanged, broughtBack, nothingKept, deletionGaveWay, bundleWritten
    case labelID, labelTitle, labelDetails, labelState, labelCreated, labelUpdated, labelDeleted, labelDevice
    case labelVersion, labelSync
    case stateOpen, stateCompleted, stateInTrash, syncWaiting, syncObsolete, syncDone
    // Lists
    case noIdeas, noOpenIdeas, noCompletedIdeas, trashIsEmpty, noMatches, noHistory, moreOnPage, noSuchPage
    case trashEmptied, emptyTrashNeedsYes
    // Times
    case justNow, minutesAgo, hoursAgo, daysAgo, inTheFuture
    // Files
    case importAdded, importReplaced, importUnchanged, importRefused, dryRun, refusedRow, datesCorrected
    case importWouldAdd, importWouldReplace, importWouldRefuse, refusedIdea
    case importedFile
    case exported, recovered, recoveredNothing, recoveryKept, recoveryDoubtful, recoveryLost, recoveryLostPerhaps
    case recoveryLossUnknown, recoveryLacksLatest
    case recoveryProblem, recoveryDamaged, recoveryStays, clauses, nothingToRecover
    case migrated, migrationEntry, migrationFailed, migrationIncomplete
    // Why a row is refused
    case titleEmpty, titleTooLong, titleTooLarge, titleHoldsNUL, detailsTooLong, detailsTooLarge, detailsHoldNUL
    case updatedBeforeCreated, notUTF8, notAnObject, missingField, unreadableField, rowTooLarge, wrongColumns
    case notAnItem, openQuote, repeatedID
    // Errors
    case error, notFound, ambiguous, badID, inTrash, fileMissing, fileFailure, fileExists, diskFull, diskFullReason
    case importStopped, notJSON, endsEarly
    case noTitleColumn, unknownFormat, badArgument, nothingToChange, badDate, badEvent, badNumber, movedAside
    case damagedNow, cannotGoOn, newerVersion, newerSchema, storeLocked, storeReadOnly, storeFailure
    case notAFolder, isAFolder, folderMissing, forbidden, notAStore, outputFailure, emptyFile, notSettings, notAFormat
    case tooManyEntries
    case noText, detailsTwice, inputNotText, inputTooLarge
    case namelessInput, noSuchCommand, movedAsideLater, damagedStoreWaits
    // Status
    case statusIdeas, statusTrash, statusSync, statusWaiting, statusData, statusDevice, noDevice
    case statusAccount, statusLastSuccess, statusLastError, statusNextAttempt, accountAt
    // The browser
    case serveAt, serveSecret, serveCannotOpen, serveUnprotected, serveNeedsName
    case serveWithoutRoom
    // Sync and account
    case stateSignedOut, stateUpToDate, stateSyncing, stateOffline, stateNeedsAttention, stateWaiting, stateProgress
    case syncBegan, syncBeganPending, syncReceived, syncSent, syncConflicts, syncRecordsRefused, syncDeletionsHeld
    case syncRetry, syncStopped, syncedElsewhere, watchesOther, watchesProcess, takesOver, clockSlow, clockFast
    case problemSignedOut, problemUnreachable, problemServiceFailed, problemThrottled, problemQuotaExceeded
    case problemForbidden, problemAccountChanged, problemZoneGone, problemDeletionsHeld, problemNotSetUp
    case problemRefused, problemOwnedElsewhere, problemNotMigrated
    case signedIn, signedOut, noAccount, adopted, noPassword, noAPIToken, badServer, signInRefused
    // The guided start
    case guideTitle, guideData, guideTry, guideNewest, guideAll, guideHelp, guideExample
    // Help
    case helpApp, helpAdd, helpList, helpShow, helpEdit, helpDone, helpReopen, helpRemove, helpRestore, helpEmptyTrash
    case helpSearch, helpImport, helpExport, helpLog, helpSync, helpStatus, helpAccount, helpRecover, helpServe
    case helpSignIn, helpSignOut, helpAccountShow
    case helpText, helpDetails, helpTitle, helpID, helpIDs, helpWords, helpOpenOnly, helpCompletedOnly, helpTrashOnly
    case helpHideCompleted, helpLimit, helpPage, helpJSON, helpStore, helpFile, helpFormat, helpDryRun, helpTarget
    case helpOverwrite, helpLogID, helpLogType, helpSince, helpUntil, helpWatch, helpDamagedFile, helpVerbose, helpPort,
        helpOpen
    case helpListen, helpBehindTLS, helpWithoutEncryption
    case helpYes, helpNewDetails, helpExportFormat
    case helpServer, helpUser, helpPassword, helpAPIToken, helpAcceptDeletions, helpRefuseDeletions, helpUploadAgain
    case helpStartEmpty, helpBringBack, helpLogEntry, helpBundle
    // The words of the argument parser
    case parserOverview, parserUsage, parserErrorUsage, parserArguments, parserOptions, parserSubcommands
    case parserSeeHelp, parserMore
    case parserVersion, parserHelp, parserHelpCommand, parserError
    case parserMissing, parserUnknownOption, parserUnexpected, parserMissingValue
    case parserInvalid, parserTwice, parserUnknownGuess, parserHelpLine, parserDefault, parserDefaultCommand
    case parserNoValueTaken, parserUnexpectedMany
}
