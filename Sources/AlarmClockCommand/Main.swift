import AlarmClockCore
import AppCommons
import ArgumentParser
import Foundation

/// The process: arguments in, one call to the core, exit code out.
@main
enum Main {
    static func main() async {
        FileSizeSignal.ignore()
        let output = LiveCommandOutput()
        if let number = ArgumentBytes.firstUnreadable(count: CommandLine.argc, CommandLine.unsafeArgv) {
            output.note(CommandHelp.live.notText(argument: number))
            exit(ExitStatus.usage.rawValue)
        }
        // Before the parser makes its tables of all commands, which takes longer than the answer.
        if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) { exit(say(AlarmClock.version, output)) }
        do {
            var command = try AlarmClock.parseAsRoot()
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
        let text = CommandHelp.live.localized(AlarmClock.fullMessage(for: error))
        guard AlarmClock.exitCode(for: error).isSuccess else {
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
