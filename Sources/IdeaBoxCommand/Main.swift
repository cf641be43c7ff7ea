import AppCommons
import ArgumentParser
import Foundation
import IdeaBoxCore

/// The process: arguments in, one call to the core, exit code out.
@main
enum Main {
    private static let syncNiceness: Int32 = 5

    static func main() async {
        FileSizeSignal.ignore()
        let output = LiveCommandOutput()
        if let number = ArgumentBytes.firstUnreadable(count: CommandLine.argc, CommandLine.unsafeArgv) {
            output.note(CommandHelp.live.notText(argument: number))
            exit(ExitStatus.usage.rawValue)
        }
        // Before the parser makes its tables of all commands, which takes longer than the answer.
        if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) { exit(say(IdeaBoxVersion.current, output)) }
        if let name = IdeaBox.unknownTopic(CommandLine.arguments.dropFirst()) {
            output.note(CommandHelp.live.noSuchCommand(name))
            exit(ExitStatus.usage.rawValue)
        }
        do {
            var command = try IdeaBox.parseAsRoot()
            // What is synced meanwhile gives way to what a person does; threads that begin from here do as this one.
            if command is Sync { _ = nice(Self.syncNiceness) }
            if var waiting = command as? any AsyncParsableCommand {
                try await waiting.run()
            } else {
                try command.run()
            }
        } catch {
            exit(end(error, output))
        }
    }

    /// Says what the argument parser has to say and answers the exit code.
    private static func end(_ error: any Error, _ output: LiveCommandOutput) -> Int32 {
        if let code = error as? ExitCode { return code.rawValue }
        let text = CommandHelp.live.localized(IdeaBox.fullMessage(for: error))
        guard IdeaBox.exitCode(for: error).isSuccess else {
            output.note(text)
            return ExitStatus.usage.rawValue
        }
        return say(text, output)
    }

    private static func say(_ text: String, _ output: LiveCommandOutput) -> Int32 {
        do {
            try output.write(text + "\n")
            try output.flush()
            return ExitStatus.done.rawValue
        } catch {
            return ExitStatus.failed.rawValue
        }
    }
}
