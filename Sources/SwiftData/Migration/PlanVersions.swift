/// The versions that a plan knows, the oldest first: those that it lists, and those that only its stages name.
///
/// Apps append stages and leave the list of versions as it was. Apple's framework opens such stores.
enum PlanVersions {
    static func all(of plan: any SchemaMigrationPlan.Type) -> [any VersionedSchema.Type] {
        var versions = plan.schemas
        var waiting = plan.stages
        while let index = waiting.firstIndex(where: { isAttached($0, to: versions) }) ?? waiting.indices.first {
            insert(waiting.remove(at: index), into: &versions)
        }
        return versions
    }

    private static func isAttached(_ stage: MigrationStage, to versions: [any VersionedSchema.Type]) -> Bool {
        versions.contains { $0 == stage.fromVersion || $0 == stage.toVersion }
    }

    /// Inserts what the stage names beside what is known of it, else at the end.
    private static func insert(_ stage: MigrationStage, into versions: inout [any VersionedSchema.Type]) {
        switch (position(of: stage.fromVersion, in: versions), position(of: stage.toVersion, in: versions)) {
        case (_?, _?): return
        case (let from?, nil): versions.insert(stage.toVersion, at: from + 1)
        case (nil, let to?): versions.insert(stage.fromVersion, at: to)
        case (nil, nil): versions += [stage.fromVersion, stage.toVersion]
        }
    }

    static func position(
        of version: any VersionedSchema.Type,
        in versions: [any VersionedSchema.Type]
    ) -> Int? {
        versions.firstIndex { $0 == version }
    }
}
