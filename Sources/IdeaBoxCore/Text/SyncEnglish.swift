extension Messages {
    static let englishSync: [MessageKey: String] = [
        .statusAccount: "Account  {0}",
        .statusLastSuccess: "Synced   {0}",
        .statusLastError: "Problem  {0}",
        .statusNextAttempt: "Next try {0}",
        .accountAt: "{0} at {1}",
        .stateSignedOut: "nobody is signed in",
        .stateUpToDate: "up to date",
        .stateSyncing: "syncing",
        .stateOffline: "offline",
        .stateNeedsAttention: "needs your attention",
        .stateWaiting: "waits for the next sync",
        .stateProgress: "{0}: {1} of {2}",
        .syncBegan: "looking for changes",
        .syncBeganPending: "{0} changes to send",
        .syncReceived: "received {0} ideas, {1} deletions",
        .syncSent: "sent {0} ideas, {1} deletions; {2} to go",
        .syncConflicts:
            "{0} ideas were changed on two devices at once; the later change stays; to take the other: ideabox bring-back ID",
        .syncRecordsRefused: "{0} records of the service are no ideas and were left there",
        .syncDeletionsHeld:
            "{0} ideas are to be deleted because another device deleted them. Delete them: ideabox sync --accept-deletions. Keep them: ideabox sync --refuse-deletions",
        .syncRetry: "{0}; trying again in {1} s",
        .syncStopped: "stopped: {0}",
        .syncedElsewhere: "Another IdeaBox syncs this store; waiting for it.",
        .watchesOther: "Another IdeaBox syncs this store; watching what it does.",
        .watchesProcess: "Process {0} syncs this store; watching what it does.",
        .takesOver: "It has ended; this one goes on in its place.",
        .clockSlow: "this device's clock is {0} minutes slow; please set it",
        .clockFast: "this device's clock is {0} minutes fast; please set it",
        .problemSignedOut:
            "nobody is signed in. Your ideas are kept on this device. To sync: ideabox account sign-in --server URL --user NAME --api-token TOKEN --password-stdin",
        .problemUnreachable: "the service cannot be reached. Your changes are kept and go up later",
        .problemServiceFailed: "the service does not work for now. Your changes are kept and go up later",
        .problemThrottled: "the service is busy. Your changes are kept and go up later",
        .problemQuotaExceeded: "the account has no room left. Your changes are kept; make room, then: ideabox sync",
        .problemForbidden: "the account may not do this; the service's operator can allow it. Your changes are kept",
        .problemAccountChanged: "another account is signed in now",
        .problemZoneGone:
            "the ideas were removed from the service. They are all here. Send them again: ideabox sync --upload-again. Remove them here too: ideabox sync --start-empty",
        .problemDeletionsHeld:
            "most ideas are to be deleted, and nothing was deleted yet. Delete them: ideabox sync --accept-deletions. Keep them: ideabox sync --refuse-deletions",
        .problemNotSetUp: "the service is not set up for IdeaBox: {0}",
        .problemRefused: "the service refuses a change: {0}. It is kept here",
        .problemOwnedElsewhere: "another IdeaBox syncs this store: see ideabox status",
        .problemNotMigrated:
            "the ideas of an earlier version in {0} are not taken over yet, and nothing is synced before they are. Mend the file or move it away, then: ideabox sync",
        .signedIn: "Signed in as {0} at {1}",
        .signedOut: "Signed out {0}. Your ideas stay on this device.",
        .noAccount: "Nobody is signed in.",
        .adopted: "{0} ideas of this device belong to the account now.",
        .noPassword: "the password is read from standard input: add --password-stdin",
        .noAPIToken:
            "the service asks for a token of the app: add --api-token TOKEN. Its operator makes one: cloudkit-server token api --container {0}",
        .badServer: "“{0}” is no address of a service: it begins with https:// or http://",
        .signInRefused: "the service does not know {0} with this password",
    ]

    static let englishSyncSingular: [MessageKey: String] = [
        .syncBeganPending: "{0} change to send",
        .syncConflicts:
            "{0} idea was changed on two devices at once; the later change stays; to take the other: ideabox bring-back ID",
        .syncRecordsRefused: "{0} record of the service is no idea and was left there",
        .clockSlow: "this device's clock is {0} minute slow; please set it",
        .clockFast: "this device's clock is {0} minute fast; please set it",
        .adopted: "{0} idea of this device belongs to the account now.",
    ]
}
