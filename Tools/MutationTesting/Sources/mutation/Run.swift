import ArgumentParser
import Foundation
import MutationTesting

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs checks with one mutant on after the other.",
        discussion: """
            The plan is a file of commands; each looks for the mutants of some areas. {name} in a command is filled by --set \
            name=value. A status other than 0, a signal and a hang are findings. Every check must pass without a mutant first. \
            Results are appended to a file, and what stands there already is not run again.
            """
    )

    @Option(help: "The folder of the copy that was built.")
    var copy: String
    @Option(help: "The file of commands.")
    var plan: String
    @Option(help: "The file of results.")
    var results: String
    @Option(parsing: .upToNextOption, help: "Values for the commands, as name=value.")
    var set: [String] = []
    @Option(help: "Mutants that are checked side by side.")
    var jobs = 1
    @Option(help: "A check hangs when it takes so many times what it took without a mutant.")
    var patience = 5.0
    @Option(help: "The address space of a check, in MiB; a mutant may ask for all there is.")
    var megabytes: Int?
    @Option(help: "Run the checks of one kind alone: simulations or unit-tests.")
    var kind: CheckPlan.Kind?
    @Flag(help: "Once a mutant is found, leave the other kind of checks out. Then the report cannot tell them apart.")
    var stopAtFirst = false

    func run() throws {
        var values = [String: String]()
        for word in set {
            guard let mark = word.firstIndex(of: "=") else {
                throw ValidationError("--set wants name=value, not \(word)")
            }
            values[String(word[..<mark])] = String(word[word.index(after: mark)...])
        }
        var options = MutantRunner.Options()
        (options.jobs, options.patience, options.megabytes) = (jobs, patience, megabytes)
        options.stopsAtFirst = stopAtFirst
        let runner = try MutantRunner(
            MutatedCopy.read(from: URL(filePath: copy)),
            CheckPlan.read(from: URL(filePath: plan), values: values).limited(to: kind),
            results: URL(filePath: results),
            options: options,
            say: { say($0) }
        )
        try runner.run()
    }
}

extension CheckPlan.Kind: ExpressibleByArgument {}
