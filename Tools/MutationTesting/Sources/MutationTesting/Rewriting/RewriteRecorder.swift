import SwiftParser
import SwiftSyntax

/// Makes rewrites of the blocks `#if MUTANTS` that stand in production source.
package struct RewriteRecorder {
    private let repository: Repository

    package init(_ repository: Repository) { self.repository = repository }

    /// One for each name.
    package func record() throws -> [Rewrite] {
        var hunks = [String: [Rewrite.Hunk]]()
        for path in repository.paths where path.hasPrefix("Sources/") && path.hasSuffix(".swift") {
            let (text, blocks) = try MutantBlocks.separate(repository.text(of: path), path: path)
            // What remains of a file that is nothing but a block is no place.
            guard !blocks.isEmpty, !text.allSatisfy(\.isWhitespace) else { continue }
            for block in blocks {
                for (name, statements) in try faults(of: block, path) {
                    let find = try anchor(text, from: block.offset, path)
                    let inserted = statements.indented(as: find)
                    hunks[name, default: []].append(.init(path: path, find: find, replacement: inserted + find))
                }
            }
        }
        return hunks.sorted { $0.key < $1.key }.map { Rewrite(name: $0.key, hunks: $0.value) }
    }

    /// The statements of a block by the names of its mutants: `if Mutant.isOn("name"), rest { body }` is `if rest {
    /// body }`.
    private func faults(of block: MutantBlocks.Block, _ path: String) throws -> [(String, String)] {
        try Parser.parse(source: block.text).statements.map { item in
            guard let branch = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
                branch.elseBody == nil, let first = branch.conditions.first,
                let call = first.condition.as(FunctionCallExprSyntax.self),
                call.calledExpression.trimmedDescription == "Mutant.isOn",
                let name = call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            else {
                throw MutationToolError(
                    "\(path):\(block.line): not of the form “if Mutant.isOn(…) { … }”: write its rewrite by hand"
                )
            }
            let rest = branch.conditions.dropFirst().map(\.description).joined()
            if rest.isEmpty { return (name, branch.body.statements.description.trimmingNewlines + "\n") }
            let indentation = String(block.text.prefix { $0 == " " })
            return (name, "\(indentation)if \(rest)\(branch.body.trimmedDescription)\n")
        }
    }

    /// Whole lines from an offset on, as many as make them the only ones in the text.
    private func anchor(_ text: String, from offset: Int, _ path: String) throws -> String {
        let start = text.utf8.index(text.startIndex, offsetBy: offset)
        var end = start
        for _ in 0..<20 {
            guard let newline = text[end...].firstIndex(of: "\n") else { break }
            end = text.index(after: newline)
            let lines = text[start..<end]
            if lines.contains(where: { $0.isLetter }), text.ranges(of: lines).count == 1 { return String(lines) }
        }
        throw MutationToolError("\(path): no lines below a block say where it stood: write its rewrite by hand")
    }
}

extension String {
    /// The lines moved so that the first begins where another text does.
    fileprivate func indented(as other: String) -> String {
        let (own, wanted) = (prefix { $0 == " " }.count, String(other.prefix { $0 == " " }))
        return split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.isEmpty ? "" : wanted + line.dropFirst(Swift.min(own, line.prefix { $0 == " " }.count))
        }.joined(separator: "\n")
    }

    fileprivate var trimmingNewlines: String {
        var text = self[...]
        while text.first == "\n" { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
