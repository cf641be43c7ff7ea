/// The names of all texts of the screens.
///
/// Each language has one text for each; `{0}` and `{1}` are filled in.
enum Phrase: String, CaseIterable, Sendable {
    // Tabs and lists
    case allIdeas, completed, search, searchPrompt, more, hideCompleted, showCompleted, showMore, moreThanShown
    case countIdeas, countOpen
    case damagedTitle, damagedText
    case emptyTitle, emptyText, noOpenTitle, noOpenText, emptyCompletedTitle, emptyCompletedText, searchTitle,
        searchText
    case noMatchesTitle, noMatchesText, noneChosenTitle, noneChosenText
    // One idea
    case newIdea, title, titlePrompt, details, detailsPrompt, add, addAnother, addAnotherHint, cancel, done, close, save
    case open, markDone, markOpen, toggleHint, delete, deleteIdea, editIdea, restore, undo, state
    case createdAgo, changedAgo, titleRoom
    case daysLeft, syncLabel, markSynced, markWaiting, markObsolete
    case changedElsewhere, yours, otherDevice, keepMine, takeTheirs, goneElsewhere, unsaved
    // What was done
    case saidAdded, saidDeleted, saidCompleted, saidReopened, saidRestored, saidUndone, saidEmptied, saidSynced
    case saidSyncFailed, saidSaved, saidSignedIn, saidSignedOut, saidAdopted, saidImported, saidRecovered
    // Trash
    case trash, trashEmptyTitle, trashEmptyText, emptyTrash, emptyTrashQuestion, emptyTrashText, trashNote
    // History
    case history, historyEmptyTitle, historyEmptyText, filter, everyEvent, period, periodAll, periodDay, periodWeek
    case onlyThisIdea, ideaHistory, event, device, thisVersionStayed, thisVersionGaveWay, takeBack, takeBackHint
    case eventCreate, eventEdit, eventComplete, eventReopen, eventDelete, eventRestore, eventPurge, eventImport
    case eventRecovery, eventMigrationSuccess, eventMigrationFailure, eventSyncSuccess, eventSyncFailure
    case eventConflict, eventRetry, errorCode, unknownIdea
    // Sync
    case sync, syncNow, retry, review, signIn, signOut, signOutQuestion, signOutText, account, server, user
    case password, token, tokenNote, serverPrompt, signInNote, signingIn, showPassword, hidePassword
    case stateSignedOut, stateUpToDate, stateSyncing, stateOffline, stateNeedsAttention, stateWaiting
    case progress, pendingChanges, nothingPending, lastSuccess, never, nextAttempt, retrying, dismiss
    case bannerSignedOut, bannerNeverSignedIn, bannerOffline, elsewhere
    case problemSignedOut, problemUnreachable, problemServiceFailed, problemThrottled, problemQuotaExceeded
    case problemForbidden, problemAccountChanged, problemZoneGone, problemDeletionsHeld, problemNotSetUp
    case problemRefused, problemOwnedElsewhere, problemNotMigrated
    case heldTitle, heldText, heldShow, heldMore, acceptDeletions, refuseDeletions, acceptQuestion, acceptText
    case zoneGoneTitle, zoneGoneText, uploadAgain, startEmpty, startEmptyQuestion, startEmptyText
    case clockSlow, clockFast
    case noPassword, noToken, noServer, noUser
    // Files
    case importExport, importFile, importNote, importFrom, importPreview, wouldAdd, wouldReplace, unchanged, wouldRefuse
    case corrected, importNow, nothingToImport, exportAs, exportNote, fileTooLarge, unknownFormat
    // The store
    case storeDamaged, recover, storeTrouble, notice
    // Keys
    case keyboard, keyboardNote, singleKeys, keyNew, keySearch, keyTabs, keyNext, keyPrevious, keyToggle, keyEdit
    case keyDelete, keyUndo, keyRetry, keyHelp, keyClose
    case error, okay
}
