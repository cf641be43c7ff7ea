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

    @OptionGroup var copy: CopyOptions
    @Option(help: "The manifest of the debug build, .build/debug.yaml.")
    var manifest: String
    @Option(help: "The folder for the programs.")
    var programs: String
    @Option(help: "The name of a program; may be given more than once.")
    var program: [String]

    func run() throws {
        let relinked = try RelinkedPrograms(
            program,
            manifest: URL(filePath: manifest),
            copy: copy.folder,
            output: URL(filePath: programs)
        )
        try copy.write(copy.loop().run(copy.drawnList()) { try relinked.build($0, log: $1) })
    }
}
