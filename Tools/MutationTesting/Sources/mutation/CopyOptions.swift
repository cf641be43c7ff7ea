import ArgumentParser
import Foundation
import MutationTesting

/// A list of mutants and the copy that is made of it, until all of them compile.
struct CopyOptions: ParsableArguments {
    @OptionGroup var source: SourceOptions
    @Option(help: "The folder with the list of mutants; it is written back with what compiles.")
    var list: String
    @Option(help: "The folder of the copy.")
    var output: String
    @Option(help: "Builds after which to give up.")
    var rounds = 12

    var folder: URL { URL(filePath: output) }

    /// The loop that builds the copy, whose folder is there then.
    func loop(without targets: [String] = []) throws -> BuildLoop {
        let drawing = try DrawingSource(
            source.openRepository(),
            areas: drawnList().chosenAreas(),
            rewrites: source.allRewrites()
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return BuildLoop(drawing, folder: folder, dropped: targets, mostRounds: rounds, say: { say($0) })
    }

    func drawnList() throws -> MutantList { try MutantList.read(from: URL(filePath: list)) }

    func write(_ drawn: MutantList) throws { try drawn.write(to: URL(filePath: list)) }
}
