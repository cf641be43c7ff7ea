/// A fault that `make mutants` puts into a copy of the store, and that some story must find; its rewrite has its name.
package struct StoreMutation: Sendable {
    /// Its name: the value of `MUTANT` that switches it on.
    package let name: String
    /// Which part of the simulation is to find it.
    package let finder: String
    /// The part of stories without which no seed finds it; nil where more than one part does.
    package let part: StoryPart?

    /// The test of a story of its own that finds it, where none of many seeds did; nil for those that seeds find.
    package let story: String?

    private init(_ name: String, _ finder: String, part: StoryPart? = nil, story: String? = nil) {
        (self.name, self.finder, self.part, self.story) = (name, finder, part, story)
    }

    /// All of them.
    package static let all = [
        StoreMutation(
            "unsyncedCommits",
            "power cuts that take unsynced sectors, in the hardened setting",
            part: .hardened
        ),
        StoreMutation("valuesNotMerged", "parts of one attribute that two contexts change"),
        StoreMutation(
            "readingForgotten",
            "a list that is read in one step and assigned in another",
            part: .verbs(.splitLists)
        ),
        StoreMutation("loadFailureUntold", "errors of reads"),
        StoreMutation("otherProcessesUnseen", "several processes on one store", part: .processes),
        StoreMutation("givesUpWaiting", "locks that others hold, on a virtual clock"),
        StoreMutation("deletionWithoutHistory", "the history beside the ledger of commits"),
        StoreMutation(
            "largeValuesRemovedTooEarly",
            "an error in the middle of a commit, and an end after it",
            story: "StoryTests.anErrorInACommitKeepsLargeValues"
        ),
        StoreMutation("keyUsedTwice", "insertions"),
        StoreMutation("shortReadAsZeros", "short reads", part: .faults(.short)),
        StoreMutation("placesTwice", "places of members, read from outside"),
        StoreMutation("orderNotSaved", "the order of assigned lists, read from outside"),
        StoreMutation("unsavedRowsNotFound", "fetches over unsaved changes"),
        StoreMutation("rollbackKeepsValues", "rollbacks"),
        StoreMutation("clockMakesOld", "a clock that jumps over the retention of the history", part: .verbs(.clock)),
        StoreMutation(
            "cascadeOverNewOwner",
            "a member that another process takes before an owner is deleted",
            story: "StoryTests.aMemberThatAnotherProcessTookIsNotDeleted"
        ),
        StoreMutation("undoKeepsValue", "undo", part: .verbs(.undo)),
        StoreMutation("savesUntold", "several contexts of one process"),
        StoreMutation("sumNotChecked", "damaged sectors", part: .verbs(.damage)),
        StoreMutation("inverseNotSet", "relationships of one to one", part: .verbs(.oneToOne)),
        StoreMutation("migrationInPieces", "an end in the middle of a migration", part: .migrations),
        StoreMutation("keysStayAfterFailure", "a key that cannot be reserved, and a save that fails"),
        StoreMutation("rivalKeepsPartner", "one partner that two contexts give away", part: .verbs(.oneToOne)),
        StoreMutation(
            "agreementsForgotten",
            "a link that two contexts cut, and one makes again before it saves",
            story: "StoryTests.aLinkThatIsMadeAgainAfterAnotherCutItIsThere"
        ),
        StoreMutation(
            "overruledCutsForgotten",
            "a member that others bring away and back",
            story: "StoryTests.aCutOfAMemberThatCameBackHolds"
        ),
        StoreMutation(
            "movesForgotten",
            "a member that is taken out of a list and added again",
            story: "StoryTests.aLabelThatIsAddedAgainIsTheLast"
        ),
        StoreMutation(
            "filesGoBeforeRows",
            "a power cut after an erasure",
            part: .verbs(.erasure),
            story: "StoryTests.theFilesOfAnErasedStoreGoAfterItsRows"
        ),
        StoreMutation("survivorKeepsChange", "tokens as contexts show them", part: .verbs(.unique)),
        StoreMutation(
            "subclassesGoAlong",
            "deletions by a condition, of the root class alone",
            part: .verbs(.matchingDeletions)
        ),
        StoreMutation("transactionUnsaved", "a change and its save in one call", part: .verbs(.transactions)),
        StoreMutation("erasureUntold", "a store that is emptied beside its contexts", part: .verbs(.erasure)),
        StoreMutation("historyStays", "a part of the history that is deleted", part: .verbs(.historyPruning)),
        StoreMutation("storedFetchSeesChanges", "fetches of the store alone", part: .verbs(.questions)),
        StoreMutation(
            "offsetForgotten",
            "fetches with a limit and an offset, over unsaved changes",
            part: .verbs(.questions)
        ),
        StoreMutation("fullIsFailure", "what a full disk is called", part: .faults(.full)),
        StoreMutation("subclassChangeDropped", "changes of a class below another", part: .verbs(.hierarchy)),
        StoreMutation("salvageLosesPairs", "a salvage of a sound store", part: .verbs(.damage)),
        StoreMutation("savesOfActorsUntold", "model actors beside other contexts", part: .actors),
        StoreMutation("searchMissesUnsaved", "searches over unsaved changes", part: .verbs(.searches)),
        StoreMutation("branchesSwapped", "conditions that are joined", part: .verbs(.combinedQuestions)),
        StoreMutation("pruningTakesYoung", "a history that is looked over by a save", part: .agedHistories),
    ]
}
