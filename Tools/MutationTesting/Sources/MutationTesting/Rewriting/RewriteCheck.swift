import Foundation
import SwiftParser
import SwiftSyntax

/// Whether all rewrites apply, and are those that the simulations know.
package struct RewriteCheck {
    private let repository: Repository
    private static let lists = [
        "Sources/SimulationTesting/Mutation.swift",
        "Tools/StoreSimulation/Sources/StoreSimulation/Mutants/StoreMutation.swift",
    ]

    package init(_ repository: Repository) { self.repository = repository }

    /// What is wrong, in words; nothing where all is well.
    package func problems(of rewrites: [Rewrite]) throws -> [String] {
        var problems = [String]()
        for rewrite in rewrites {
            do {
                _ = try rewrite.offsets { path in
                    guard repository.paths.contains(path) else {
                        throw MutationToolError(
                            "the rewrite \(rewrite.name) is about \(path), which is not there: mend it"
                        )
                    }
                    return try repository.plainText(of: path)
                }
            } catch let error as MutationToolError {
                problems.append(error.description)
            }
            for hunk in rewrite.hunks where Parser.parse(source: "func f() {\n\(hunk.inserted)}").hasError {
                problems.append("the statements of \(rewrite.name) in \(hunk.path) cannot be parsed: mend them")
            }
        }
        let own = Set(rewrites.map(\.name))
        var known = Set<String>()
        for list in Self.lists where repository.paths.contains(list) {
            let names = try NameFinder.names(in: repository.text(of: list))
            if names.isEmpty { problems.append("\(list) names no mutants: its shape has changed, mend the check") }
            for name in names.subtracting(own).sorted() {
                problems.append("\(list) names \(name), which has no rewrite: write one, or take the name out")
            }
            known.formUnion(names)
        }
        if known.isEmpty { problems.append("there is no list of mutants: mend the check") }
        for name in own.subtracting(known).sorted() {
            problems.append("the rewrite \(name) is in no list (\(Self.lists.joined(separator: ", "))): name it in one")
        }
        return problems
    }
}

/// Names in calls `Mutation("name", …)` and `StoreMutation("name", …)`.
private final class NameFinder: SyntaxVisitor {
    private var names = Set<String>()

    static func names(in source: String) -> Set<String> {
        let finder = NameFinder(viewMode: .sourceAccurate)
        finder.walk(Parser.parse(source: source))
        return finder.names
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if ["Mutation", "StoreMutation"].contains(node.calledExpression.trimmedDescription),
            let name = node.arguments.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        {
            names.insert(name)
        }
        return .visitChildren
    }
}

/// The folder of rewrites.
package enum RewriteFolder {
    /// Writes a file for each.
    package static func write(_ rewrites: [Rewrite], to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for rewrite in rewrites {
            let file = folder.appending(path: "\(rewrite.name).\(Rewrite.fileExtension)")
            try Data(rewrite.text.utf8).write(to: file)
        }
    }
}
