import SwiftSyntax

extension AttributeListSyntax {
    /// The first attribute of a name, written bare or with a module in front.
    func first(named name: String) -> AttributeSyntax? {
        all(named: name).first
    }

    /// All attributes of a name, written bare or with a module in front.
    func all(named name: String) -> [AttributeSyntax] {
        compactMap { element in
            guard case .attribute(let attribute) = element, attribute.lastNameComponent == name else { return nil }
            return attribute
        }
    }
}

extension AttributeSyntax {
    /// `Transient` for both `@Transient` and `@SwiftData.Transient`.
    var lastNameComponent: String {
        if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
        return attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    }

    /// The arguments as written between the parentheses, empty if there are none.
    var argumentText: String {
        guard case .argumentList(let list)? = arguments else { return "" }
        return list.trimmedDescription
    }

    var labeledArguments: LabeledExprListSyntax? {
        guard case .argumentList(let list)? = arguments else { return nil }
        return list
    }
}
