import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Entry`: a value of the environment, and the key behind it.
public enum EntryMacro {
    private static func entry(
        _ declaration: some DeclSyntaxProtocol
    ) -> (name: String, type: TypeSyntax?, value: ExprSyntax?)? {
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks
        else { return nil }
        return (name, binding.typeAnnotation?.type.trimmed, binding.initializer?.value.trimmed)
    }
}

extension EntryMacro: AccessorMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let entry = entry(declaration) else {
            context.diagnose(Diagnostic(node: node, message: UIMessage("@Entry needs a single variable.")))
            return []
        }
        return [
            "get { self[__Key_\(raw: entry.name).self] }", "set { self[__Key_\(raw: entry.name).self] = newValue }",
        ]
    }
}

extension EntryMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let entry = entry(declaration) else { return [] }
        let isOptional = entry.type?.is(OptionalTypeSyntax.self) == true
        guard let value = entry.value ?? (isOptional ? "nil" : nil) else {
            context.diagnose(Diagnostic(node: node, message: UIMessage("@Entry needs a default value.")))
            return []
        }
        let body =
            entry.type.map { "static var defaultValue: \($0) { \(value) }" }
            ?? "static let defaultValue = \(value)"
        return ["private struct __Key_\(raw: entry.name): SwiftUI.EnvironmentKey { \(raw: body) }"]
    }
}
