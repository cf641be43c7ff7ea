import ArgumentParser
import Foundation
import MutationTesting

struct Draw: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Draws mutants and writes the list.")

    @OptionGroup var source: SourceOptions
    @Option(help: "What the drawing depends on; the hash of the last commit where nothing is given.")
    var seed: String?
    @Option(help: "How many mutants.")
    var count = 100
    @Option(parsing: .upToNextOption, help: "The areas to draw from; all where nothing is given.")
    var area: [String] = []
    @Option(help: "The folder for the list, mutants.json and mutants.tsv.")
    var output: String?
    @Flag(help: "Write nothing; say how many sites each area and rule has.")
    var tally = false

    func run() throws {
        let repository = try source.openRepository()
        let drawing = try DrawingSource(repository, areas: Area.named(area), rewrites: source.allRewrites())
        if tally {
            for line in drawing.tally { say(line) }
            return
        }
        guard let output else { throw ValidationError("--output wants the folder for the list") }
        let list = try drawing.draw(count, seed: seed ?? repository.head())
        try list.write(to: URL(filePath: output))
        say("\(list.mutants.count) mutants of \(list.sites.values.reduce(0, +)) sites, seed \(list.seed)")
    }
}

/// Says a line to the person in front.
func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
