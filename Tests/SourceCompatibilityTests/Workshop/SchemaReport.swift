import Foundation
import SwiftData

/// Prints a schema for the developer menu, composites with their parts.
struct SchemaReport {
    var lines: [String] = []

    init(_ schema: Schema) {
        for entity in schema.entities.sorted(by: { $0.name < $1.name }) {
            lines.append("\(entity.name)\(entity.superentityName.map { " < \($0)" } ?? "")")
            for property in entity.properties { add(property, depth: 1) }
        }
    }

    private mutating func add(_ property: any SchemaProperty, depth: Int) {
        let indent = String(repeating: "  ", count: depth)
        switch property {
        case let composite as Schema.CompositeAttribute:
            lines.append("\(indent)\(composite.name) {")
            for part in composite.properties { add(part, depth: depth + 1) }
            lines.append("\(indent)}")
        case let attribute as Schema.Attribute:
            var marks: [String] = []
            if attribute.isUnique { marks.append("unique") }
            if attribute.isOptional { marks.append("optional") }
            if attribute.isTransformable { marks.append("transformable") }
            if attribute.isCodable { marks.append("codable") }
            if attribute.isTransient { marks.append("transient") }
            if attribute.options.contains(.preserveValueOnDeletion) { marks.append("kept") }
            lines.append("\(indent)\(attribute.name)\(marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))")")
        case let relationship as Schema.Relationship:
            let count = relationship.isToOneRelationship ? "one" : "many"
            let inverse = relationship.inverseName ?? "-"
            lines.append(
                "\(indent)\(relationship.name) -> \(count) \(relationship.destination) "
                    + "[\(relationship.deleteRule.rawValue), \(inverse)]"
            )
        default:
            lines.append("\(indent)?")
        }
    }

    /// A schema that nobody has classes for, as a server describes it.
    static var remote: Schema {
        let address = Schema.CompositeAttribute(
            name: "address",
            originalName: "place",
            options: [],
            valueType: String.self,
            defaultValue: nil
        )
        address.properties = [
            Schema.Attribute(name: "street", valueType: String.self),
            Schema.Attribute(name: "zip", options: [.preserveValueOnDeletion], valueType: String?.self),
        ]
        let identifier = Schema.Attribute(name: "id", options: [.unique], valueType: UUID.self)
        let visit = Schema.Relationship(deleteRule: .cascade)
        visit.name = "visits"
        visit.destination = "Visit"
        let customer = Schema.Entity("RemoteCustomer", properties: identifier, address)
        let guest = Schema.Entity(
            "RemoteGuest",
            subentities: customer,
            properties: Schema.Attribute(name: "since", valueType: Date.self)
        )
        return Schema(guest, customer, version: Schema.Version(3, 1, 4))
    }
}
