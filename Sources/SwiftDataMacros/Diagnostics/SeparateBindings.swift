import SwiftDiagnostics
import SwiftSyntax

/// Gives each name of `var a, b: Int` a declaration of its own.
struct SeparateBindings {
    private let variable: VariableDeclSyntax
    private let replacement: [String]

    /// Nil where a binding has neither a type nor a value of its own to stand on.
    init?(_ variable: VariableDeclSyntax) {
        self.variable = variable
        var type: TypeAnnotationSyntax?
        var lines: [String] = []
        for binding in variable.bindings.reversed() {
            type = binding.typeAnnotation ?? (binding.initializer == nil ? type : nil)
            guard type != nil || binding.initializer != nil else { return nil }
            let single = PatternBindingSyntax(
                pattern: binding.pattern.trimmed,
                typeAnnotation: type?.trimmed,
                initializer: binding.initializer?.trimmed.with(\.leadingTrivia, .space)
            )
            let head = variable.with(\.bindings, []).trimmedDescription
            lines.insert("\(head) \(single.trimmedDescription)", at: 0)
        }
        replacement = lines
    }

    var fixIt: FixIt {
        let indentation = variable.leadingTrivia.pieces.last.flatMap { piece -> String? in
            if case .spaces(let count) = piece { String(repeating: " ", count: count) } else { nil }
        }
        let text = replacement.joined(separator: "\n" + (indentation ?? ""))
        let declarations = DeclSyntax("\(raw: text)")
            .with(\.leadingTrivia, variable.leadingTrivia).with(\.trailingTrivia, variable.trailingTrivia)
        return .replacing("severalBindings", "declare each property on its own", variable, with: declarations)
    }
}
