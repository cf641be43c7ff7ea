/// The names of all texts of the screens.
///
/// Each language has one text for each; `{0}` and `{1}` are filled in.
enum Phrase: String, CaseIterable, Sendable {
    // Tabs and the list
    case alarms, templates, status, newAlarm, editAlarm, emptyTitle, emptyText, chooseTemplate, countAlarms, ringsIn
    case ringsAgain, ringsHereStill, nothingNext, nothingNextText, editHint, turnOn, delete, deleteAlarm, skipNext
    case skipAlarm, unnamed
    // Editor
    case time, label, labelPrompt, repeats, repeatsNote, sound, volume, percent, listen, toneChime, toneBeep, toneBowl
    case toneSunrise, toneBell, snooze, maySnooze, snoozeLength, minutes, minutesShort, zone, deviceZone, zoneNote
    case next, leaveOut, leftOut, ringAsSet, pauseDay, pause, pauseNote, goneElsewhere, cancel, save, close
    // Templates
    case noTemplatesTitle, noTemplatesText, templatesNote, countTemplates, addAll, templateHint, scenarioAlarms
    case noScenarioAlarms
    // Ringing
    case ringing, stop, stopAlarm, snoozeAlarm, snoozeFor, noSnooze, noMoreSnooze, snoozedUntil, notHeard
    case ringingGap, missed, unheard, missedMore, dismissMissed, dismissUnheard, dismissMore
    // What was done
    case saidSaved, saidSavedOff, saidOn, saidOff, saidDeleted, saidSkipped, saidPaused, saidApplied, saidUndone
    case saidTakenOver, saidRinging, undo, dismiss
    // This machine
    case ringingHere, daemon, daemonRuns, daemonStopped, asking, daemonAbsent, startsByItself, installNote, player
    case logoutNote, noPlayer, notifications, notificationsButtons, notificationsPlain, notificationsNone, clock
    case suspendNote, yes, no
    // Sync
    case sync, state, stateOff, stateStarting, stateElsewhere, stateSignedOut, stateSyncing, stateUpToDate
    case stateWaiting, stateNeedsAttention, pending, lastSuccess, syncNow, syncNote, syncAbsent, uploadAgain
    case adoptAccount
    case problemSignedOut, problemAccountChanged, problemZoneDeleted, problemQuotaExceeded, problemRecordRefused
    case problemServiceUnavailable, problemStoreFailed, problemMisconfigured
    // The old app
    case oldApp, oldWaiting, oldWaits, oldNothing, oldTaken, oldRejected, oldPlace, takeOver
    // Keys
    case keyboard, singleKeys
    // Times
    case today, tomorrow, onDay, sentenceGap, error, okay
}
