import SwiftSyntax

/// A stored property of a model that has a column or a relationship, as the syntax shows it.
struct PersistedProperty {
    let declaration: VariableDeclSyntax
    /// As written, with backticks where the source has them.
    let identifier: TokenSyntax
    let annotation: TypeSyntax?
    let initialValue: ExprSyntax?
    let storage: PropertyStorage

    /// The name without backticks: the column's, and the stem of the stored peer's.
    var name: String { identifier.unescapedText }
    var peerName: String { "_" + name }
    var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
    var attribute: AttributeSyntax? { declaration.attributes.first(named: "Attribute") }
    var relationship: AttributeSyntax? { declaration.attributes.first(named: "Relationship") }

    /// Whether a new object may leave the property alone because it is a variable that starts as nil.
    var startsAsNil: Bool {
        guard !isConstant, initialValue == nil, let annotation else { return false }
        return OptionalType.startsAsNil(annotation)
    }

    /// What `.transformable(by:)` names, as written; nil where the attribute has no such option.
    let transformer: String?
    var isTransformable: Bool { transformer != nil }

    private static func transformer(of declaration: VariableDeclSyntax) -> String? {
        let arguments = declaration.attributes.first(named: "Attribute")?.labeledArguments
        return arguments?.lazy.compactMap { argument -> String? in
            guard let call = argument.expression.as(FunctionCallExprSyntax.self),
                call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "transformable"
            else { return nil }
            return call.arguments.first?.expression.trimmedDescription
        }.first
    }

    /// Nil unless the declaration is a stored instance property of one name that is to be persisted.
    init?(_ declaration: VariableDeclSyntax) {
        guard !declaration.isTypeMember, !declaration.isLazy,
            declaration.attributes.first(named: "Transient") == nil,
            declaration.bindings.count == 1, let binding = declaration.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self), !binding.isComputed
        else { return nil }
        self.declaration = declaration
        identifier = pattern.identifier.trimmed
        annotation = binding.typeAnnotation?.type.trimmed
        initialValue = binding.initializer?.value.trimmed
        let plain: PropertyStorage
        if let annotation {
            plain = PropertyStorage(annotation: annotation)
        } else if let initialValue {
            plain = PropertyStorage(initialValue: initialValue)
        } else {
            return nil
        }
        transformer = Self.transformer(of: declaration)
        storage = transformer == nil ? plain : plain.transformed
    }
}

extension VariableDeclSyntax {
    var isTypeMember: Bool {
        modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
    }

    var isLazy: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }
}

extension PatternBindingSyntax {
    /// Has a getter, so that nothing is stored.
    ///
    /// Observers alone do not make a property computed.
    var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: return false
        case .getter: return true
        case .accessors(let accessors):
            let observers: [TokenKind] = [.keyword(.willSet), .keyword(.didSet)]
            return accessors.contains { !observers.contains($0.accessorSpecifier.tokenKind) }
        }
    }
}
