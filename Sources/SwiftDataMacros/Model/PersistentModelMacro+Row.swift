import SwiftSyntax
import SwiftSyntaxMacros

extension PersistentModelMacro {
    /// How the runtime reaches one property by its ordinal without a key path.
    static func rowMembers(of model: ModelClass) -> [DeclSyntax] {
        [bind(of: model), visit(of: model)]
    }

    private static func bind(of model: ModelClass) -> DeclSyntax {
        let cases = model.properties.map { "writer.bind(\(model.slot($0))\($0.transformerArgument))" }
        let fallback = model.isRoot ? "break" : "super._$bind(ordinal, to: &writer)"
        return """
            \(raw: model.overridable)func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
            \(raw: ordinalSwitch(cases, in: model, otherwise: fallback))
            }
            """
    }

    private static func visit(of model: ModelClass) -> DeclSyntax {
        let cases = model.properties.map { "visitor.visit(&\(model.slot($0)), ordinal\($0.transformerArgument))" }
        let fallback = model.isRoot ? "break" : "super._$visit(ordinal, &visitor)"
        return """
            \(raw: model.overridable)func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
            \(raw: ordinalSwitch(cases, in: model, otherwise: fallback))
            }
            """
    }

    private static func ordinalSwitch(_ cases: [String], in model: ModelClass, otherwise: String) -> String {
        let value = model.isRoot ? "ordinal" : "ordinal - \(model.name)._$firstOrdinal"
        var lines = ["switch \(value) {"]
        lines += cases.enumerated().map { "case \($0): \($1)" }
        lines += ["default: \(otherwise)", "}"]
        return indented(lines)
    }
}

extension PersistedProperty {
    /// What tells the runtime of the property's transformer; empty where it has none.
    fileprivate var transformerArgument: String {
        transformer.map { ", SwiftData._Transformer(\($0))" } ?? ""
    }
}

extension ModelClass {
    /// The stored slot of a property, typed through the key path where the declaration does not say the type.
    fileprivate func slot(_ property: PersistedProperty) -> String {
        property.storage.slot(property.peerName, keyPath(property))
    }
}
