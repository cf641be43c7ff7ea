/// Decides how a store gets from the schema it was written with to the present one.
///
/// Pure: schemas in, steps out. Whether the objects can follow a step is found out when the step is taken.
///
/// A store is recognised by its schema itself; where several versions have the same one, by the version number among
/// them. A schema that no version has is matched by number, then by the next higher number, and gets there lightly or
/// not at all. So a store from before the first `VersionedSchema` opens too.
struct MigrationPlanner: Sendable {
    /// A schema that the program has models for.
    struct Known: Sendable {
        let schema: SchemaDescription
        fileprivate let structure: SchemaDescription

        init(_ schema: SchemaDescription) {
            self.schema = schema
            structure = schema.structure
        }

        var version: Schema.Version { schema.version }
    }

    /// A stage of the plan, by the positions of its versions.
    struct Stage: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case lightweight
            case custom
            case bridging
        }

        let from: Int
        let to: Int
        let kind: Kind
    }

    /// The plan's versions, the oldest first; empty where there is no plan.
    let known: [Known]
    let stages: [Stage]
    /// The schema that the container opens.
    let target: Known

    /// The steps to take, none where the store may be opened as it is.
    ///
    /// - Throws: `MigrationError`: `.backwardMigration` or `.invalidPlan`.
    func steps(from stored: SchemaDescription) throws -> [MigrationStep] {
        try checkPlan()
        let structure = stored.structure
        guard let end = targetPosition else { return try stepsWithoutPlan(from: stored, structure) }
        let isKnown = known.contains { $0.structure == structure }
        if !isKnown, structure == target.structure { return [] }
        let (start, entry) = try entry(for: stored, structure)
        guard start <= end else { throw backward(stored) }
        var steps = entry.map { [$0] } ?? []
        steps += try walk(from: start, to: end)
        if known[end].structure != target.structure {
            steps.append(MigrationStep(from: .known(end), to: .target, kind: .lightweight))
        }
        return steps
    }

    // MARK: - Without a plan

    private func stepsWithoutPlan(
        from stored: SchemaDescription,
        _ structure: SchemaDescription
    ) throws -> [MigrationStep] {
        if structure == target.structure { return [] }
        guard stored.version <= target.version else { throw backward(stored) }
        return [MigrationStep(from: .stored, to: .target, kind: .lightweight)]
    }

    private func backward(_ stored: SchemaDescription) -> MigrationError {
        let newest = max(known.map(\.version).max() ?? target.version, target.version)
        let reason = """
            The store has version \(stored.version) of its schema; this program opens \(target.version) and knows no \
            version after \(newest).
            """
        return MigrationError(.backwardMigration, versions: .init(stored: stored.version, newest: newest), reason)
    }

    // MARK: - With a plan

    private var targetPosition: Int? {
        known.lastIndex { $0.structure == target.structure } ?? known.lastIndex { $0.version == target.version }
            ?? known.indices.last
    }

    private func checkPlan() throws {
        for stage in stages where !(known.indices.contains(stage.from) && known.indices.contains(stage.to)) {
            throw MigrationError(.invalidPlan, "A stage of the plan names a version that the plan does not list.")
        }
        for stage in stages where stage.from >= stage.to {
            let versions = "from \(known[stage.from].version) to \(known[stage.to].version)"
            throw MigrationError(.invalidPlan, "A stage of the plan leads \(versions), which is not forward.")
        }
    }

    /// Where the plan takes a store up, and the step that gets it there, if one is needed.
    private func entry(
        for stored: SchemaDescription,
        _ structure: SchemaDescription
    ) throws -> (Int, MigrationStep?) {
        let equal = known.indices.filter { known[$0].structure == structure }
        if let first = equal.first {
            return (equal.last { known[$0].version <= stored.version } ?? first, nil)
        }
        guard let next = known.firstIndex(where: { $0.version >= stored.version }) else { throw backward(stored) }
        return (next, MigrationStep(from: .stored, to: .known(next), kind: .lightweight))
    }

    /// The error where a store whose schema is none of the plan's cannot get to the closest one.
    static func unknownSchema(
        _ stored: SchemaDescription,
        closest: SchemaDescription,
        _ obstacle: MigrationError
    ) -> MigrationError {
        let differences = SchemaDiff(from: stored, to: closest).summary()
        let reason = """
            \(obstacle.reason) The store's schema (version \(stored.version)) is none of the plan's; compared with \
            version \(closest.version): \(differences).
            """
        return MigrationError(.unknownSchema, entity: obstacle.entity, property: obstacle.property, reason)
    }

    private func walk(from start: Int, to end: Int) throws -> [MigrationStep] {
        var steps: [MigrationStep] = []
        var position = start
        while position < end {
            let index = stages.firstIndex { $0.from == position && $0.to <= end }
            let next = index.map { stages[$0].to } ?? position + 1
            let kind: MigrationStep.Kind
            switch index.map({ stages[$0].kind }) {
            case .custom: kind = .custom(stage: index ?? 0)
            case .bridging: kind = .bridging(stage: index ?? 0)
            case .lightweight, nil: kind = .lightweight
            }
            if kind != .lightweight || known[position].structure != known[next].structure {
                steps.append(MigrationStep(from: .known(position), to: .known(next), kind: kind))
            }
            position = next
        }
        return steps
    }
}

/// One step of a store's way.
struct MigrationStep: Hashable, Sendable {
    /// A schema on the way.
    enum Point: Hashable, Sendable {
        /// The one in the store.
        case stored
        /// A version of the plan, by position.
        case known(Int)
        /// The container's.
        case target
    }

    enum Kind: Hashable, Sendable {
        case lightweight
        case custom(stage: Int)
        case bridging(stage: Int)
    }

    let from: Point
    let to: Point
    let kind: Kind

    /// Whether it leads from a schema that is none of the plan's to one that is.
    var isEntry: Bool {
        if case (.stored, .known) = (from, to) { true } else { false }
    }
}
