import SwiftData
import Synchronization

/// The versions and the plan that the types below stand for now.
final class RunningVersions: @unchecked Sendable {
    struct Version {
        let identifier: Schema.Version
        let models: [any PersistentModel.Type]
    }

    private static let running = Mutex(RunningVersions())

    static var current: RunningVersions {
        get { running.withLock { $0 } }
        set { running.withLock { $0 = newValue } }
    }

    /// Versions by the number of their tag.
    var versions: [Int: Version] = [:]
    /// What the plan lists.
    var listed: [any VersionedSchema.Type] = []
    var stages: [MigrationStage] = []

    /// The type that stands for a version.
    static func type(_ tag: Int) -> any VersionedSchema.Type { types[tag % types.count] }

    private static let types: [any VersionedSchema.Type] = [
        NumberedVersion<Tag0>.self, NumberedVersion<Tag1>.self, NumberedVersion<Tag2>.self, NumberedVersion<Tag3>.self,
        NumberedVersion<Tag4>.self, NumberedVersion<Tag5>.self, NumberedVersion<Tag6>.self, NumberedVersion<Tag7>.self,
    ]
}

/// A version of the chain under way.
enum NumberedVersion<Tag: VersionTag>: VersionedSchema {
    static var versionIdentifier: Schema.Version {
        RunningVersions.current.versions[Tag.number]?.identifier ?? Schema.Version(0, 0, 0)
    }

    static var models: [any PersistentModel.Type] { RunningVersions.current.versions[Tag.number]?.models ?? [] }
}

/// The plan of the chain under way.
enum RunningPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { RunningVersions.current.listed }
    static var stages: [MigrationStage] { RunningVersions.current.stages }
}
