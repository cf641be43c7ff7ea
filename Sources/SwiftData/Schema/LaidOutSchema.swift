import Synchronization

/// A schema's description with what follows from it: the same for every store of the process that has this schema, and
/// worked out once.
struct LaidOutSchema: Sendable {
    let description: SchemaDescription
    let graph: DescriptionGraph
    let layout: StoreLayout
    let structuralHash: String

    private init(_ description: SchemaDescription) {
        self.description = description
        graph = DescriptionGraph(description)
        layout = LayoutBuilder.layout(of: description)
        structuralHash = description.structuralHash()
    }

    /// Schemas that are remembered; of more, the one that was added first is forgotten.
    private static let capacity = 32
    // Looked through by comparing, which ends at the first name that differs.
    private static let known = Mutex<[LaidOutSchema]>([])

    /// The one of a schema as it is now: its entities may have been changed since it was last asked for.
    static func of(_ schema: Schema) -> LaidOutSchema {
        let description = SchemaDescription(schema)
        if let found = known.withLock({ $0.last { $0.description == description } }) { return found }
        let made = LaidOutSchema(description)
        known.withLock { schemas in
            if schemas.count >= capacity { schemas.removeFirst() }
            schemas.append(made)
        }
        return made
    }
}
