import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Query`: the property reads a query that is stored beside it.
public enum QueryMacro {
    /// The variable that the macro is attached to, its name and its type.
    static func property(_ declaration: some DeclSyntaxProtocol) -> (name: String, type: TypeSyntax)? {
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let type = binding.typeAnnotation?.type.trimmed
        else { return nil }
        return (name, type)
    }
}

extension QueryMacro: AccessorMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = property(declaration) else {
            context.diagnose(
                Diagnostic(node: node, message: UIMessage("@Query needs a variable with a type, such as [Item]."))
            )
            return []
        }
        let name = TokenSyntax.identifier("_" + property.name.trimmingBackticks)
        return ["get { \(name).wrappedValue }"]
    }
}

extension QueryMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = property(declaration) else { return [] }
        let name = "_" + property.name.trimmingBackticks
        let type = property.type.description
        let arguments = node.arguments.map { "\($0)" } ?? ""
        // Not private: a private variable would make the initializer of the members private, too.
        return ["var \(raw: name): SwiftUI.Query<\(raw: type).Element, \(raw: type)> = .init(\(raw: arguments))"]
    }
}

extension String {
    /// A name without the quotes that keywords need.
    var trimmingBackticks: String { hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self }
}

/// What the plug-in says to authors.
struct UIMessage: DiagnosticMessage {
    let message: String
    init(_ message: String) { self.message = message }
    var diagnosticID: MessageID { MessageID(domain: "SwiftUIMacros", id: message) }
    var severity: DiagnosticSeverity { .error }
}
