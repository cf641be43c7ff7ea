import Foundation

extension Schema {
    /// A link from an entity to another.
    ///
    /// Source: Apple's `Schema.Relationship`.
    public final class Relationship: SchemaProperty, CustomDebugStringConvertible {
        /// What a deletion does to the objects at the other end.
        public enum DeleteRule: String, Codable, Hashable, Sendable {
            /// They stay, with a dangling link. Difference from Apple: the link is cleared all the same.
            case noAction
            /// They stay, and their link back is cleared.
            case nullify
            /// They are deleted too.
            case cascade
            /// The deletion is refused while there are any.
            case deny
        }

        /// A trait of a relationship.
        public struct Option: Codable, Hashable, Sendable, CustomDebugStringConvertible {
            let name: String

            /// No two objects have the same target.
            public static var unique: Option { Option(name: "unique") }

            /// The option as source spells it.
            public var debugDescription: String { ".\(name)" }
        }

        /// The property's name in the model.
        public var name: String
        /// The name under which earlier versions stored it; the present name where it was never renamed.
        public var originalName: String
        /// The traits given in the model.
        public var options: [Option]
        /// The declared type, optional included.
        public var valueType: any Any.Type
        /// The key path of the property in its model.
        public var keypath: AnyKeyPath?
        /// The name of the entity at the other end.
        public var destination: String
        /// The class that the declared type names; nil for a relationship described by hand or decoded.
        var destinationType: (any PersistentModel.Type)?
        /// The name of the property at the other end that leads back.
        public var inverseName: String?
        /// The key path of the property at the other end that leads back.
        public var inverseKeyPath: AnyKeyPath?
        /// What a deletion does to the objects at the other end.
        public var deleteRule: DeleteRule
        /// The least number of targets.
        public var minimumModelCount: Int?
        /// The greatest number of targets; 0 means any.
        public var maximumModelCount: Int?
        /// Marks a change of meaning that the declaration does not show.
        public var hashModifier: String?
        /// Whether the relationship has one target at most.
        public internal(set) var isToOneRelationship: Bool
        /// Whether the declared type is an optional.
        public internal(set) var isOptional: Bool

        /// The traits of a relationship, as the arguments of `@Relationship` give them; the rest is filled in from the
        /// model.
        public init(
            _ options: Option...,
            deleteRule: DeleteRule = .nullify,
            minimumModelCount: Int? = 0,
            maximumModelCount: Int? = 0,
            originalName: String? = nil,
            inverse: AnyKeyPath? = nil,
            hashModifier: String? = nil
        ) {
            name = ""
            self.originalName = originalName ?? ""
            self.options = options
            valueType = Any.self
            destination = ""
            inverseKeyPath = inverse
            self.deleteRule = deleteRule
            self.minimumModelCount = minimumModelCount
            self.maximumModelCount = maximumModelCount
            self.hashModifier = hashModifier
            isToOneRelationship = true
            isOptional = false
        }

        init(description: PropertyDescription, relationship: RelationshipDescription) {
            name = description.name
            originalName = description.originalName ?? description.name
            options = description.options.map(Option.init(name:))
            valueType = Any.self
            destination = relationship.destination
            inverseName = relationship.inverse
            deleteRule = relationship.deleteRule
            minimumModelCount = relationship.minimumCount
            maximumModelCount = relationship.maximumCount
            hashModifier = description.hashModifier
            isToOneRelationship = relationship.isToOne
            isOptional = description.isOptional
        }

        /// Reads what ``encode(to:)`` writes.
        ///
        /// - Throws: `DecodingError`, also where the coded property is no relationship.
        public convenience init(from decoder: any Decoder) throws {
            let description = try PropertyDescription(from: decoder)
            guard let relationship = description.relationship else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "\(description.name) is no relationship")
                )
            }
            self.init(description: description, relationship: relationship)
        }

        /// Writes everything but types and key paths.
        public func encode(to encoder: any Encoder) throws {
            try PropertyDescription(self).encode(to: encoder)
        }

        /// Always false.
        public var isAttribute: Bool { false }
        /// Always true.
        public var isRelationship: Bool { true }
        /// Always false.
        public var isTransient: Bool { false }
        /// Whether no two objects may have the same target.
        public var isUnique: Bool { options.contains(.unique) }

        /// Name, destination and inverse.
        public var debugDescription: String {
            let arity = isToOneRelationship ? destination : "[\(destination)]"
            return "Relationship \(name): \(arity)\(inverseName.map { " (inverse \($0))" } ?? "")"
        }

        /// Two relationships are equal when they describe the same thing.
        public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
            lhs === rhs || PropertyDescription(lhs) == PropertyDescription(rhs)
        }

        /// Feeds the name into `hasher`.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }
}

extension Schema.Relationship {
    /// See ``SchemaProperty/_kind``.
    public var _kind: _SchemaPropertyKind { .relationship(self) }
}
