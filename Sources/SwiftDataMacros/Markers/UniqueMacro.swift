import SwiftSyntax
import SwiftSyntaxMacros

/// `#Unique<Model>(…)`: expands to nothing; `@Model` copies its arguments into `schemaMetadata`.
public enum UniqueMacro: DeclarationMacro {
    public static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
