import AppCommons
import ArgumentParser
import IdeaBoxCore

struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: help(.add))

    @Argument(help: argumentHelp(.text)) var text: [String] = []
    @Option(help: argumentHelp(.details, "text")) var details: String?
    @Flag(help: argumentHelp(.json)) var json = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        guard text.isEmpty || text == ["-"] else {
            return try shared.run(.add(title: text.joined(separator: " "), details: details, json: json))
        }
        // A hyphen asks for standard input, also for what is typed there.
        let isTerminal = text.isEmpty && POSIXFiles.isTerminal(0)
        try shared.run(.addInput(details: details, json: json, isTerminal: isTerminal))
    }
}

struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: help(.show))

    @Argument(help: argumentHelp(.id)) var id: String
    @Flag(help: argumentHelp(.json)) var json = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.show(id: id, json: json))
    }
}

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "edit", abstract: help(.edit))

    @Argument(help: argumentHelp(.id)) var id: String
    @Option(help: argumentHelp(.title, "text")) var title: String?
    @Option(help: argumentHelp(.newDetails, "text")) var details: String?
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.edit(id: id, title: title, details: details))
    }
}

struct Done: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "done", abstract: help(.done))

    @Argument(help: argumentHelp(.ids)) var ids: [String]
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.complete(ids: ids))
    }
}

struct Reopen: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "reopen", abstract: help(.reopen))

    @Argument(help: argumentHelp(.ids)) var ids: [String]
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.reopen(ids: ids))
    }
}

struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rm", abstract: help(.remove))

    @Argument(help: argumentHelp(.ids)) var ids: [String]
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.delete(ids: ids))
    }
}

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "restore", abstract: help(.restore))

    @Argument(help: argumentHelp(.ids)) var ids: [String]
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.restore(ids: ids))
    }
}

struct BringBack: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bring-back", abstract: help(.bringBack))

    @Argument(help: argumentHelp(.id)) var id: String
    @Option(help: argumentHelp(.logEntry, "id")) var entry: String?
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.bringBack(id: id, entry: entry))
    }
}

struct EmptyTrash: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "empty-trash", abstract: help(.emptyTrash))

    @Flag(help: argumentHelp(.yes)) var yes = false
    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.emptyTrash(isConfirmed: yes))
    }
}
