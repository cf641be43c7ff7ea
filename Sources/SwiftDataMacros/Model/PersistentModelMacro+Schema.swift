import SwiftSyntax
import SwiftSyntaxMacros

extension PersistentModelMacro {
    /// `schemaMetadata` and what places the class in its hierarchy.
    static func schemaMembers(of model: ModelClass) -> [DeclSyntax] {
        var members: [DeclSyntax] = [schemaMetadata(of: model)]
        if !model.isFinal { members.append(inheritableMetadata(of: model)) }
        members += optionalKeyPaths(of: model)
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
        let entries =
            model.properties.map { entry(for: $0, in: model.name) }
            + constraintEntries("Index", of: model) + constraintEntries("Unique", of: model)
        let inherited = model.superclass.map { " + \($0)._$inheritableMetadata(for: \(model.name).self)" } ?? ""
        return """
            \(raw: model.overridable)\(raw: model.typeMember) var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
                return \(raw: list(entries))\(raw: inherited)
            }
            """
    }

    /// The properties once more with the key paths of a subclass: `\Dog.name` is another key path than `\Animal.name`.
    private static func inheritableMetadata(of model: ModelClass) -> DeclSyntax {
        let entries = model.properties.map { property in
            """
            SwiftData.Schema.PropertyMetadata(name: "\(property.name)", \
            keypath: \\_Sub.\(property.identifier.text), defaultValue: nil, metadata: nil)
            """
        }
        let inherited = model.superclass.map { " + \($0)._$inheritableMetadata(for: _Sub.self)" } ?? ""
        return """
            \(raw: model.access.prefix)static func _$inheritableMetadata<_Sub: \(raw: model.name)>(for subclass: _Sub.Type) -> \
            [SwiftData.Schema.PropertyMetadata] {
                return \(raw: list(entries))\(raw: inherited)
            }
            """
    }

    /// The key paths of the properties from an optional object, such as `\Dog?.?.name`, by ordinal.
    ///
    /// The runtime takes no key path apart, and these cannot be composed of `\Dog.name`: what it makes of optional chaining ends
    /// in a component that wraps the value.
    private static func optionalKeyPaths(of model: ModelClass) -> [DeclSyntax] {
        let root = model.isFinal ? model.name : "_Sub"
        let entries = model.properties.map { "\\\(root)?.?.\($0.identifier.text)" }
        let inherited = model.superclass.map { "\($0)._$inheritableOptionalKeyPaths(for: \(root).self)" }
        let declaration = "\(model.overridable)\(model.typeMember) var _$optionalKeyPaths: [Swift.AnyKeyPath]"
        // A sum of literals takes the compiler long.
        let own = list(entries)
        let body =
            inherited.map { "let own: [Swift.AnyKeyPath] = \(own)\n    return \($0) + own" } ?? "return \(own)"
        guard !model.isFinal else {
            return [
                """
                \(raw: declaration) {
                    \(raw: body)
                }
                """
            ]
        }
        return [
            "\(raw: declaration) { _$inheritableOptionalKeyPaths(for: \(raw: model.name).self) }",
            """
            \(raw: model.access.prefix)static func _$inheritableOptionalKeyPaths<_Sub: \(raw: model.name)>\
            (for subclass: _Sub.Type) -> [Swift.AnyKeyPath] {
                \(raw: body)
            }
            """,
        ]
    }

    private static func list(_ entries: [String]) -> String {
        entries.isEmpty ? "[]" : "[\n" + entries.map { "        \($0),\n" }.joined() + "    ]"
    }

    private static func entry(for property: PersistedProperty, in type: String) -> String {
        let value = DefaultValue(of: property).text
        return """
            SwiftData.Schema.PropertyMetadata(name: "\(property.name)", \
            keypath: \\\(type).\(property.identifier.text), defaultValue: \(value), \
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
