import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

/// Expands the macros of the plug-in in a piece of source, as the compiler would.
enum Expander {
    /// The source after the expansion, and below it what the macros reported.
    static func expand(_ source: String) -> String {
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
        let reports = context.diagnostics.map { diagnostic in
            let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "App.swift")
            return "// \(place.line):\(place.column) \(diagnostic.diagMessage.severity): \(diagnostic.message)\n"
        }
        return expanded.description + (reports.isEmpty ? "" : "// ---- reports ----\n" + reports.joined())
    }

    private static let specifications: [String: MacroSpec] = [
        "Query": MacroSpec(type: QueryMacro.self),
        "Entry": MacroSpec(type: EntryMacro.self),
        "Preview": MacroSpec(type: PreviewMacro.self),
        "Previewable": MacroSpec(type: PreviewableMacro.self),
    ]
}
