import AlarmClockCore
import AppCommons
import ArgumentParser

/// The command itself.
struct AlarmClock: ParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "alarmclock",
        abstract: help("app"),
        version: version,
        subcommands: [
            Add.self, In.self, List.self, Next.self, On.self, Off.self, Skip.self, Remove.self, Snooze.self, Stop.self,
            Dismiss.self, Template.self, Migrate.self, Export.self, Import.self, Run.self, Serve.self, Install.self,
            Doctor.self,
            TestSound.self, Account.self,
        ],
        defaultSubcommand: List.self
    )
}

/// The text of the help in the language of the process.
func help(_ topic: String) -> String { CommandHelp.live.text(topic) }

func argumentHelp(_ topic: String, _ valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(help(topic), valueName: valueName)
}

/// What every command takes.
struct SharedOptions: ParsableArguments {
    @Option(help: argumentHelp("store", "folder"), completion: .directory)
    var store: String?

    /// What does the work.
    var runner: CommandRunner { CommandRunner(output: LiveCommandOutput(), surroundings: .live, store: store) }

    /// Runs the request and ends with its status.
    func run(_ request: CommandRequest) async throws { try end(await runner.run(request)) }

    /// Ends with a status.
    func end(_ status: ExitStatus) throws {
        if status != .done { throw ExitCode(status.rawValue) }
    }
}
