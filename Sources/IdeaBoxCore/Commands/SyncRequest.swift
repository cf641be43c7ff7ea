/// What is asked of sync on the command line.
package struct SyncRequest: Equatable, Sendable {
    /// What the person answers to a question of sync.
    package enum Answer: String, CaseIterable, Sendable {
        case acceptDeletions
        case refuseDeletions
        case uploadAgain
        case startEmpty
    }

    package var watches: Bool
    package var json: Bool
    package var answer: Answer?

    package init(watches: Bool, json: Bool, answer: Answer?) {
        self.watches = watches
        self.json = json
        self.answer = answer
    }
}

/// What is asked of the account on the command line.
package enum AccountRequest: Equatable, Sendable {
    case signIn(server: String, user: String, apiToken: String?, password: String)
    case signOut
    case show(json: Bool)
}
