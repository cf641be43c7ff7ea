import SwiftData

/// A version of a chain, with its classes.
struct ChainVersion {
    /// The number of the tag by which its classes are told from those of others.
    let tag: Int
    let identifier: Schema.Version
    let shape: SchemaShape
    let classes: [String: Record.Type]

    init(tag: Int, identifier: Schema.Version, _ shape: SchemaShape) {
        (self.tag, self.identifier, self.shape) = (tag, identifier, shape)
        classes = RecordClasses.classes(of: shape, tag: tag)
    }

    var models: [any PersistentModel.Type] {
        shape.entities.compactMap { classes[$0.name] as (any PersistentModel.Type)? }
    }

    var schema: Schema { Schema(models, version: identifier) }

    /// Makes its classes known.
    func install() { RecordShapes.install(shape, classes) }
}

/// A step of a migration, from one version to another.
struct MigrationLeg {
    /// Where the code of a stage throws.
    enum Failure: Int, CaseIterable {
        case beforeWill, afterWill, beforeDid, afterDid
    }

    let from: ChainVersion
    let to: ChainVersion
    let role: MigrationOracle.Role
    /// From which the steps of its code are made.
    let seed: UInt64
    var failure: Failure?
    /// Whether the code leaves one object without a value that it must have.
    var omitsGap = false
    /// Whether the code removes what is in the way.
    var clearsTheWay = false

    var hasWill: Bool { if case .custom(will: true, _) = role { true } else { false } }
    var hasDid: Bool { role == .bridging || role.fills }
    var hasCode: Bool { role != .lightweight }
}
