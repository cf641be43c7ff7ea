import SwiftSyntax
import SwiftSyntaxMacros

/// `@_TransformablePersistedProperty(n)`: as `@_PersistedProperty(n)`, for a property stored through a value
/// transformer.
///
/// The transformer is looked up through `schemaMetadata`, so the expansion is the same.
public enum TransformablePersistedPropertyMacro: AccessorMacro, PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        try PersistedPropertyMacro.expansion(of: node, providingAccessorsOf: declaration, in: context)
    }

    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        try PersistedPropertyMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }
}
