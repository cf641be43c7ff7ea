import SwiftDiagnostics
import SwiftSyntax

/// What `@Model` refuses or warns about.
enum ModelMessage {
    static func kind(_ kind: DeclarationKind) -> MacroMessage {
        .error("modelKind", "'@Model' cannot be applied to \(kind.keyword) type '\(kind.name)'; a model is a class")
    }

    static func generic(_ name: String) -> MacroMessage {
        .error(
            "modelGeneric",
            "'@Model' cannot be applied to the generic class '\(name)': a store keeps one table for a class"
        )
    }

    static func missingInitializer(_ name: String) -> MacroMessage {
        .error("modelInitializer", "@Model requires an initializer be provided for '\(name)'")
    }

    static func transientWithoutDefault(_ name: String) -> MacroMessage {
        .error("transientDefault", "@Transient requires non-optional property '\(name)' to have a default value")
    }

    static func observer(_ keyword: String, _ name: String) -> MacroMessage {
        .warning(
            "propertyObserver",
            "'\(keyword)' is not called for the persisted property '\(name)'; put the work into a method, or mark the "
                + "property @Transient"
        )
    }

    static let severalUnique = MacroMessage.error(
        "severalUnique",
        "a model has one #Unique; put each combination into a list of its own: #Unique<Model>([…], […])"
    )

    static func attributeAndRelationship(_ name: String) -> MacroMessage {
        .error("attributeAndRelationship", "'\(name)' is either an attribute or a relationship, not both")
    }

    static func duplicate(_ name: String) -> MacroMessage {
        .error("duplicateProperty", "the property '\(name)' is declared twice")
    }

    static let severalBindings = MacroMessage.error(
        "severalBindings",
        "a persisted property needs a declaration of its own"
    )

    static let tuplePattern = MacroMessage.error(
        "tuplePattern",
        "a tuple pattern cannot declare persisted properties; give each a declaration of its own"
    )

    static func inverseOnBothSides(_ name: String, _ other: String) -> MacroMessage {
        .error("inverseTwice", "'\(other)' already names '\(name)' as its inverse; write 'inverse:' on one side only")
    }

    static func notPersistable(_ name: String, _ what: String) -> MacroMessage {
        .error(
            "notPersistable",
            "\(what) cannot be persisted; make '\(name)' a Codable type or mark it @Transient"
        )
    }

    static func scalarRelationship(_ name: String, _ type: String) -> MacroMessage {
        .error("scalarRelationship", "'\(name)' is no relationship: '\(type)' is no model")
    }
}

extension FixIt {
    /// One change with its description.
    static func replacing(
        _ identifier: String,
        _ text: String,
        _ old: some SyntaxProtocol,
        with new: some SyntaxProtocol
    ) -> FixIt {
        FixIt(
            message: MacroMessage.fixIt(identifier, text),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
        )
    }
}
