/// The versions an app has had, and how its stores get from each to the next.
///
/// Source: Apple's `SchemaMigrationPlan`.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, the oldest first; the last is the present one.
    static var schemas: [any VersionedSchema.Type] { get }
    /// What is to be done between versions. A step without a stage is lightweight.
    static var stages: [MigrationStage] { get }
}
