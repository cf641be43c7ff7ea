extension Schema {
    /// An attribute made of others.
    ///
    /// Source: Apple's `Schema.CompositeAttribute`. Difference: this framework keeps a `Codable` value whole, so its
    /// own schemas never contain one.
    public final class CompositeAttribute: Attribute {
        /// The parts.
        public var properties: [Attribute] = []

        /// A composite without parts.
        public override init(
            name: String,
            originalName: String? = nil,
            options: [Option] = [],
            valueType: any Any.Type,
            defaultValue: Any? = nil,
            hashModifier: String? = nil
        ) {
            super.init(
                name: name,
                originalName: originalName,
                options: options,
                valueType: valueType,
                defaultValue: defaultValue,
                hashModifier: hashModifier
            )
        }

        override init(description: PropertyDescription) {
            super.init(description: description)
        }

        /// Reads what ``encode(to:)`` writes.
        public required convenience init(from decoder: any Decoder) throws {
            try self.init(description: PropertyDescription(from: decoder))
            let container = try decoder.container(keyedBy: CodingKeys.self)
            properties = try container.decodeIfPresent([Attribute].self, forKey: .properties) ?? []
        }

        /// Writes the composite and its parts.
        public override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(properties, forKey: .properties)
        }

        private enum CodingKeys: String, CodingKey {
            case properties
        }

        /// Name, type, traits and parts.
        public override var debugDescription: String {
            "\(super.debugDescription) [\(properties.map(\.debugDescription).joined(separator: ", "))]"
        }

        /// Two composites are equal when they and their parts describe the same thing.
        public static func == (lhs: CompositeAttribute, rhs: CompositeAttribute) -> Bool {
            lhs === rhs
                || (PropertyDescription(lhs) == PropertyDescription(rhs) && lhs.properties == rhs.properties)
        }
    }
}
