/// A fault that `make mutants` puts into a copy of the store, and that some story must find; its rewrite has its name.
package struct StoreMutation: Sendable {
    /// Its name: the value of `MUTANT` that switches it on.
    package let name: String
    /// Which part of the simulation is to find it.
    package let finder: String

    /// The test of a story of its own that finds it, where none of many seeds did; nil for those that seeds find.
    package let story: String?

    private init(_ name: String, _ finder: String, story: String? = nil) {
        (self.name, self.finder, self.story) = (name, finder, story)
    }

    /// All of them.
    package static let all = [
        StoreMutation("unsyncedCommits", "power cuts that take unsynced sectors, in the hardened setting"),
        StoreMutation("valuesNotMerged", "parts of one attribute that two contexts change"),
        StoreMutation("readingForgotten", "a list that is read in one step and assigned in another"),
        StoreMutation("loadFailureUntold", "errors of reads"),
        StoreMutation("otherProcessesUnseen", "several processes on one store"),
        StoreMutation("givesUpWaiting", "locks that others hold, on a virtual clock"),
        StoreMutation("deletionWithoutHistory", "the history beside the ledger of commits"),
        StoreMutation(
            "largeValuesRemovedTooEarly",
            "an error in the middle of a commit, and an end after it",
            story: "StoryTests.anErrorInACommitKeepsLargeValues"
        ),
        StoreMutation("keyUsedTwice", "insertions"),
        StoreMutation("shortReadAsZeros", "short reads"),
        StoreMutation("placesTwice", "places of members, read from outside"),
        StoreMutation("orderNotSaved", "the order of assigned lists, read from outside"),
        StoreMutation("unsavedRowsNotFound", "fetches over unsaved changes"),
        StoreMutation("rollbackKeepsValues", "rollbacks"),
        StoreMutation("clockMakesOld", "a clock that jumps over the retention of the history"),
        StoreMutation(
            "cascadeOverNewOwner",
            "a member that another process takes before an owner is deleted",
            story: "StoryTests.aMemberThatAnotherProcessTookIsNotDeleted"
        ),
        StoreMutation("undoKeepsValue", "undo"),
        StoreMutation("savesUntold", "several contexts of one process"),
        StoreMutation("sumNotChecked", "damaged sectors"),
        StoreMutation("inverseNotSet", "relationships of one to one"),
        StoreMutation("migrationInPieces", "an end in the middle of a migration"),
        StoreMutation("keysStayAfterFailure", "a key that cannot be reserved, and a save that fails"),
        StoreMutation("rivalKeepsPartner", "one partner that two contexts give away"),
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
    ]
}
