import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute(…)`: expands to nothing; `@Model` reads its arguments.
public enum AttributePropertyMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
