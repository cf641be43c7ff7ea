extension Schema {
    /// The indices that `#Index` states for a model.
    ///
    /// Source: Apple's `Schema.Index`. Difference: an `rtree` index is kept as an ordinary one.
    public final class Index<Model: PersistentModel>: SchemaProperty, CustomDebugStringConvertible {
        /// One index and its kind.
        public enum Types<Indexed: PersistentModel> {
            /// An ordered index over the properties.
            case binary([PartialKeyPath<Indexed>])
            /// A spatial index over the properties.
            case rtree([PartialKeyPath<Indexed>])

            var keyPaths: [PartialKeyPath<Indexed>] {
                switch self {
                case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
                }
            }
        }

        /// The indices.
        public let indices: [Types<Model>]
        /// The name by which metadata carry the indices.
        public var name: String = "SwiftData.Schema.Index"
        /// The same as ``name``.
        public var originalName: String = "SwiftData.Schema.Index"
        /// The model's type.
        public var valueType: any Any.Type = Model.self

        /// Ordered indices, each over the properties of one array.
        public init(_ binaryIndices: [PartialKeyPath<Model>]...) {
            indices = binaryIndices.map { .binary($0) }
        }

        /// Indices of the kinds given.
        public init(_ indices: Types<Model>...) {
            self.indices = indices
        }

        /// Always false.
        public var isUnique: Bool { false }

        /// The names that the indices are coded by.
        public enum CodingKeys: CodingKey {
            /// The indices, as property names.
            case indices
        }

        /// Reads indices from property names; a name that the model does not have is an error.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let names = try container.decode([[String]].self, forKey: .indices)
            indices = try names.map { .binary(try KeyPathNames.keyPaths(named: $0, in: Model.self, decoder)) }
        }

        /// Writes the indices as property names.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(
                indices.map { $0.keyPaths.map { KeyPathNames.name(of: $0, in: Model.self) ?? "" } },
                forKey: .indices
            )
        }

        /// The indices by property name.
        public var debugDescription: String {
            "Index \(indices.map { $0.keyPaths.map { KeyPathNames.name(of: $0, in: Model.self) ?? "?" } })"
        }

        /// Compares the properties of the indices.
        public static func == (lhs: Index, rhs: Index) -> Bool {
            lhs.indices.map(\.keyPaths) == rhs.indices.map(\.keyPaths)
        }

        /// Feeds the properties of the indices into `hasher`.
        public func hash(into hasher: inout Hasher) { hasher.combine(indices.map(\.keyPaths)) }
    }
}

extension Schema.Index {
    /// See ``SchemaProperty/_kind``.
    public var _kind: _SchemaPropertyKind { .index(indices.map(\.keyPaths)) }
}
