/// A fault that `make mutants` puts into a copy of the code, and that some seed must find; its rewrite has its name.
package struct Mutation: Sendable {
    /// Its name: the value of `MUTANT` that switches it on.
    package let name: String
    /// Where it is.
    package let place: Place
    /// What it does.
    package let words: String
    /// The part of runs that alone finds it; nil where several do.
    package let part: RunPart?

    /// The part of the code.
    package enum Place: String, Sendable {
        case ideaBox = "IdeaBox"
        case mirroring
        case engine
        case client
        case http = "HTTP"
        case store
        case feed
        /// The service's store in a PostgreSQL; no other run has it.
        case postgreSQL = "PostgreSQL"

        /// The kind of runs that can find it; nil for both.
        package var kind: RunKind? {
            switch self {
            case .ideaBox: .ideaBox
            case .mirroring: .mirroring
            case .engine, .client, .http, .store, .feed, .postgreSQL: nil
            }
        }
    }

    private init(_ name: String, _ place: Place, _ words: String, part: RunPart? = nil) {
        (self.name, self.place, self.words, self.part) = (name, place, words, part)
    }

    /// All of them.
    package static let all = [
        Mutation("ackClearsAll", .ideaBox, "an answer clears an edit that was made meanwhile"),
        Mutation("freshName", .ideaBox, "each attempt to create has a new name"),
        Mutation("wallclock", .ideaBox, "a change is stamped by the clock alone"),
        Mutation("tie", .ideaBox, "of two changes of one millisecond each device keeps its own"),
        Mutation("outboxSplit", .ideaBox, "some changes are stored and not marked as pending"),
        Mutation("dropOnError", .ideaBox, "a refused change is no longer pending"),
        Mutation("oneStoreForAll", .ideaBox, "all accounts of a device share a store"),
        Mutation("expiredResume", .ideaBox, "after an expired token nothing is compared"),
        Mutation("losersForgotten", .ideaBox, "the version that gives way is not kept"),
        Mutation("impatient", .ideaBox, "the service's wish to wait is not heard", part: .fault(.throttle)),
        Mutation("quotaForEver", .ideaBox, "an account that was full once is full for ever", part: .fault(.quota)),
        Mutation("errorStays", .ideaBox, "a success does not clear the last error"),
        Mutation(
            "emptyServiceWins",
            .ideaBox,
            "what a service that was put back lacks is not sent again",
            part: .fault(.restore)
        ),
        Mutation("deletionsForgotten", .ideaBox, "deletions that came down are not done"),
        Mutation("wrongClock", .ideaBox, "dates are not corrected by the service's"),
        Mutation("firstFetchNoReconcile", .ideaBox, "a store that sent before its first fetch compares nothing"),
        Mutation("detailsUntold", .ideaBox, "an edit of the details alone is not sent", part: .actions(.details)),
        Mutation("reopenUntold", .ideaBox, "an idea that is opened again is not sent", part: .actions(.reopening)),
        Mutation("importUntold", .ideaBox, "what was imported is not sent", part: .actions(.imports)),
        Mutation(
            "bringBackUntold",
            .ideaBox,
            "a version that was brought back is not sent",
            part: .actions(.bringingBack)
        ),
        Mutation("oneRequestOnly", .ideaBox, "what does not fit into one request counts as sent"),
        Mutation(
            "signOutUnheard",
            .ideaBox,
            "a sync goes on after another process has signed out",
            part: .fault(.signOut)
        ),
        Mutation(
            "trashByWallClock",
            .ideaBox,
            "the clock that anybody can set says what is thirty days old",
            part: .actions(.tidying)
        ),
        Mutation(
            "obsoleteUnsent",
            .ideaBox,
            "what has waited for thirty days is not sent any more",
            part: .fault(.longAbsence)
        ),
        Mutation("mirrorMineStays", .mirroring, "where both sides changed a record, what is here stays"),
        Mutation("mirrorAckClearsAll", .mirroring, "an answer clears a change that was made meanwhile"),
        Mutation("mirrorConflictDropped", .mirroring, "a conflict counts as saved"),
        Mutation("mirrorDeletionsForgotten", .mirroring, "deletions that came down are not done"),
        Mutation("mirrorCutsForgotten", .mirroring, "a link that is cut here is not deleted at the service"),
        Mutation("mirrorOrphans", .mirroring, "a child that comes before its parent does not wait for it"),
        Mutation("mirrorTokenFirst", .mirroring, "the token is kept before the rows of its page"),
        Mutation("mirrorClockBehind", .mirroring, "the clock does not heed stamps that came"),
        Mutation("mirrorTwins", .mirroring, "of two rows with one unique value each device keeps its own"),
        Mutation("mirrorExpiredResume", .mirroring, "after an expired token nothing is compared"),
        Mutation("mirrorRefusedDone", .mirroring, "a record that was refused counts as saved"),
        Mutation("mirrorAnyAccount", .mirroring, "whoever signs in gets what the store holds"),
        Mutation("mirrorAsleep", .mirroring, "a save does not wake mirroring"),
        Mutation("mirrorFailureIsSuccess", .mirroring, "a fetch that failed counts as a success"),
        Mutation(
            "mirrorLostFileIsNone",
            .mirroring,
            "a large value whose file did not come counts as none",
            part: .actions(.files)
        ),
        Mutation(
            "mirrorSignInResumes",
            .mirroring,
            "who signs in again hears of no deletion that happened meanwhile",
            part: .fault(.signOut)
        ),
        Mutation("mirrorEqualIsChange", .mirroring, "a value that is assigned once more counts as changed"),
        Mutation(
            "mirrorFractionsLost",
            .mirroring,
            "a number with a fraction comes down as a whole one",
            part: .actions(.values)
        ),
        Mutation(
            "mirrorUpdateReadsNothing",
            .mirroring,
            "what an older version of the app could not read is not read after its update",
            part: .fault(.newerVersion)
        ),
        Mutation("tokenFirst", .engine, "the token of a page is kept before the page is told"),
        Mutation("onePageOnly", .engine, "a zone counts as fetched after its first page"),
        Mutation("deletionsUntold", .engine, "a page of nothing but deletions is not told"),
        Mutation("lostDeleteIsDone", .engine, "a delete whose answer was lost counts as done"),
        Mutation("pushUnheard", .engine, "a push leads to no fetch"),
        Mutation("blindOverwrite", .client, "records are saved whatever the service has"),
        Mutation("fieldsForgotten", .client, "fields that the app does not know are taken away"),
        Mutation("wrongCode", .client, "a conflict is taken for a failure of the service"),
        Mutation(
            "pauseUnread",
            .http,
            "the time to wait that stands in the head of an answer is not read",
            part: .fault(.throttle)
        ),
        Mutation("ackBeforeCommit", .store, "the answer goes out before the commit, which may fail"),
        Mutation("noTombstone", .store, "a deleted record leaves nothing"),
        Mutation(
            "noGraveyard",
            .store,
            "of a deletion that left the feed nothing is remembered",
            part: .fault(.expiry)
        ),
        Mutation("noTagCheck", .store, "the change tag is not looked at"),
        Mutation("pruneKeepsTokens", .store, "tokens stay good when deletions leave the feed", part: .fault(.expiry)),
        Mutation("answersForgotten", .store, "a request that comes twice has its effect twice"),
        Mutation(
            "epochStays",
            .store,
            "a store that was put back goes on as if nothing had happened",
            part: .fault(.restore)
        ),
        Mutation(
            "keyLookedUpEarly",
            .store,
            "a request that comes twice at the same time has its effect twice",
            part: .fault(.interleaving)
        ),
        Mutation("zonesMixed", .store, "what is read of a zone is read of the account's first one", part: .alarms),
        Mutation("gap", .feed, "the record after a page is skipped"),
        Mutation("lateHead", .feed, "the token is newer than the records"),
        Mutation(
            "headReadLate",
            .feed,
            "the token is read after the records, in a transaction of its own",
            part: .fault(.interleaving)
        ),
        Mutation("pageTokenExpiry", .feed, "a token inside a long first fetch expires like any other"),
        Mutation("skipAllTombstones", .feed, "a long first fetch leaves out deletions that happen meanwhile"),
        Mutation(
            "postgresHeadReadLate",
            .postgreSQL,
            "the token is read after the records, in a transaction of its own",
            part: .fault(.interleaving)
        ),
    ]
}
