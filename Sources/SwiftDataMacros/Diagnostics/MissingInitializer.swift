import SwiftDiagnostics
import SwiftSyntax

/// The initialiser that a model's properties suggest, as a fix-it that writes it.
struct MissingInitializer {
    let model: ModelClass

    var fixIt: FixIt {
        let block = model.declaration.memberBlock
        let initializer = DeclSyntax("\(raw: source)")
        let item = MemberBlockItemSyntax(leadingTrivia: .newlines(2), decl: initializer)
        return .replacing(
            "modelInitializer",
            "add an initializer",
            block,
            with: block.with(\.members, block.members + [item])
        )
    }

    private var source: String {
        let access = model.access.prefix
        let parameters = model.properties.compactMap(parameter).joined(separator: ", ")
        let indent = indentation
        let assignments = model.properties.filter { parameter($0) != nil }.map { property in
            "\(indent)    self.\(property.identifier.text) = \(property.identifier.text)\n"
        }
        return "\(indent)\(access)init(\(parameters)) {\n\(assignments.joined())\(indent)}"
    }

    /// Constants with a value cannot be given another; values of unknown type cannot be parameters.
    private func parameter(_ property: PersistedProperty) -> String? {
        if property.isConstant, property.initialValue != nil { return nil }
        let name = property.identifier.text
        if let type = property.annotation {
            let written = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map { "\($0.wrappedType)?" }
            let value = property.initialValue.map { " = \($0)" } ?? (property.startsAsNil ? " = nil" : "")
            return "\(name): \(written ?? type.trimmedDescription)\(value)"
        }
        guard let value = property.initialValue, let type = InitialValueType.text(of: value) else { return nil }
        return "\(name): \(type) = \(value)"
    }

    private var indentation: String {
        let trivia = model.declaration.memberBlock.members.first?.leadingTrivia.pieces ?? []
        guard case .spaces(let count)? = trivia.last else { return "    " }
        return String(repeating: " ", count: count)
    }
}
