/// One thing that a person asks for on the command line.
package enum CommandRequest: Equatable, Sendable {
    /// Nothing was asked for.
    case guide
    case add(title: String, details: String?, json: Bool)
    /// An idea that is read from standard input, whether that is a terminal or not.
    case addInput(details: String?, json: Bool, isTerminal: Bool)
    case list(IdeaList, PageRequest, json: Bool)
    case show(id: String, json: Bool)
    case edit(id: String, title: String?, details: String?)
    case complete(ids: [String])
    case reopen(ids: [String])
    case delete(ids: [String])
    case restore(ids: [String])
    case emptyTrash(isConfirmed: Bool)
    case bringBack(id: String, entry: String?)
    case search(words: [String], hidesCompleted: Bool, PageRequest, json: Bool)
    case importFile(path: String, format: String?, isDryRun: Bool)
    case exportFile(path: String?, format: String?, overwrites: Bool)
    case history(HistoryRequest, PageRequest, json: Bool)
    case status(json: Bool)
    case bundle(path: String, overwrites: Bool)
    case recover(path: String, isVerbose: Bool)

    /// Whether it only looks at the ideas.
    var isReading: Bool {
        switch self {
        case .guide, .list, .show, .search, .exportFile, .history, .status, .bundle: true
        case .add, .addInput, .edit, .complete, .reopen, .delete, .restore, .emptyTrash, .bringBack, .importFile,
            .recover:
            false
        }
    }
}

/// A page as it was asked for, not yet checked.
package struct PageRequest: Equatable, Sendable {
    package var number: Int
    package var size: Int

    package init(number: Int, size: Int) {
        self.number = number
        self.size = size
    }

    func checked() throws -> IdeaPage {
        try IdeaPage(number: number, size: size)
    }
}

/// A part of the history as it was asked for, not yet checked.
package struct HistoryRequest: Equatable, Sendable {
    package var id: String?
    package var event: String?
    package var since: String?
    package var until: String?

    package init(id: String?, event: String?, since: String?, until: String?) {
        self.id = id
        self.event = event
        self.since = since
        self.until = until
    }
}
