/// What is done to a store's tables to bring them to another layout: statements, and questions in between whose answer
/// stops the migration.
struct MigrationScript: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case execute(String)
        case check(MigrationCheck)
    }

    var steps: [Step] = []
    /// What is done when the code of the stage has run.
    var closing: [Step] = []

    mutating func execute(_ sql: String) {
        steps.append(.execute(sql))
    }

    mutating func check(_ check: MigrationCheck) {
        steps.append(.check(check))
    }

    var isEmpty: Bool { steps.isEmpty }

    /// The statements without the checks.
    var statements: [String] {
        steps.compactMap { if case .execute(let sql) = $0 { sql } else { nil } }
    }
}

/// A query that must find nothing.
///
/// What it finds is an example for the error.
struct MigrationCheck: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        /// An object without a value that it must have.
        case missingValue(PropertyReference)
        /// An object that needs a default which cannot be stored, and why.
        case unstorableDefault(PropertyReference, reason: String)
        /// An object that the code of a stage gave no value.
        case unfilledValue(PropertyReference)
        /// A value or link that has no place in the new schema, in the words for it.
        case lostValue(PropertyReference, reason: String)
        /// An object of an entity whose objects cannot come along, in the words for it.
        case lostObject(entity: String, reason: String)
        /// Values that several objects share.
        case duplicates(entity: String, properties: [String])
        /// An object with more targets than one.
        case tooManyTargets(PropertyReference)
    }

    let purpose: Purpose
    let sql: String

    /// The error for what was found.
    func error(_ found: [String]) -> MigrationError {
        let example = found.joined(separator: ", ")
        switch purpose {
        case .missingValue(let reference):
            let reason = """
                must have a value now, but the object with key \(example) has none. Give it a default value, make it \
                optional, or set it in a custom stage.
                """
            return MigrationError(.missingValue, reference, reason)
        case .unstorableDefault(let reference, let words):
            let reason = """
                has a default value that cannot be stored (\(words)), and the object with key \(example) needs it. Give it \
                another default value, or set it in a custom stage.
                """
            return MigrationError(.missingValue, reference, reason)
        case .unfilledValue(let reference):
            let reason = """
                must have a value now, but the stage's code gave the object with key \(example) none. Set it in \
                didMigrate, or give it a default value.
                """
            return MigrationError(.missingValue, reference, reason)
        case .lostValue(let reference, let words):
            let reason = """
                \(words), and the object with key \(example) has a value. A custom stage can carry it over: \
                willMigrate reads it, didMigrate sets it.
                """
            return MigrationError(.notLightweight, reference, reason)
        case .lostObject(let entity, let reason):
            return MigrationError(.notLightweight, entity: entity, reason)
        case .duplicates(let entity, let properties):
            let reason = "must be unique now, but several objects share \"\(example)\"."
            return MigrationError(
                .duplicateValues,
                entity: entity,
                property: properties.joined(separator: ", "),
                reason
            )
        case .tooManyTargets(let reference):
            let reason = "can lead to one object only, but the object with key \(example) is linked with several."
            return MigrationError(.tooManyTargets, reference, reason)
        }
    }
}
