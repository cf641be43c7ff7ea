import ArgumentParser
import IdeaBoxCore

/// Which ideas to list.
enum ListChoice: EnumerableFlag {
    case open
    case completed
    case trash

    static func name(for value: ListChoice) -> NameSpecification {
        // “Done” is the word of the other commands.
        value == .completed ? [.long, .customLong("done")] : .long
    }

    static func help(for value: ListChoice) -> ArgumentHelp? {
        switch value {
        case .open: argumentHelp(.openOnly)
        case .completed: argumentHelp(.completedOnly)
        case .trash: argumentHelp(.trashOnly)
        }
    }

    var list: IdeaList {
        switch self {
        case .open: .open
        case .completed: .completed
        case .trash: .trash
        }
    }
}

struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: help(.list))

    @Flag var choice: ListChoice?
    @OptionGroup var page: PageOptions
    @Flag(help: argumentHelp(.json)) var json = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.list(choice?.list ?? .all, page.request, json: json))
    }
}

struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "search", abstract: help(.search))

    @Argument(help: argumentHelp(.words)) var words: [String]
    @Flag(help: argumentHelp(.hideCompleted)) var hideCompleted = false
    @OptionGroup var page: PageOptions
    @Flag(help: argumentHelp(.json)) var json = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.search(words: words, hidesCompleted: hideCompleted, page.request, json: json))
    }
}

struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "log", abstract: help(.log))

    @Option(help: argumentHelp(.logID, "id")) var idea: String?
    @Option(help: argumentHelp(.logType, "event")) var type: String?
    @Option(help: argumentHelp(.since, "date")) var since: String?
    @Option(help: argumentHelp(.until, "date")) var until: String?
    @OptionGroup var page: PageOptions
    @Flag(help: argumentHelp(.json)) var json = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        let request = HistoryRequest(id: idea, event: type, since: since, until: until)
        try shared.run(.history(request, page.request, json: json))
    }
}

struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: help(.status))

    @Flag(help: argumentHelp(.json)) var json = false
    @Option(help: argumentHelp(.bundle, "file"), completion: .file()) var bundle: String?
    @Flag(help: argumentHelp(.overwrite)) var overwrite = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(bundle.map { .bundle(path: $0, overwrites: overwrite) } ?? .status(json: json))
    }
}
