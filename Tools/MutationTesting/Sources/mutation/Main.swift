import ArgumentParser
import MutationTesting

@main
struct Mutation: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mutation",
        abstract: "Draws faults by rule, builds them into one copy, and counts which of them the tests find.",
        discussion: """
            The usual way is draw, generate or build, run, report; Scripts/mutation goes it. A list of mutants is the same for the \
            same source and seed. In the copy every mutant stands behind a switch, and the variable MUTANT says by number or name \
            which one is on; without it the copy behaves as the original does.
            """,
        subcommands: [
            Draw.self, Generate.self, Build.self, Relink.self, Run.self, Report.self, Strip.self, Rewrites.self,
        ]
    )
}
