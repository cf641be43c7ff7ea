import SwiftSyntax

/// A place where a rule makes a mutant.
public struct MutationSite: Codable, Hashable, Sendable {
    public let rule: String
    public let file: String
    /// The line in the source without hand-made mutants, from 1.
    public let line: Int
    /// The enclosing declarations, outermost first.
    public let declaration: String
    public let before: String
    public let after: String
    /// UTF-8 offsets that no other mutant may touch.
    public let start: Int
    public let end: Int
    /// UTF-8 offsets of the enclosing function, where the compiler's complaints may point.
    public let scopeStart: Int
    public let scopeEnd: Int
    public let edits: [TextEdit]
    /// Which of several equal sites of a declaration it is, from 0.
    public var ordinal = 0

    /// Says what it is, whatever lines move above it: a hash of the rule, the place and the text.
    public var id: String {
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
