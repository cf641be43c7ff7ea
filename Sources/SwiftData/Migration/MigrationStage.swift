/// What is done to a store between two versions.
///
/// Source: Apple's `MigrationStage`. ``bridging(fromVersion:toVersion:migrate:)`` is an addition.
public enum MigrationStage: @unchecked Sendable {
    /// The tables are changed as the models say; there is nothing to compute.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
    /// Code runs before and after the tables are changed.
    ///
    /// `willMigrate` gets a context over the models of `fromVersion`, `didMigrate` one over those of `toVersion`. What
    /// they leave unsaved is saved after they return.
    case custom(
        fromVersion: any VersionedSchema.Type,
        toVersion: any VersionedSchema.Type,
        willMigrate: ((_ context: ModelContext) throws -> Void)?,
        didMigrate: ((_ context: ModelContext) throws -> Void)?
    )
    /// Code sees the old and the new models at once.
    ///
    /// An addition of this package; Apple has no such stage.
    ///
    /// The old context is over a copy of the store as it was, and is only read. The new one is over the store after
    /// every change that needs no code. An entity or property that cannot follow by itself (its type changed, say) is
    /// empty there, and it is for `migrate` to fill it.
    case bridging(
        fromVersion: any VersionedSchema.Type,
        toVersion: any VersionedSchema.Type,
        migrate: (_ old: ModelContext, _ new: ModelContext) throws -> Void
    )

    /// The version that the stage starts from.
    var fromVersion: any VersionedSchema.Type {
        switch self {
        case .lightweight(let from, _), .custom(let from, _, _, _), .bridging(let from, _, _): from
        }
    }

    /// The version that the stage leads to.
    var toVersion: any VersionedSchema.Type {
        switch self {
        case .lightweight(_, let to), .custom(_, let to, _, _), .bridging(_, let to, _): to
        }
    }
}
