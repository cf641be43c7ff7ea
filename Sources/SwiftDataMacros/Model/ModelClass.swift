import SwiftSyntax
import SwiftSyntaxMacros

/// What the expansion of `@Model` needs to know about the class.
struct ModelClass {
    let declaration: ClassDeclSyntax
    let access: AccessLevel
    let properties: [PersistedProperty]
    let members: ModelMembers
    /// The direct superclass as written, when that is a model too.
    let superclass: String?

    /// As written, so that a backticked name stays usable.
    var name: String { declaration.name.trimmedDescription }
    var isFinal: Bool { declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) } }
    var isRoot: Bool { superclass == nil }
    var isGeneric: Bool { declaration.genericParameterClause != nil }

    /// `class` members can be overridden by a model that inherits; in a final class nothing can.
    var typeMember: String { isFinal ? "static" : "class" }
    /// What stands before a type member or method that a subclass model overrides.
    var overridable: String { isRoot ? access.overridablePrefix : "override " + access.overridablePrefix }
    /// What stands before an initialiser that the protocol asks for.
    var requiredInit: String { (isFinal && isRoot ? "" : "required ") + access.prefix }

    /// Nil when the macro is attached to anything but a class.
    ///
    /// `needsConformance` says whether the class is not yet a `PersistentModel`, as the compiler knows.
    init?(_ declaration: some DeclGroupSyntax, needsConformance: Bool, in context: some MacroExpansionContext) {
        guard let declaration = declaration.as(ClassDeclSyntax.self) else { return nil }
        self.declaration = declaration
        access = AccessLevel(of: declaration, in: context)
        members = ModelMembers(of: declaration, in: context)
        properties = members.persisted
        superclass = needsConformance ? nil : Self.modelSuperclass(of: declaration)
    }

    /// A class that already conforms does so through its superclass, which stands first, or says so itself.
    private static func modelSuperclass(of declaration: ClassDeclSyntax) -> String? {
        guard let first = declaration.inheritanceClause?.inheritedTypes.first else { return nil }
        let text = first.type.trimmedDescription
        let ownWords = ["PersistentModel", "SwiftData.PersistentModel"]
        let inherited = declaration.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
        return inherited.contains(where: ownWords.contains) ? nil : text
    }
}

extension ClassDeclSyntax {
    /// A class that names anything after its colon may inherit from a model; the syntax alone cannot tell.
    ///
    /// Its accessors therefore count from a first ordinal that the member expansion supplies.
    var mayInheritFromModel: Bool { inheritanceClause != nil }
}
