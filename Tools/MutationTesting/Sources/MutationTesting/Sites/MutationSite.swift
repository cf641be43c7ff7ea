import SwiftSyntax

/// A place where a rule makes a mutant.
package struct MutationSite: Codable, Hashable, Sendable {
    package let rule: String
    package let file: String
    /// The line in the source without hand-made mutants, from 1.
    package let line: Int
    /// The enclosing declarations, outermost first.
    package let declaration: String
    package let before: String
    package let after: String
    /// UTF-8 offsets that no other mutant may touch.
    package let start: Int
    package let end: Int
    /// UTF-8 offsets of the enclosing function, where the compiler's complaints may point.
    package let scopeStart: Int
    package let scopeEnd: Int
    package let edits: [TextEdit]
    /// Which of several equal sites of a declaration it is, from 0.
    package var ordinal = 0

    /// Says what it is, whatever lines move above it: a hash of the rule, the place and the text.
    package var id: String {
        String(ContentHash([rule, file, declaration, before, after, "\(ordinal)"]).text.prefix(12))
    }

    init(
        _ rule: String,
        in file: SourceFile,
        at node: some SyntaxProtocol,
        range: Range<Int>? = nil,
        before: String,
        after: String,
        edits: [TextEdit]
    ) {
        let range = range ?? node.offsets
        let scope = Enclosing.scope(of: node)?.offsets ?? range
        (self.rule, self.file, self.before, self.after, self.edits) = (rule, file.path, before, after, edits)
        (start, end) = (range.lowerBound, range.upperBound)
        (scopeStart, scopeEnd) = (scope.lowerBound, scope.upperBound)
        line = file.line(at: range.lowerBound)
        declaration = Enclosing.declarations(of: node)
    }
}
