import SwiftSyntax
import SwiftSyntaxMacros

extension PersistentModelMacro: ExtensionMacro {
    /// One extension for each conformance that the class does not have yet; a subclass of a model has them all.
    public static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let model = declaration.as(ClassDeclSyntax.self), model.genericParameterClause == nil else { return [] }
        let name = type.trimmedDescription
        var extensions: [DeclSyntax] = []
        if protocols.contains(where: { $0.isNamed("PersistentModel") }) {
            extensions.append("extension \(raw: name): nonisolated SwiftData.PersistentModel {}")
        }
        if protocols.contains(where: { $0.isNamed("Observable") }) {
            extensions.append("extension \(raw: name): nonisolated Observation.Observable {}")
        }
        if protocols.contains(where: { $0.isNamed("Sendable") }) {
            extensions.append(
                """
                @available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to \
                other tasks, or work with \(raw: name) inside a ModelActor.")
                extension \(raw: name): Sendable {}
                """
            )
        }
        return extensions.compactMap { $0.as(ExtensionDeclSyntax.self) }
    }
}
