import SwiftOperators
import SwiftSyntax
import SwiftSyntaxMacros

/// `#Predicate` over a model: rewrites the closure into the tree of nodes that a store can read.
public enum PredicateMacro: ExpressionMacro {
    public static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
        let written = node.trailingClosure ?? node.arguments.first?.expression.as(ClosureExprSyntax.self)
        guard let written else {
            context.diagnose(PredicateMessage.needsClosure.diagnostic(at: node))
            return refused
        }
        let closure = folded(written)
        let rewriter = PredicateRewriter(names: FreshNames(avoiding: closure)) { context.diagnose($0) }
        let builder = rewriter.builder(for: closure)
        guard !rewriter.hasRefused else { return refused }
        let input = node.genericArgumentClause?.arguments.trimmedDescription ?? PredicateClosure.inputTypes(of: closure)
        let type = input.map { "Foundation.Predicate<\($0)>" } ?? "Foundation.Predicate"
        return "\(raw: type)(\(raw: builder.rendered()))"
    }

    /// Stands in where a diagnostic already says what is wrong, so that nothing else is reported.
    private static let refused: ExprSyntax = "Foundation.Predicate.false"

    /// The compiler hands over folded operators already; other clients may not.
    ///
    /// What is folded stays in its tree, so that diagnostics find their places.
    private static func folded(_ closure: ClosureExprSyntax) -> ClosureExprSyntax {
        guard UnfoldedFinder.isNeeded(in: closure) else { return closure }
        let result = OperatorTable.standardOperators.foldAll(closure) { _ in }
        return result.as(ClosureExprSyntax.self) ?? closure
    }
}

/// Looks for operators that still stand in a flat sequence.
private final class UnfoldedFinder: SyntaxAnyVisitor {
    private var found = false

    static func isNeeded(in closure: ClosureExprSyntax) -> Bool {
        let finder = UnfoldedFinder(viewMode: .sourceAccurate)
        finder.walk(closure)
        return finder.found
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        if node.is(SequenceExprSyntax.self) { found = true }
        return found ? .skipChildren : .visitChildren
    }
}
