import SwiftSyntax
import SwiftSyntaxMacros

/// `@Relationship(…)`: expands to nothing; `@Model` reads its arguments.
public enum RelationshipPropertyMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
