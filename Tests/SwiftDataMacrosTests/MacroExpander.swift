import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// Expands the macros of the plug-in in a piece of source, as the compiler would.
struct MacroExpander {
    /// What the compiler says that a class does not conform to yet; empty for a class that inherits from a model.
    var missingConformances = ["Observable", "PersistentModel", "Sendable"]

    /// The source after the expansion, and what the macros reported.
    func expand(_ source: String) -> Expansion {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "App", fullFilePath: "App.swift")]
        )
        let expanded = file.expand(
            macroSpecs: specifications,
            contextGenerator: {
                BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
            },
            indentationWidth: .spaces(4)
        )
        return Expansion(
            source: expanded.description,
            reports: context.diagnostics.map { Expansion.report($0, in: context) },
            fixed: Expansion.applyingFirstFixIts(of: context.diagnostics, in: context, to: source)
        )
    }

    private var specifications: [String: MacroSpec] {
        let conformances = missingConformances.map { TypeSyntax("\(raw: $0)") }
        return [
            "Model": MacroSpec(type: PersistentModelMacro.self, conformances: conformances),
            "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
            "_TransformablePersistedProperty": MacroSpec(type: TransformablePersistedPropertyMacro.self),
            "Attribute": MacroSpec(type: AttributePropertyMacro.self),
            "Relationship": MacroSpec(type: RelationshipPropertyMacro.self),
            "Transient": MacroSpec(type: TransientPropertyMacro.self),
            "Index": MacroSpec(type: IndexMacro.self),
            "Unique": MacroSpec(type: UniqueMacro.self),
            "ModelActor": MacroSpec(type: ModelActorMacro.self, conformances: ["ModelActor"]),
            "Predicate": MacroSpec(type: PredicateMacro.self),
        ]
    }
}
