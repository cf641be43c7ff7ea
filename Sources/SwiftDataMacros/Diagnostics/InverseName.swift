import SwiftSyntax

extension PersistedProperty {
    /// The property of the same class that `inverse:` names, where it names one of that class.
    func inverseName(in className: String) -> String? {
        let argument = relationship?.labeledArguments?.first { $0.label?.text == "inverse" }
        guard let path = argument?.expression.as(KeyPathExprSyntax.self),
            path.root?.trimmedDescription == className, path.components.count == 1,
            case .property(let component)? = path.components.first?.component
        else { return nil }
        return component.declName.baseName.unescapedText
    }
}
