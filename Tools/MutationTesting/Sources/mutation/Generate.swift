import ArgumentParser
import Foundation
import MutationTesting

struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a copy of the repository in which every mutant stands behind the switch."
    )

    @OptionGroup var source: SourceOptions
    @Option(parsing: .upToNextOption, help: "Targets that the copy does without.")
    var withoutTarget: [String] = []
    @Option(help: "The folder with the list of mutants.")
    var list: String
    @Option(help: "The folder of the copy. What is the same there already is left alone.")
    var output: String

    func run() throws {
        let list = try MutantList.read(from: URL(filePath: list))
        let generator = try CopyGenerator(
            source.openRepository(),
            list,
            rewrites: source.allRewrites(),
            dropped: withoutTarget
        )
        let copy = try generator.generate(to: URL(filePath: output))
        say("\(copy.list.mutants.count) drawn mutants and \(copy.named.count) made by hand are in \(output)")
    }
}
