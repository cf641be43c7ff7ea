import Foundation

extension Schema {
    /// A stored value of an entity.
    ///
    /// Source: Apple's `Schema.Attribute`.
    open class Attribute: SchemaProperty, CustomDebugStringConvertible {
        /// The property's name in the model.
        public var name: String
        /// The name under which earlier versions stored it; the present name where it was never renamed.
        public var originalName: String
        /// The traits given in the model.
        public var options: [Option]
        /// The declared type, optional included.
        public var valueType: any Any.Type
        /// The initial value given in the model's source, if there is one.
        public var defaultValue: Any?
        /// Marks a change of meaning that the declaration does not show.
        public var hashModifier: String?
        /// Whether the value may be nil.
        public var isOptional: Bool
        /// How the value is stored; nil where that is not known (an attribute described by hand).
        var storage: StorageDescription?
        /// The name of the declared type: all that is known of it in a decoded schema.
        var valueTypeName: String

        /// An attribute described by hand.
        public init(
            name: String,
            originalName: String? = nil,
            options: [Option] = [],
            valueType: any Any.Type,
            defaultValue: Any? = nil,
            hashModifier: String? = nil
        ) {
            self.name = name
            self.originalName = originalName ?? name
            self.options = options
            self.valueType = valueType
            self.defaultValue = defaultValue
            self.hashModifier = hashModifier
            isOptional = valueType is any OptionalType.Type
            valueTypeName = PropertyClassification.typeName(valueType)
            storage = PropertyClassification.classify(valueType, as: self).attributeStorage.map(StorageDescription.init)
        }

        /// The traits of a property, as the arguments of `@Attribute` give them; the rest is filled in from the model.
        public init(_ options: Option..., originalName: String? = nil, hashModifier: String? = nil) {
            name = ""
            self.originalName = originalName ?? ""
            self.options = options
            valueType = Any.self
            self.hashModifier = hashModifier
            isOptional = false
            valueTypeName = ""
        }

        init(description: PropertyDescription) {
            name = description.name
            originalName = description.originalName ?? description.name
            options = description.options.map(Option.init(code:))
            valueType = KnownTypes.type(named: description.valueType, isOptional: description.isOptional)
            hashModifier = description.hashModifier
            isOptional = description.isOptional
            valueTypeName = description.valueType
            storage = description.storage
        }

        /// Reads what ``encode(to:)`` writes.
        public required convenience init(from decoder: any Decoder) throws {
            try self.init(description: PropertyDescription(from: decoder))
        }

        /// Writes everything but the type itself and the default value.
        public func encode(to encoder: any Encoder) throws {
            try PropertyDescription(self).encode(to: encoder)
        }

        /// Always true.
        public var isAttribute: Bool { true }
        /// Always false.
        public var isRelationship: Bool { false }
        /// Whether the value is never written.
        public var isTransient: Bool { has(.ephemeral) }
        /// Whether no two objects may have the same value.
        public var isUnique: Bool { has(.unique) }
        /// Whether the value is stored through a transformer.
        public var isTransformable: Bool { transformerName != nil }
        /// The name of the transformer that the value is stored through.
        var transformerName: String? { options.lazy.compactMap(\.transformerName).first }
        /// Whether the value is stored by its `Codable` form, whatever its type.
        public var isCodable: Bool { has(.codable) }

        func has(_ option: Option) -> Bool { options.contains(option) }

        /// Name, type and traits.
        public var debugDescription: String {
            let traits = options.map(\.debugDescription).joined(separator: ", ")
            return "Attribute \(name): \(valueTypeName)\(isOptional ? "?" : "")\(traits.isEmpty ? "" : " (\(traits))")"
        }

        /// Two attributes are equal when they describe the same thing; default values take no part.
        public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
            lhs === rhs || PropertyDescription(lhs) == PropertyDescription(rhs)
        }

        /// Feeds the name into `hasher`.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }
}

extension Schema.Attribute {
    /// See ``SchemaProperty/_kind``.
    public var _kind: _SchemaPropertyKind { .attribute(self) }
}
