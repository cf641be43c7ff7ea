import ArgumentParser
import Foundation
import MutationTesting

struct Rewrites: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists or checks mutants made by hand; each must apply exactly once."
    )

    @OptionGroup var source: SourceOptions
    @Flag(help: "Fail if one does not apply, or if the names differ from those of the simulations' list.")
    var check = false
    @Flag(help: "Write rewrites of the blocks “#if MUTANTS” that still stand in the source.")
    var record = false

    func run() throws {
        let repository = try source.openRepository()
        if record {
            let recorded = try RewriteRecorder(repository).record()
            try RewriteFolder.write(recorded, to: source.rewriteFolder)
            say("\(recorded.count) rewrites are in \(source.rewriteFolder.path)")
        }
        let rewrites = try source.allRewrites()
        guard check else {
            for rewrite in rewrites where !record { say(rewrite.name) }
            return
        }
        let problems = try RewriteCheck(repository).problems(of: rewrites)
        for problem in problems { say(problem) }
        say("\(rewrites.count) rewrites, \(problems.count) problems")
        if !problems.isEmpty { throw ExitCode.failure }
    }
}
