import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxMacros

/// The members of a class that are compiled, with the inactive branches of `#if` left out.
struct ModelMembers {
    let declarations: [DeclSyntax]

    init(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        declarations = Self.active(declaration.memberBlock.members, context.buildConfiguration)
    }

    /// In source order: a property's place in this list is its ordinal.
    var persisted: [PersistedProperty] {
        declarations.compactMap { $0.as(VariableDeclSyntax.self) }.compactMap { PersistedProperty($0) }
    }

    /// All stored instance properties, also those that cannot be persisted as they are written.
    var storedVariables: [VariableDeclSyntax] {
        declarations.compactMap { $0.as(VariableDeclSyntax.self) }.filter { variable in
            !variable.isTypeMember && !variable.isLazy && !variable.bindings.allSatisfy(\.isComputed)
        }
    }

    /// `#Index` or `#Unique` declarations, in source order.
    func constraints(named name: String) -> [MacroExpansionDeclSyntax] {
        declarations.compactMap { $0.as(MacroExpansionDeclSyntax.self) }.filter { $0.macroName.text == name }
    }

    private static func active(
        _ members: MemberBlockItemListSyntax,
        _ configuration: (any BuildConfiguration)?
    ) -> [DeclSyntax] {
        members.flatMap { member -> [DeclSyntax] in
            guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
            guard let configuration else { return [] }
            let clause = condition.activeClause(in: configuration).clause
            guard case .decls(let inner)? = clause?.elements else { return [] }
            return active(inner, configuration)
        }
    }
}
