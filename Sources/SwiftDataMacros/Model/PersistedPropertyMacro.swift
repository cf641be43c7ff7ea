import SwiftSyntax
import SwiftSyntaxMacros

/// `@_PersistedProperty(n)`: makes a property read and write its slot, and adds the slot beside it.
public enum PersistedPropertyMacro: AccessorMacro, PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        PropertyExpansion(node, declaration, in: context)?.accessors ?? []
    }

    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        PropertyExpansion(node, declaration, in: context).map { [$0.peer] } ?? []
    }
}
