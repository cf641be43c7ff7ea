import Foundation
import Testing

/// Mutants made by hand, each a rewrite of a copy of the source (`Tools/MutationTesting/Rewrites`).
struct RewriteTests {
    private static let folder = "Tools/MutationTesting/Rewrites"

    private struct Hunk {
        let path: String
        let find: String
        let replacement: String
    }

    private static func hunks(of text: String) throws -> [Hunk] {
        try text.components(separatedBy: "\nfile: ").dropFirst().map { part in
            let path = try #require(part.split(separator: "\n").first)
            let halves = part.components(separatedBy: "\n+++ replace\n")
            let find = try #require(halves[0].components(separatedBy: "\n--- find\n").last)
            let replacement = try #require(halves.last?.components(separatedBy: "\n=== end").first)
            return Hunk(path: String(path), find: find, replacement: replacement)
        }
    }

    private static let rewrites = Repository.this.files(under: folder, endingWith: ".rewrite")

    @Test(arguments: rewrites)
    func appliesOnce(_ rewrite: String) throws {
        let hunks = try Self.hunks(of: try Repository.this.text(of: rewrite))
        #expect(!hunks.isEmpty)
        for hunk in hunks {
            let source = "\n" + (try Repository.this.text(of: hunk.path))
            let found = source.components(separatedBy: "\n\(hunk.find)\n").count - 1
            #expect(found == 1, "\(rewrite) has to name lines of \(hunk.path) that are there once: mend its “find”")
            #expect(hunk.replacement.count > hunk.find.count)
        }
    }

    /// The simulations know each by its name.
    @Test func namesAreThoseOfTheSimulations() throws {
        let lists = [
            "Sources/SimulationTesting/Mutation.swift",
            "Tools/StoreSimulation/Sources/StoreSimulation/Mutants/StoreMutation.swift",
        ]
        let known = try lists.flatMap { list in
            try Repository.this.text(of: list).matches(of: /Mutation\(\s*"([A-Za-z]+)"/).map { String($0.1) }
        }
        let names = Self.rewrites.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
        #expect(Set(known) == Set(names) && known.count == names.count && names.count > 60)
    }
}
