import SwiftSyntax
import SwiftSyntaxMacros

/// The accessors and the stored peer of one persisted property.
struct PropertyExpansion {
    private let property: PersistedProperty
    private let className: String
    private let ordinal: String

    /// Nil when the declaration is not a property that can be persisted; `@Model` says so.
    init?(
        _ attribute: AttributeSyntax,
        _ declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) {
        guard let variable = declaration.as(VariableDeclSyntax.self), let property = PersistedProperty(variable),
            let model = context.lexicalContext.first?.as(ClassDeclSyntax.self),
            let argument = attribute.labeledArguments?.first
        else { return nil }
        self.property = property
        className = model.name.trimmedDescription
        let value = argument.expression.trimmedDescription
        ordinal = argument.label?.text == "offset" ? "\(className)._$firstOrdinal + \(value)" : value
    }

    var accessors: [AccessorDeclSyntax] {
        property.isConstant ? [initAccessor, getter] : [initAccessor, getter, setter]
    }

    var peer: DeclSyntax {
        let initial = property.startsAsNil ? " = .init(nil)" : ""
        return """
            @Transient
            @exclusivity(unchecked) private var \(raw: property.peerName): \(raw: property.storage.typeText)\(raw: initial)
            """
    }

    private var keyPath: String { "\\\(className).\(property.identifier.text)" }

    private var initAccessor: AccessorDeclSyntax {
        """
        @storageRestrictions(initializes: \(raw: property.peerName))
        init(initialValue) {
            \(raw: property.peerName) = .init(initialValue)
        }
        """
    }

    private var getter: AccessorDeclSyntax {
        let slot = property.storage.slot(property.peerName, keyPath)
        return """
            get {
                _$willGet(\(raw: keyPath), \(raw: ordinal), \(raw: property.peerName).isLoaded)
                return \(raw: slot).value
            }
            """
    }

    private var setter: AccessorDeclSyntax {
        """
        set {
            _$set(\(raw: keyPath), \(raw: ordinal), newValue) {
                \(raw: property.peerName) = .init(newValue)
            }
        }
        """
    }
}
