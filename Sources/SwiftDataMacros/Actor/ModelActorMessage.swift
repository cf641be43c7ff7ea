import SwiftDiagnostics
import SwiftSyntax

/// What `@ModelActor` refuses.
enum ModelActorMessage {
    /// Reports an attachment to what is no actor; a class lacks only the keyword.
    static func report(
        _ declaration: some DeclGroupSyntax,
        at attribute: AttributeSyntax,
        _ report: (Diagnostic) -> Void
    ) {
        let kind = DeclarationKind(declaration)
        let message = MacroMessage.error(
            "modelActorKind",
            "'@ModelActor' can only be applied to an actor; '\(kind.name)' is \(kind.article) \(kind.keyword)"
        )
        var fixIts: [FixIt] = []
        if declaration.is(ClassDeclSyntax.self) {
            let keyword = declaration.introducer.with(\.tokenKind, .keyword(.actor))
            let text = "make '\(kind.name)' an actor"
            fixIts = [.replacing("modelActorKind", text, declaration.introducer, with: keyword)]
        }
        report(message.diagnostic(at: attribute, fixIts: fixIts))
    }
}
