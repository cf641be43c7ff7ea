extension Schema {
    /// The unique constraints that `#Unique` states for a model.
    ///
    /// Source: Apple's `Schema.Unique`.
    public final class Unique<Model: PersistentModel>: SchemaProperty, CustomDebugStringConvertible {
        /// Each element is one compound key.
        public let constraints: [[PartialKeyPath<Model>]]
        /// The name by which metadata carry the constraints.
        public var name: String = "SwiftData.Schema.Unique"
        /// The same as ``name``.
        public var originalName: String = "SwiftData.Schema.Unique"
        /// The model's type.
        public var valueType: any Any.Type = Model.self

        /// The constraints, each a compound key.
        public init(_ constraints: [PartialKeyPath<Model>]...) {
            self.constraints = constraints
        }

        /// Always true.
        public var isUnique: Bool { true }

        /// The names that the constraints are coded by.
        public enum CodingKeys: CodingKey {
            /// The compound keys, as property names.
            case constraints
        }

        /// Reads constraints from property names; a name that the model does not have is an error.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let names = try container.decode([[String]].self, forKey: .constraints)
            constraints = try names.map { try KeyPathNames.keyPaths(named: $0, in: Model.self, decoder) }
        }

        /// Writes the constraints as property names.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(
                constraints.map { $0.map { KeyPathNames.name(of: $0, in: Model.self) ?? "" } },
                forKey: .constraints
            )
        }

        /// The compound keys by property name.
        public var debugDescription: String {
            "Unique \(constraints.map { $0.map { KeyPathNames.name(of: $0, in: Model.self) ?? "?" } })"
        }

        /// Compares the constraints.
        public static func == (lhs: Unique, rhs: Unique) -> Bool { lhs.constraints == rhs.constraints }

        /// Feeds the constraints into `hasher`.
        public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }
    }
}

extension Schema.Unique {
    /// See ``SchemaProperty/_kind``.
    public var _kind: _SchemaPropertyKind { .unique(constraints) }
}
