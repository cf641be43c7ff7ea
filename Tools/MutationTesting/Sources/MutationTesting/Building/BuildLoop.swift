import Foundation

/// Builds a copy; takes out what does not compile, draws others in its place, and builds again.
package struct BuildLoop {
    private let source: DrawingSource
    private let folder: URL
    private let dropped: [String]
    private let mostRounds: Int
    private let say: (String) -> Void

    /// The copy is generated in the folder, without the dropped targets; after the most rounds the loop gives up.
    package init(
        _ source: DrawingSource,
        folder: URL,
        dropped: [String] = [],
        mostRounds: Int = 12,
        say: @escaping (String) -> Void
    ) {
        (self.source, self.folder, self.dropped) = (source, folder, dropped)
        (self.mostRounds, self.say) = (mostRounds, say)
    }

    /// Builds until nothing is left to take out; the list that compiles.
    ///
    /// `build` builds the copy, writes what the compiler says into a file, and answers whether it went well.
    package func run(_ list: MutantList, build: (MutatedCopy, URL) throws -> Bool) throws -> MutantList {
        var list = list
        let log = folder.appending(path: "mutation-build.log")
        for round in 1...mostRounds {
            let copy = try generator(list).generate(to: folder)
            say(
                "round \(round): building \(list.mutants.count) drawn mutants and \(source.rewrites.count) made by hand"
            )
            if try build(copy, log) {
                say("\(list.removals.count) mutants were dropped because they do not compile")
                return list
            }
            let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
            list = try replaced(in: list, copy, output)
            try list.write(to: folder)
        }
        throw MutationToolError(
            "after \(mostRounds) builds there are still mutants that do not compile: see \(log.path)"
        )
    }

    private func generator(_ list: MutantList) -> CopyGenerator {
        CopyGenerator(source.repository, list, rewrites: source.rewrites, dropped: dropped)
    }

    private func replaced(in list: MutantList, _ copy: MutatedCopy, _ output: String) throws -> MutantList {
        let errors = CompilerError.all(in: output, root: folder.path)
        var removals = list.removals
        var suspects = [Int: CompilerError]()
        for error in errors {
            for number in copy.suspects(file: error.file, line: error.line) where suspects[number] == nil {
                suspects[number] = error
            }
        }
        if let name = copy.named.first(where: { suspects[$0.number] != nil }), let error = suspects[name.number] {
            throw MutationToolError(
                "the mutant \(name.name), made by hand, does not compile (\(error.file):\(error.line): \(error.words)): mend it"
            )
        }
        for mutant in list.mutants {
            guard let error = suspects[mutant.number] else { continue }
            say(
                "dropped \(mutant.number) (\(mutant.site.rule), \(mutant.site.file):\(mutant.site.line)): \(error.words)"
            )
            removals.append(
                .init(
                    id: mutant.id,
                    reason: error.words,
                    file: mutant.site.file,
                    line: mutant.site.line,
                    rule: mutant.site.rule
                )
            )
        }
        guard removals.count > list.removals.count else {
            let tail = output.split(separator: "\n").suffix(20).joined(separator: "\n")
            throw MutationToolError("the build fails for a reason that is no mutant's:\n\(tail)")
        }
        return try source.draw(list.count, seed: list.seed, removals: removals)
    }
}
