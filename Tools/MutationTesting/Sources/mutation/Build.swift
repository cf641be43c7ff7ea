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

    @OptionGroup var source: SourceOptions
    @Option(parsing: .upToNextOption, help: "Targets that the copy does without.")
    var withoutTarget: [String] = []
    @Option(help: "The folder with the list of mutants; it is written back with what compiles.")
    var list: String
    @Option(help: "The folder of the copy.")
    var output: String
    @Option(help: "Check types first, against the debug build that this manifest (.build/debug.yaml) describes.")
    var check: String?
    @Flag(help: "Only check types; build nothing.")
    var checkOnly = false
    @Option(help: "Builds after which to give up.")
    var rounds = 12
    @Argument(parsing: .postTerminator, help: "The build's command.")
    var command: [String] = []

    func validate() throws {
        if checkOnly, check == nil {
            throw ValidationError("--check-only wants --check with the manifest of a debug build")
        }
    }

    func run() throws {
        let (folder, listFolder) = (URL(filePath: output), URL(filePath: list))
        var drawn = try MutantList.read(from: listFolder)
        let drawing = try DrawingSource(
            source.openRepository(),
            areas: drawn.chosenAreas(),
            rewrites: source.allRewrites()
        )
        let loop = BuildLoop(
            drawing,
            folder: folder,
            dropped: withoutTarget,
            mostRounds: rounds,
            say: { say($0) }
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let check {
            let checker = try ModuleCheck(manifest: URL(filePath: check), folder: folder)
            drawn = try loop.run(drawn) { try checker.run($0, log: $1) }
            try drawn.write(to: listFolder)
        }
        if checkOnly { return }
        let words = command.isEmpty ? ["swift", "build"] : command
        drawn = try loop.run(drawn) { _, log in
            try ChildProcess(words, folder: folder, output: log).run() == .exit(0)
        }
        try drawn.write(to: listFolder)
    }
}
