import AppCommons
import ArgumentParser
import IdeaBoxCore

/// The command itself.
struct IdeaBox: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ideabox",
        abstract: help(.app),
        version: IdeaBoxVersion.current,
        subcommands: [
            Add.self, List.self, Show.self, Edit.self, Done.self, Reopen.self, Remove.self, Restore.self,
            BringBack.self, EmptyTrash.self, Search.self, Import.self, Export.self, Log.self, Sync.self, Status.self,
            Account.self,
            Recover.self, Serve.self,
        ]
    )

    @OptionGroup var shared: SharedOptions

    func run() throws {
        try shared.run(.guide)
    }
}

extension ParsableCommand {
    /// The first word after `help` that names no command, for which the parser would show the whole help.
    static func unknownTopic(_ arguments: some Collection<String>) -> String? {
        guard arguments.first == "help" else { return nil }
        var level = configuration.subcommands
        for word in arguments.dropFirst() {
            guard !word.hasPrefix("-") else { return nil }
            guard let next = level.first(where: { $0._commandName == word }) else { return word }
            level = next.configuration.subcommands
        }
        return nil
    }
}

/// The text of the help in the language of the process.
func help(_ topic: CommandHelp.Topic) -> String {
    CommandHelp.live.text(topic)
}

func argumentHelp(_ topic: CommandHelp.Topic, _ valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(help(topic), valueName: valueName)
}

/// What every command takes.
struct SharedOptions: ParsableArguments {
    @Option(help: argumentHelp(.store, "folder"), completion: .directory)
    var store: String?

    /// Runs the request and ends with its status.
    func run(_ request: CommandRequest) throws {
        try end(runner.run(request))
    }

    /// What runs a request.
    var runner: CommandRunner {
        CommandRunner(output: LiveCommandOutput(), surroundings: .live, store: store)
    }

    /// Ends with a status.
    func end(_ status: ExitStatus) throws {
        if status != .done { throw ExitCode(status.rawValue) }
    }
}

/// Which part of a long list to show.
struct PageOptions: ParsableArguments {
    @Option(help: argumentHelp(.limit, "n"))
    var limit = 50

    @Option(help: argumentHelp(.page, "n"))
    var page = 1

    var request: PageRequest { PageRequest(number: page, size: limit) }
}
