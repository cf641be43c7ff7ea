import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion

/// What became of a piece of source.
struct Expansion {
    /// The source with the macros expanded.
    let source: String
    /// One line for each diagnostic: `2:5 error: … [fix-it: …]`.
    let reports: [String]
    /// The source as written, with the first fix-it of each diagnostic applied.
    let fixed: String

    static func report(_ diagnostic: Diagnostic, in context: BasicMacroExpansionContext) -> String {
        let place = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "App.swift")
        let fixIts = diagnostic.fixIts.map { " [fix-it: \($0.message.message)]" }.joined()
        let severity = diagnostic.diagMessage.severity
        return "\(place.line):\(place.column) \(severity): \(diagnostic.message)\(fixIts)"
    }

    static func applyingFirstFixIts(
        of diagnostics: [Diagnostic],
        in context: BasicMacroExpansionContext,
        to source: String
    ) -> String {
        var bytes = Array(source.utf8)
        let changes = diagnostics.compactMap(\.fixIts.first).flatMap(\.changes).compactMap { change in
            replacement(change, in: context)
        }
        for (range, text) in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            bytes.replaceSubrange(range, with: Array(text.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes that a change replaces, counted in the file rather than in the piece that the macro saw.
    private static func replacement(
        _ change: FixIt.Change,
        in context: BasicMacroExpansionContext
    ) -> (range: Range<Int>, text: String)? {
        guard case .replace(let old, let new) = change else { return nil }
        func offset(_ position: AbsolutePosition) -> Int {
            context.location(for: position, anchoredAt: old, fileName: "App.swift").offset
        }
        return (offset(old.position)..<offset(old.endPosition), new.description)
    }
}
