import SwiftSyntax
import SwiftSyntaxMacros

/// `#Index<Model>(…)`: expands to nothing; `@Model` copies its arguments into `schemaMetadata`.
public enum IndexMacro: DeclarationMacro {
    public static func expansion(
        of node: some FreestandingMacroExpansionSyntax,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}
