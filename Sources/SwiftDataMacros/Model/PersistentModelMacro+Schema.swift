import SwiftSyntax
import SwiftSyntaxMacros

extension PersistentModelMacro {
    /// `schemaMetadata` and what places the class in its hierarchy.
    static func schemaMembers(of model: ModelClass) -> [DeclSyntax] {
        var members: [DeclSyntax] = [schemaMetadata(of: model)]
        if model.declaration.mayInheritFromModel {
            members.append(
                "private static var _$firstOrdinal: Int { \(raw: model.superclass.map { "\($0)._$propertyCount" } ?? "0") }"
            )
        }
        let inherited = model.superclass.map { "\($0)._$propertyCount + " } ?? ""
        let type = "\(model.overridable)\(model.typeMember)"
        members.append(
            "\(raw: type) var _$propertyCount: Int { \(raw: inherited)\(raw: model.properties.count) }"
        )
        members.append(
            """
            \(raw: type) var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? { \
            \(raw: model.superclass.map { "\($0).self" } ?? "nil") }
            """
        )
        return members
    }

    private static func schemaMetadata(of model: ModelClass) -> DeclSyntax {
        let entries = model.properties.map { entry(for: $0, of: model) }
            + constraintEntries("Index", of: model) + constraintEntries("Unique", of: model)
        let list = entries.isEmpty ? "[]" : "[\n" + entries.map { "        \($0),\n" }.joined() + "    ]"
        return """
            \(raw: model.overridable)\(raw: model.typeMember) var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                return \(raw: list)
            }
            """
    }

    private static func entry(for property: PersistedProperty, of model: ModelClass) -> String {
        let value = DefaultValue(of: property).text
        return """
            SwiftData.Schema.PropertyMetadata(name: "\(property.name)", \
            keypath: \\\(model.name).\(property.identifier.text), defaultValue: \(value), \
            metadata: \(metadata(of: property)))
            """
    }

    private static func metadata(of property: PersistedProperty) -> String {
        if let relationship = property.relationship {
            return "SwiftData.Schema.Relationship(\(relationship.argumentText))"
        }
        if let attribute = property.attribute {
            return "SwiftData.Schema.Attribute(\(attribute.argumentText))"
        }
        return "nil"
    }

    private static func constraintEntries(_ kind: String, of model: ModelClass) -> [String] {
        model.members.constraints(named: kind).map { constraint in
            let type = constraint.genericArgumentClause?.arguments.trimmedDescription ?? model.name
            return """
                SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.\(kind)", \
                keypath: \\SwiftData.Schema.encodingVersion, defaultValue: nil, \
                metadata: SwiftData.Schema.\(kind)<\(type)>(\(constraint.arguments.trimmedDescription)))
                """
        }
    }
}
