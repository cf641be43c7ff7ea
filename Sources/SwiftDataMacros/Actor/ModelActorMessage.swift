import SwiftDiagnostics
import SwiftSyntax

/// What `@ModelActor` refuses.
enum ModelActorMessage {
    static func notAnActor(_ declaration: some DeclGroupSyntax) -> MacroMessage {
        let kind = DeclarationKind(declaration)
        return .error(
            "modelActorKind",
            "'@ModelActor' can only be applied to an actor; '\(kind.name)' is \(kind.article) \(kind.keyword)"
        )
    }
}
