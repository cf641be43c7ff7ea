import ArgumentParser
import Foundation
import MutationTesting

struct SourceOptions: ParsableArguments {
    @Option(help: "The repository that is mutated. It is read, never written.")
    var repository: String
    @Option(
        help:
            "The folder of mutants made by hand; Tools/MutationTesting/Rewrites of the repository where nothing is given."
    )
    var rewrites: String?
    @Flag(help: "Leave mutants made by hand out.")
    var withoutRewrites = false

    func openRepository() throws -> Repository { try Repository(root: URL(filePath: repository)) }

    var rewriteFolder: URL {
        rewrites.map { URL(filePath: $0) }
            ?? URL(filePath: repository).appending(path: "Tools/MutationTesting/Rewrites")
    }

    func allRewrites() throws -> [Rewrite] { withoutRewrites ? [] : try Rewrite.all(in: rewriteFolder) }
}
