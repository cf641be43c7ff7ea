/// The models of an app as they were, or are, in one version.
///
/// Source: Apple's `VersionedSchema`. A model that did not change between two versions may be listed by both, as the
/// same class; Apple's framework demands a copy of it.
public protocol VersionedSchema: SendableMetatype {
    /// The version; each version of a plan has its own.
    static var versionIdentifier: Schema.Version { get }
    /// The models of the version.
    static var models: [any PersistentModel.Type] { get }
}

extension VersionedSchema {
    /// The version as a schema.
    static var schema: Schema { Schema(versionedSchema: Self.self) }
}
