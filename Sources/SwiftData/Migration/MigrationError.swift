import Foundation

/// Why a store could not be brought to the present schema, naming the entity and the property.
///
/// The store is as it was before. An addition of this package; Apple reports numbers. In `catch` every such error
/// matches `SwiftDataError.loadIssueModelContainer`, and the kinds of the same name match `SwiftDataError.unknownSchema`
/// and `SwiftDataError.backwardMigration`.
public struct MigrationError: Error, Hashable, Sendable {
    /// The kinds of obstacles.
    public enum Kind: String, Hashable, Sendable {
        /// The change needs code: a `MigrationStage`.
        case notLightweight
        /// A property must have a value now, and existing objects have none.
        case missingValue
        /// Existing objects share a value that must be unique now.
        case duplicateValues
        /// An object has more targets than the relationship can keep now.
        case tooManyTargets
        /// A link leads to an object that does not exist.
        case danglingLink
        /// The store's schema is none that the plan knows, and cannot be brought to the next one without code.
        case unknownSchema
        /// The store was written with a newer schema than the program has.
        case backwardMigration
        /// The plan contradicts itself.
        case invalidPlan
        /// Code of a stage threw an error.
        case stageFailed
    }

    /// The kind of obstacle.
    public let kind: Kind
    /// The entity concerned, if it is one.
    public let entity: String?
    /// The property concerned, if it is one.
    public let property: String?
    /// What is in the way, as a part of a sentence.
    public let reason: String
    /// The version of the store's schema and the newest that the program knows, where the store has a newer one.
    package let versions: Versions?

    /// Two versions that do not go together.
    package struct Versions: Hashable, Sendable {
        /// That of the store.
        package let stored: Schema.Version
        /// The newest that the program knows.
        package let newest: Schema.Version
    }

    init(
        _ kind: Kind,
        entity: String? = nil,
        property: String? = nil,
        versions: Versions? = nil,
        _ reason: String
    ) {
        self.kind = kind
        self.entity = entity
        self.property = property
        self.versions = versions
        self.reason = reason
    }

    init(_ kind: Kind, _ reference: PropertyReference, _ reason: String) {
        self.init(kind, entity: reference.entity, property: reference.property, reason)
    }

    /// The kind of Apple's that this error counts as.
    var pattern: SwiftDataError {
        switch kind {
        case .unknownSchema: .unknownSchema
        case .backwardMigration: .backwardMigration
        default: .loadIssueModelContainer
        }
    }
}

extension MigrationError: CustomStringConvertible {
    /// Where and what, as in `Idea.title: changes its type from String to Int`.
    public var description: String {
        let place = [entity, property].compactMap { $0 }.joined(separator: ".")
        return place.isEmpty ? reason : "\(place): \(reason)"
    }
}

extension MigrationError: LocalizedError {
    /// The same as `description`.
    public var errorDescription: String? { description }
}
