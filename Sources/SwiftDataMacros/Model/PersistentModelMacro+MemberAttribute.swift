import SwiftSyntax
import SwiftSyntaxMacros

extension PersistentModelMacro: MemberAttributeMacro {
    /// Marks each persisted property and tells it its ordinal.
    public static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let model = declaration.as(ClassDeclSyntax.self), model.genericParameterClause == nil,
            let variable = member.as(VariableDeclSyntax.self), let property = PersistedProperty(variable)
        else { return [] }
        let all = ModelMembers(of: declaration, in: context).persisted
        guard let ordinal = all.firstIndex(where: { $0.name == property.name }) else { return [] }
        let macro = property.isTransformable ? "_TransformablePersistedProperty" : "_PersistedProperty"
        let label = model.mayInheritFromModel ? "offset: " : ""
        return ["@\(raw: macro)(\(raw: label)\(raw: ordinal))"]
    }
}
