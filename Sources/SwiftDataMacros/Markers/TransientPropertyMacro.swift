import SwiftSyntax
import SwiftSyntaxMacros

/// `@Transient`: expands to nothing; it tells `@Model` to leave the property alone.
public enum TransientPropertyMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
