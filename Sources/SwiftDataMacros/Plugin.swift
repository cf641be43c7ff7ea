import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SwiftDataPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        PersistentModelMacro.self,
        PersistedPropertyMacro.self,
        TransformablePersistedPropertyMacro.self,
        AttributePropertyMacro.self,
        RelationshipPropertyMacro.self,
        TransientPropertyMacro.self,
        IndexMacro.self,
        UniqueMacro.self,
        ModelActorMacro.self,
        PredicateMacro.self,
    ]
}
