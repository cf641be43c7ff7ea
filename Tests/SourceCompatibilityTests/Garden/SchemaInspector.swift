import Foundation
import SwiftData

/// Prints what a model stores, for the debug screen.
enum SchemaInspector {
    struct Column: Equatable {
        var name: String
        var type: String
        var isOptional: Bool
        var isRelationship: Bool
    }

    static func columns<T: PersistentModel>(of type: T.Type, in schema: Schema) -> [Column] {
        guard let entity = schema.entity(for: type) else { return [] }
        return entity.properties
            .map {
                Column(
                    name: $0.name,
                    type: String(describing: $0.valueType),
                    isOptional: $0.isOptional,
                    isRelationship: $0.isRelationship
                )
            }
            .sorted { $0.name < $1.name }
    }

    /// Name and key path are no public members of the metadata; a mirror finds them.
    static func keyPaths<T: PersistentModel>(of type: T.Type) -> [String: PartialKeyPath<T>] {
        var result: [String: PartialKeyPath<T>] = [:]
        for metadata in type.schemaMetadata {
            let children = Mirror(reflecting: metadata).children
            guard let name = children.first(where: { $0.label == "name" })?.value as? String,
                let keyPath = children.first(where: { $0.label == "keypath" })?.value as? PartialKeyPath<T>
            else { continue }
            result[name] = keyPath
        }
        return result
    }

    static func dump<T: PersistentModel>(_ model: T) -> [String: String] {
        keyPaths(of: T.self).mapValues { String(describing: model[keyPath: $0]) }
    }

    static func relationshipDiagram(of schema: Schema) -> [String] {
        schema.entities.flatMap { entity in
            entity.relationships.map { relationship in
                let arrow = relationship.isToOneRelationship ? "->" : "->>"
                return "\(entity.name).\(relationship.name) \(arrow) \(relationship.destination)"
            }
        }
        .sorted()
    }
}
