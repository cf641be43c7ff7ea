import SwiftSyntax

/// The keyword and name of a type declaration, for messages.
struct DeclarationKind {
    let keyword: String
    let name: String

    /// "a" or "an", as the keyword asks.
    var article: String { keyword == "enum" || keyword == "actor" ? "an" : "a" }

    init(_ declaration: some DeclGroupSyntax) {
        keyword = declaration.introducer.text
        name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "extension"
    }
}
