import SwiftDiagnostics
import SwiftSyntax

/// Reports what is wrong with one persisted property.
struct PropertyDiagnosis {
    let property: PersistedProperty
    let report: (Diagnostic) -> Void

    func run() {
        checkObservers()
        checkMarkers()
        checkType()
    }

    private func checkObservers() {
        guard case .accessors(let accessors)? = property.declaration.bindings.first?.accessorBlock?.accessors else {
            return
        }
        for accessor in accessors {
            let message = ModelMessage.observer(accessor.accessorSpecifier.text, property.name)
            report(message.diagnostic(at: accessor))
        }
    }

    private func checkMarkers() {
        guard let relationship = property.relationship else { return }
        let declaration = property.declaration
        let remove = FixIt.replacing(
            "removeRelationship",
            "remove '@Relationship'",
            declaration,
            with: declaration.removing(relationship)
        )
        if property.attribute != nil {
            let message = ModelMessage.attributeAndRelationship(property.name)
            report(message.diagnostic(at: relationship, fixIts: [remove]))
        } else if let type = property.annotation, ScalarType.isScalarOrOptional(type) {
            let message = ModelMessage.scalarRelationship(property.name, type.trimmedDescription)
            report(message.diagnostic(at: relationship, fixIts: [remove]))
        }
    }

    private func checkType() {
        guard let annotation = property.declaration.bindings.first?.typeAnnotation?.type else { return }
        let type = Self.unparenthesized(OptionalType.wrapped(in: annotation) ?? annotation)
        let what: String
        if type.is(TupleTypeSyntax.self) {
            what = "a tuple"
        } else if type.is(FunctionTypeSyntax.self) || type.is(AttributedTypeSyntax.self) {
            what = "a function"
        } else {
            return
        }
        let declaration = property.declaration
        let fixIt = FixIt.replacing(
            "markTransient",
            "mark it @Transient",
            declaration,
            with: declaration.markedTransient()
        )
        report(ModelMessage.notPersistable(property.name, what).diagnostic(at: annotation, fixIts: [fixIt]))
    }

    private static func unparenthesized(_ type: TypeSyntax) -> TypeSyntax {
        guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first
        else {
            return type
        }
        return only.type
    }
}

extension AttributeSyntax {
    /// The attribute without the argument of a label.
    func removingArgument(_ label: String) -> AttributeSyntax {
        guard let list = labeledArguments else { return self }
        var kept = list.filter { $0.label?.text != label }
        if let last = kept.indices.last {
            kept[last] = kept[last].with(\.trailingComma, nil).with(\.trailingTrivia, [])
        }
        guard kept.isEmpty else { return with(\.arguments, .argumentList(kept)) }
        return with(\.arguments, nil).with(\.leftParen, nil).with(\.rightParen, nil).with(
            \.trailingTrivia,
            trailingTrivia
        )
    }
}

extension VariableDeclSyntax {
    /// The declaration without one of its attributes, at the same place.
    fileprivate func removing(_ attribute: AttributeSyntax) -> VariableDeclSyntax {
        let kept = attributes.filter { $0.id != attribute.id }
        return with(\.attributes, kept).with(\.leadingTrivia, leadingTrivia)
    }

    /// The declaration with `@Transient` before it, at the same place.
    fileprivate func markedTransient() -> VariableDeclSyntax {
        let marker = AttributeSyntax(attributeName: IdentifierTypeSyntax(name: "Transient"), trailingTrivia: .space)
        let bare = with(\.leadingTrivia, [])
        return bare.with(\.attributes, [.attribute(marker)] + bare.attributes).with(\.leadingTrivia, leadingTrivia)
    }
}
