import ArgumentParser
import Foundation
import MutationTesting

struct Build: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Generates and builds the copy until all of its mutants compile.",
        discussion: """
            Mutants that the compiler refuses are taken out, and others are drawn in their place from the same stream. The list is \
            written back. Arguments after -- are the build's command, run in the copy; “swift build” where there are none.
            """
    )

    @OptionGroup var copy: CopyOptions
    @Option(parsing: .upToNextOption, help: "Targets that the copy does without.")
    var withoutTarget: [String] = []
    @Option(help: "Check types first, against the debug build that this manifest (.build/debug.yaml) describes.")
    var check: String?
    @Flag(help: "Only check types; build nothing.")
    var checkOnly = false
    @Argument(parsing: .postTerminator, help: "The build's command.")
    var command: [String] = []

    func validate() throws {
        if checkOnly, check == nil {
            throw ValidationError("--check-only wants --check with the manifest of a debug build")
        }
    }

    func run() throws {
        let loop = try copy.loop(without: withoutTarget)
        var drawn = try copy.drawnList()
        if let check {
            let checker = try ModuleCheck(manifest: URL(filePath: check), folder: copy.folder)
            drawn = try loop.run(drawn) { try checker.run($0, log: $1) }
            try copy.write(drawn)
        }
        if checkOnly { return }
        let words = command.isEmpty ? ["swift", "build"] : command
        drawn = try loop.run(drawn) { _, log in
            try ChildProcess(words, folder: copy.folder, output: log).run() == .exit(0)
        }
        try copy.write(drawn)
    }
}
