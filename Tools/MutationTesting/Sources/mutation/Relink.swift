import ArgumentParser
import Foundation
import MutationTesting

struct Relink: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Generates the copy, and links programs of a debug build with its mutated modules.",
        discussion: """
            Takes a minute where a debug build is there. Mutants that the compiler refuses are taken out, and others are drawn in \
            their place. The programs are not optimised.
            """
    )

    @OptionGroup var source: SourceOptions
    @Option(help: "The folder with the list of mutants; it is written back with what compiles.")
    var list: String
    @Option(help: "The folder of the copy.")
    var output: String
    @Option(help: "The manifest of the debug build, .build/debug.yaml.")
    var manifest: String
    @Option(help: "The folder for the programs.")
    var programs: String
    @Option(help: "The name of a program; may be given more than once.")
    var program: [String]
    @Option(help: "Rounds after which to give up.")
    var rounds = 12

    func run() throws {
        let (folder, listFolder) = (URL(filePath: output), URL(filePath: list))
        let drawn = try MutantList.read(from: listFolder)
        let drawing = try DrawingSource(
            source.openRepository(),
            areas: drawn.chosenAreas(),
            rewrites: source.allRewrites()
        )
        let loop = BuildLoop(drawing, folder: folder, mostRounds: rounds, say: { say($0) })
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let relinked = try RelinkedPrograms(
            program,
            manifest: URL(filePath: manifest),
            copy: folder,
            output: URL(filePath: programs)
        )
        try loop.run(drawn) { try relinked.build($0, log: $1) }.write(to: listFolder)
    }
}
