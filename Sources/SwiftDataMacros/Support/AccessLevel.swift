import SwiftSyntax
import SwiftSyntaxMacros

/// The access that generated members need so that a type of some access can meet a public protocol.
struct AccessLevel {
    /// `public `, `package ` or nothing, with the space that separates it from what follows.
    let prefix: String
    /// As `prefix`, but `open ` in an open class, for members that a subclass in another module overrides.
    let overridablePrefix: String

    init(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) {
        let own = Self.keyword(in: declaration.modifiers)
        let keyword = own ?? Self.keyword(fromExtensionAround: context)
        switch keyword {
        case .open:
            prefix = "public "
            overridablePrefix = "open "
        case .public:
            prefix = "public "
            overridablePrefix = "public "
        case .package:
            prefix = "package "
            overridablePrefix = "package "
        default:
            prefix = ""
            overridablePrefix = ""
        }
    }

    private static func keyword(in modifiers: DeclModifierListSyntax) -> Keyword? {
        for modifier in modifiers where modifier.detail == nil {
            guard case .keyword(let keyword) = modifier.name.tokenKind else { continue }
            if [.open, .public, .package, .internal, .fileprivate, .private].contains(keyword) { return keyword }
        }
        return nil
    }

    /// `public extension Schemas { @Model class Book … }` makes `Book` public without saying so at the class.
    private static func keyword(fromExtensionAround context: some MacroExpansionContext) -> Keyword? {
        guard let parent = context.lexicalContext.first?.as(ExtensionDeclSyntax.self) else { return nil }
        return keyword(in: parent.modifiers)
    }
}
